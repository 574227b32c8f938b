"""What the gradebook knows of an assignment: its notebooks and their cells."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection, select

from autograder.course import CourseError
from autograder.record.tables import ASSIGNMENT, CELL, COURSE_NOTEBOOK


@dataclass(frozen=True)
class Notebook:
    """A notebook of the course, with the database's id of each cell by grade_id.

    Attributes
    ----------
    id, name : str
    grades : dict of str to str
        The cells that are scored, task cells aside.
    tasks : dict of str to str
        Cells that say what to do below them; a person scores them.
    answers : dict of str to str
        Solution cells: nbgrader hangs its comments on these and on task cells.
    """

    id: str
    name: str
    grades: dict[str, str]
    tasks: dict[str, str]
    answers: dict[str, str]


@dataclass(frozen=True)
class Assignment:
    """An assignment of the gradebook."""

    id: str
    name: str
    due: datetime | None
    notebooks: tuple[Notebook, ...]


def read_assignment(connection: Connection, name: str) -> Assignment:
    """Read an assignment's notebooks and cells.

    Raises
    ------
    CourseError
        If the gradebook doesn't have it.
    """
    row = connection.execute(
        select(ASSIGNMENT.c.id, ASSIGNMENT.c.duedate).where(ASSIGNMENT.c.name == name)
    ).one_or_none()
    if row is None:
        raise CourseError(
            f"the gradebook has no assignment '{name}'. Run: autograder release {name}"
        )
    notebook = COURSE_NOTEBOOK.c
    notebooks = connection.execute(
        select(notebook.id, notebook.name)
        .where(notebook.assignment_id == row.id)
        .order_by(notebook.name)
    ).all()
    cells = connection.execute(
        select(CELL.c.notebook_id, CELL.c.type, CELL.c.name, CELL.c.id)
        .where(CELL.c.notebook_id.in_([each.id for each in notebooks]))
        .order_by(CELL.c.name)
    ).all()

    def of(notebook: str, kind: str) -> dict[str, str]:
        return {c.name: c.id for c in cells if (c.notebook_id, c.type) == (notebook, kind)}

    return Assignment(
        row.id,
        name,
        row.duedate,
        tuple(
            Notebook(
                each.id,
                each.name,
                of(each.id, "GradeCell"),
                of(each.id, "TaskCell"),
                of(each.id, "SolutionCell"),
            )
            for each in notebooks
        ),
    )
