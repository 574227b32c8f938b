"""The tables that are written: nbgrader's own, and one that remembers what was recorded."""

from nbgrader.api import Base
from sqlalchemy import Column, Connection, MetaData, String, Table

STUDENT, SUBMISSION, NOTEBOOK, GRADE, COMMENT = (
    Base.metadata.tables[name]
    for name in ("student", "submitted_assignment", "submitted_notebook", "grade", "comment")
)
ASSIGNMENT, COURSE_NOTEBOOK, CELL = (
    Base.metadata.tables[name] for name in ("assignment", "notebook", "base_cell")
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
