"""The tables that are written: nbgrader's own, and one that remembers what was recorded.

nbgrader's are told again here, as far as we use them, since to import nbgrader costs more computing
time than to grade a dozen submissions.
"""

from sqlalchemy import (
    Boolean,
    Column,
    Connection,
    DateTime,
    Float,
    ForeignKey,
    Interval,
    MetaData,
    String,
    Table,
    Text,
)

_known = MetaData()


def _key() -> Column:
    return Column("id", String(32), primary_key=True)


def _of(name: str, table: str, size: int = 32, nullable: bool = True) -> Column:
    return Column(name, String(size), ForeignKey(f"{table}.id"), nullable=nullable)


STUDENT = Table(
    "student",
    _known,
    Column("id", String(128), primary_key=True),
    *(Column(name, String(128)) for name in ("first_name", "last_name", "email", "lms_user_id")),
)
ASSIGNMENT = Table(
    "assignment",
    _known,
    _key(),
    Column("name", String(128), nullable=False),
    Column("duedate", DateTime()),
)
COURSE_NOTEBOOK = Table(
    "notebook",
    _known,
    _key(),
    Column("name", String(128), nullable=False),
    _of("assignment_id", "assignment"),
)
CELL = Table(
    "base_cell",
    _known,
    _key(),
    Column("name", String(128), nullable=False),
    _of("notebook_id", "notebook", nullable=False),
    Column("type", String(50)),
)
SUBMISSION = Table(
    "submitted_assignment",
    _known,
    _key(),
    _of("assignment_id", "assignment"),
    _of("student_id", "student", 128),
    Column("timestamp", DateTime()),
    Column("extension", Interval()),
)
NOTEBOOK = Table(
    "submitted_notebook",
    _known,
    _key(),
    _of("assignment_id", "submitted_assignment"),
    _of("notebook_id", "notebook"),
    Column("flagged", Boolean()),
    Column("late_submission_penalty", Float(0)),
)
GRADE = Table(
    "grade",
    _known,
    _key(),
    _of("notebook_id", "submitted_notebook"),
    _of("cell_id", "base_cell"),
    *(Column(name, Float()) for name in ("auto_score", "manual_score", "extra_credit")),
    Column("needs_manual_grade", Boolean(), nullable=False),
)
COMMENT = Table(
    "comment",
    _known,
    _key(),
    _of("notebook_id", "submitted_notebook"),
    _of("cell_id", "base_cell"),
    *(Column(name, Text()) for name in ("auto_comment", "manual_comment")),
)

# Which submission the automatic columns stem from. It has no foreign key, so that nbgrader, which
# doesn't know it, can still delete a submission; ids are never used again.
RECORDED = Table(
    "autograder_recorded",
    MetaData(),
    Column("id", String(32), primary_key=True),  # of the submitted assignment
    Column("submission", String(64), nullable=False),  # digest of what was handed in
)

# In the order in which rows may be inserted.
WRITTEN = (STUDENT, SUBMISSION, NOTEBOOK, GRADE, COMMENT, RECORDED)

# nbgrader joins on these columns and indexes none of them.
UNINDEXED = (
    GRADE.c.notebook_id,
    COMMENT.c.notebook_id,
    NOTEBOOK.c.assignment_id,
    SUBMISSION.c.student_id,
    CELL.c.notebook_id,
)


def make_missing(connection: Connection) -> None:
    """Make our table and the five indexes where they are missing."""
    RECORDED.create(connection, checkfirst=True)
    for column in UNINDEXED:
        # Not part of nbgrader's metadata: made by name, once.
        name = f"autograder_{column.table.name}_{column.name}"
        preparer = connection.dialect.identifier_preparer
        table, column_name = preparer.format_table(column.table), preparer.format_column(column)
        connection.exec_driver_sql(f"CREATE INDEX IF NOT EXISTS {name} ON {table} ({column_name})")
