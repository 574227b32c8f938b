"""What a report is made from: the receipts of an assignment, and what the course knows of it."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cached_property

from autograder.course.directory import CourseDirectory, CourseError
from autograder.course.receipts import FAILED, Receipts
from autograder.model import Receipt, Verdict
from autograder.repair import Release, ReleaseCell

PATIENCE = 5.0


@dataclass(frozen=True)
class Class:
    """An assignment's receipts with the course's side of it.

    Attributes
    ----------
    assignment : str
    releases : tuple of Release
    receipts : tuple of Receipt
        Those that count, by the students' ids.
    failed : tuple of Receipt
        Of later tries that could not be graded.
    """

    assignment: str
    releases: tuple[Release, ...]
    receipts: tuple[Receipt, ...]
    failed: tuple[Receipt, ...] = ()

    @cached_property
    def cells(self) -> dict[tuple[str, str], ReleaseCell]:
        """Every graded cell by notebook and grade_id, in the course's order."""
        return {
            (release.name, cell.grade_id): cell
            for release in self.releases
            for cell in release.cells
            if cell.is_slot and (cell.grade or cell.task)
        }

    @cached_property
    def automatic(self) -> set[tuple[str, str]]:
        """The cells that need no person."""
        return {key for key, cell in self.cells.items() if not cell.manual}


@dataclass(frozen=True)
class Deadline:
    """When an assignment is due, in UTC, and who has more time; None where it isn't known."""

    due: datetime | None = None
    extensions: dict[str, timedelta] = field(default_factory=dict)


def read_class(course: CourseDirectory, assignment: str, releases: tuple[Release, ...]) -> Class:
    """Read the receipts of an assignment.

    Raises
    ------
    CourseError
        If there are none, or one can't be read.
    """
    receipts = Receipts(course, assignment)
    found = tuple(receipts.all())
    if not found:
        raise CourseError(
            f"{receipts.folder} holds no receipts. Run: autograder grade {assignment}"
        )
    again = sorted(path.stem for path in (receipts.folder / FAILED).glob("*.json"))
    failed = tuple(filter(None, map(receipts.read_failed, again)))
    return Class(assignment, releases, found, failed)


def verdicts(receipt: Receipt) -> dict[tuple[str, str], Verdict]:
    """Return a receipt's verdicts by notebook and grade_id."""
    return {
        (notebook.name, verdict.id): verdict
        for notebook in receipt.result.notebooks
        for verdict in notebook.verdicts
    }


def read_deadline(course: CourseDirectory, assignment: str, db_url: str = "") -> Deadline:
    """Read when an assignment is due, if there is a gradebook that says so."""
    from sqlalchemy import select

    from autograder.course.stock import Stock
    from autograder.record.assignment import read_assignment
    from autograder.record.database import Database
    from autograder.record.tables import SUBMISSION

    try:
        database = Database(db_url or Stock(course).db_url, PATIENCE)
        with database.reading() as connection:
            found = read_assignment(connection, assignment)
            more = select(SUBMISSION.c.student_id, SUBMISSION.c.extension).where(
                SUBMISSION.c.assignment_id == found.id, SUBMISSION.c.extension.is_not(None)
            )
            return Deadline(found.due, dict(connection.execute(more).all()))
    except CourseError:
        return Deadline()
