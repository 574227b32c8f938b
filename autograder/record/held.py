"""What the gradebook holds of some students' submissions, read in bulk."""

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Row, select

from autograder.record.tables import COMMENT, GRADE, NOTEBOOK, RECORDED, STUDENT, SUBMISSION

Key = tuple[str, str]


@dataclass(frozen=True)
class Held:
    """Rows by key.

    Attributes
    ----------
    students : set of str
    submissions : dict of str to Row
        By student.
    recorded : dict of str to str
        Which submission the automatic columns stem from, by the submitted assignment's id.
    notebooks : dict of tuple to Row
        By the ids of submitted assignment and notebook.
    grades, comments : dict of tuple to Row
        By the ids of submitted notebook and cell.
    """

    students: set[str] = field(default_factory=set)
    submissions: dict[str, Row[Any]] = field(default_factory=dict)
    recorded: dict[str, str] = field(default_factory=dict)
    notebooks: dict[Key, Row[Any]] = field(default_factory=dict)
    grades: dict[Key, Row[Any]] = field(default_factory=dict)
    comments: dict[Key, Row[Any]] = field(default_factory=dict)


def read_held(
    connection: Connection, assignment: str, students: Collection[str], marked: bool
) -> Held:
    """Read what is there.

    Parameters
    ----------
    connection : sqlalchemy.Connection
    assignment : str
        The assignment's id.
    students : collection of str
        Their ids; few enough for one query.
    marked : bool
        Whether the table of what was recorded is there.
    """
    chosen = (SUBMISSION.c.assignment_id == assignment) & SUBMISSION.c.student_id.in_(students)
    submission, notebook, grade, comment = SUBMISSION.c, NOTEBOOK.c, GRADE.c, COMMENT.c
    known = select(STUDENT.c.id).where(STUDENT.c.id.in_(students))
    submissions = select(
        submission.student_id, submission.id, submission.timestamp, submission.extension
    ).where(chosen)
    recorded = select(RECORDED.c.id, RECORDED.c.submission)
    recorded = recorded.join(SUBMISSION, submission.id == RECORDED.c.id).where(chosen)
    notebooks = select(
        notebook.assignment_id, notebook.notebook_id, notebook.id, notebook.late_submission_penalty
    )
    grades = select(
        grade.notebook_id,
        grade.cell_id,
        grade.id,
        grade.auto_score,
        grade.manual_score,
        grade.extra_credit,
        grade.needs_manual_grade,
    ).join(NOTEBOOK, notebook.id == grade.notebook_id)
    comments = select(comment.notebook_id, comment.cell_id, comment.id, comment.auto_comment).join(
        NOTEBOOK, notebook.id == comment.notebook_id
    )

    def by_key(query: Any) -> dict[Key, Row[Any]]:
        query = query.join(SUBMISSION, submission.id == notebook.assignment_id).where(chosen)
        return {(row[0], row[1]): row for row in connection.execute(query)}

    return Held(
        set(connection.execute(known).scalars()),
        {row.student_id: row for row in connection.execute(submissions)},
        dict(connection.execute(recorded).all()) if marked else {},
        by_key(notebooks),
        by_key(grades),
        by_key(comments),
    )
