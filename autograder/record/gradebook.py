"""Write receipts into the gradebook."""

from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from sqlalchemy import Connection, inspect

from autograder.course import CourseDirectory
from autograder.course.stock import Stock
from autograder.model import Receipt
from autograder.record.assignment import Assignment, read_assignment
from autograder.record.backups import back_up
from autograder.record.changes import Changes
from autograder.record.database import Database
from autograder.record.held import read_held
from autograder.record.late import LatePenalties
from autograder.record.plan import Plan
from autograder.record.tables import RECORDED, make_missing
from autograder.record.wanted import check_notebooks

BATCH = 200  # submissions a transaction: some ten thousand rows at most


class Recorder:
    """The writer of a course's gradebook; only one at a time.

    It writes automatic columns only, and of those what differs. To record everything again is
    cheap, and mends what an interrupted run left out.

    Parameters
    ----------
    course : CourseDirectory
        The course.
    db_url : str
        The gradebook's address. Default is that of the course's settings.
    backup : bool
        Whether to back the gradebook up before the first change.
    patience : float
        Seconds to wait while another program writes.

    Attributes
    ----------
    saved : pathlib.Path or None
        The backup that was made.
    note : str
        Why there is no backup, though something was changed.

    Raises
    ------
    CourseError
        If there is no gradebook, or it can't be read.
    """

    def __init__(
        self, course: CourseDirectory, db_url: str = "", backup: bool = True, patience: float = 30.0
    ) -> None:
        stock = Stock(course)
        self.course = course
        self.database = Database(db_url or stock.db_url, patience)
        self.saved: Path | None = None
        self.note = ""
        self._penalties = LatePenalties(stock.config)
        self._backs_up = backup
        self._is_ready = False
        with self.database.reading() as reader:
            self._is_marked = inspect(reader).has_table(RECORDED.name)

    def __enter__(self) -> "Recorder":
        """Return the open recorder."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Close the gradebook."""
        self.database.close()

    def record(self, assignment: str, receipts: Iterable[Receipt], known: bool = False) -> int:
        """Write receipts, some hundred in one short transaction, each submission whole or not.

        Parameters
        ----------
        assignment : str
            The assignment; it has been released.
        receipts : iterable of Receipt
            In any order; a student's last one counts.
        known : bool
            Whether what is there already, without a note of who recorded it, has been looked at
            by those who scored it by hand. Default is no: nbgrader marks it for them again.

        Returns
        -------
        int
            How many submissions' rows were changed.

        Raises
        ------
        CourseError
            If a receipt doesn't fit the gradebook, or the database can't be written. Of the batch
            at hand nothing is written then; earlier batches stay.
        """
        with self.database.reading() as reader:
            about = read_assignment(reader, assignment)
        return sum(self._write(about, batch, known) for batch in _batches(receipts))

    def changes(
        self,
        connection: Connection,
        assignment: str,
        receipts: Iterable[Receipt],
        known: bool = False,
    ) -> Changes:
        """Return what `record` would write of some hundred receipts, and write nothing.

        Parameters
        ----------
        connection : sqlalchemy.Connection
            Sees what its own transaction has written.
        assignment, receipts, known
            As for `record`.
        """
        about = read_assignment(connection, assignment)
        return self._plan(connection, about, {r.result.student: r for r in receipts}, known)

    def _write(self, assignment: Assignment, batch: list[Receipt], known: bool) -> int:
        for receipt in batch:
            check_notebooks(receipt, assignment)
        latest = {receipt.result.student: receipt for receipt in batch}
        if not self._is_ready:  # what changes nothing is not worth a backup
            with self.database.reading() as reader:
                if not self._plan(reader, assignment, latest, known):
                    return 0
            self.make_ready()
        with self.database.writing() as writer:
            changes = self._plan(writer, assignment, latest, known)
            changes.write(writer)
        return len(changes.students)

    def _plan(
        self, connection: Connection, about: Assignment, latest: dict[str, Receipt], known: bool
    ) -> Changes:
        held = read_held(connection, about.id, latest, self._is_marked)
        plan = Plan(about, held, self.course.source / about.name, self._penalties, known)
        for receipt in latest.values():
            plan.add(receipt)
        return plan.changes

    def make_ready(self) -> None:
        """Back up once, then make the indexes and our own table where they are missing."""
        if self._is_ready:
            return
        if self._backs_up:
            self.saved, self.note = back_up(self.course, self.database)
        with self.database.writing() as writer:
            make_missing(writer)
        self._is_marked = self._is_ready = True


def _batches(receipts: Iterable[Receipt]) -> Iterator[list[Receipt]]:
    left = iter(receipts)
    while batch := list(islice(left, BATCH)):
        yield batch
