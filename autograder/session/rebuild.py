"""Make a gradebook from the receipts, and from what people wrote into the one before."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from sqlalchemy import Connection, inspect, select

from autograder.course.directory import CourseDirectory, CourseError
from autograder.course.locks import batch_lock, writer_lock
from autograder.course.receipts import Receipts
from autograder.course.stock import Stock
from autograder.model import Receipt
from autograder.record.assignment import read_assignment
from autograder.record.backups import backup
from autograder.record.database import Database, sqlite_file
from autograder.record.gradebook import BATCH, Recorder
from autograder.record.rebuild import rebuild as record_again
from autograder.record.tables import ASSIGNMENT, SUBMISSION
from autograder.session.anew import released_anew
from autograder.session.human import export, human_path, read_export
from autograder.session.restore import Restorer, complete


@dataclass(frozen=True)
class Outlook:
    """What a rebuild does to one assignment.

    Attributes
    ----------
    assignment : str
    made : bool
        Whether the gradebook lacked it, so that its cells are made from the source.
    receipts : int
        How many there are.
    changed : tuple of str
        The students whose automatic columns change.
    without_receipt : tuple of str
        The students whose submission the gradebook has and no receipt: it is left as it is.
    """

    assignment: str
    made: bool
    receipts: int
    changed: tuple[str, ...]
    without_receipt: tuple[str, ...]


@dataclass(frozen=True)
class Rebuilt:
    """What a rebuild does, or did.

    Attributes
    ----------
    outlooks : tuple of Outlook
        One an assignment.
    restored : int
        How many values of people come back from the export.
    backup : pathlib.Path or None
        The copy of the gradebook that was made first.
    note : str
        Why there is no copy, where there should be one.
    export : pathlib.Path or None
        Where what people wrote lies now.
    """

    outlooks: tuple[Outlook, ...]
    restored: int
    backup: Path | None = None
    note: str = ""
    export: Path | None = None

    @property
    def changes(self) -> bool:
        """Whether the gradebook changes."""
        return bool(self.restored) or any(each.made or each.changed for each in self.outlooks)


class Rebuilding:
    """The rebuild of a course's gradebook.

    Parameters
    ----------
    course : CourseDirectory
    assignments : list of str
        Which of the course's.
    db_url : str
        The gradebook's address. Empty: what the course's settings say.
    """

    def __init__(self, course: CourseDirectory, assignments: list[str], db_url: str = "") -> None:
        for assignment in assignments:
            course.check_assignment(assignment)
        self.course, self.assignments = course, assignments
        self.db_url = db_url or Stock(course).db_url
        self.human = read_export(human_path(course))

    def preview(self) -> Rebuilt:
        """Return what would change; nothing is written."""
        known = self._known()
        if known is None:
            return Rebuilt(tuple(self._made(name) for name in self.assignments), self._all_values())
        there = [name for name in self.assignments if name in known]
        outlooks, restored = {}, 0
        with Recorder(self.course, self.db_url, backup=False) as recorder:
            try:
                with recorder.database.writing() as connection:
                    restored = self._restore(connection, there)
                    for name in there:
                        outlooks[name] = self._planned(recorder, connection, name)
                    raise _Undo
            except _Undo:
                pass
        return Rebuilt(
            tuple(outlooks.get(name) or self._made(name) for name in self.assignments), restored
        )

    def apply(self) -> Rebuilt:
        """Back up, rebuild, and export what people wrote.

        Raises
        ------
        CourseError
            If another run is at work, or the gradebook can't be written.
        """
        with batch_lock(self.course):
            found = self.preview()
            saved, note = None, ""
            with writer_lock(self.course):
                if found.changes and self._known() is not None:
                    saved, note = backup(self.course, db_url=self.db_url)
                for outlook in found.outlooks:
                    if outlook.made:
                        with released_anew(self.course, outlook.assignment, self.db_url):
                            pass
                self._restore_all()
            record_again(self.course, self._receipts(), self.db_url, backup=False)
            keep_human(self.course, self.db_url)
        return Rebuilt(found.outlooks, found.restored, saved, note, human_path(self.course))

    def _restore_all(self) -> None:
        database = Database(self.db_url, patience=30.0)
        try:
            with database.writing() as connection:
                self._restore(connection, self.assignments)
        finally:
            database.close()

    def _restore(self, connection: Connection, assignments: list[str]) -> int:
        restored = Restorer(connection, self.human).restore(assignments)
        for name in assignments if restored else ():
            complete(connection, read_assignment(connection, name))
        return restored

    def _planned(self, recorder: Recorder, connection: Connection, name: str) -> Outlook:
        changed: set[str] = set()
        seen: set[str] = set()
        receipts = Receipts(self.course, name).all()
        while batch := list(islice(receipts, BATCH)):
            changed |= recorder.changes(connection, name, batch, known=True).students
            seen |= {receipt.result.student for receipt in batch}
        held = connection.execute(
            select(SUBMISSION.c.student_id)
            .join(ASSIGNMENT, ASSIGNMENT.c.id == SUBMISSION.c.assignment_id)
            .where(ASSIGNMENT.c.name == name)
        ).scalars()
        without = sorted(set(held) - seen)
        return Outlook(name, False, len(seen), tuple(sorted(changed)), tuple(without))

    def _made(self, name: str) -> Outlook:
        students = Receipts(self.course, name).students
        lists = (self.human.extensions, self.human.flagged, self.human.scores, self.human.comments)
        marked = {row.student for rows in lists for row in rows if row.assignment == name}
        without = tuple(sorted(marked - set(students)))
        return Outlook(name, True, len(students), tuple(students), without)

    def _all_values(self) -> int:
        due = [row for row in self.human.assignments if row.duedate is not None]
        rows = {**self.human.kinds, "assignments": due}.values()
        return sum(len(each) for each in rows)

    def _receipts(self) -> Iterator[Receipt]:
        for name in self.assignments:
            yield from Receipts(self.course, name).all()

    def _known(self) -> set[str] | None:
        """Return the assignments that the gradebook has; None where there is no gradebook."""
        database = _database(self.db_url)
        if database is None:
            return None
        try:
            with database.reading() as reader:
                if not inspect(reader).has_table(ASSIGNMENT.name):
                    return None
                return set(reader.execute(select(ASSIGNMENT.c.name)).scalars())
        finally:
            database.close()


class _Undo(Exception):
    """Ends a transaction that was only a trial."""


def keep_human(course: CourseDirectory, db_url: str = "") -> Path | None:
    """Export what people wrote; return where an earlier export is kept, if something was cleared.

    Raises
    ------
    CourseError
        If there is no gradebook.
    """
    database = Database(db_url or Stock(course).db_url, patience=30.0)
    try:
        with database.reading() as reader:
            return export(course, reader)
    finally:
        database.close()


def _database(db_url: str) -> Database | None:
    from sqlalchemy.engine import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        file = sqlite_file(make_url(db_url))
    except ArgumentError:
        raise CourseError(f"'{db_url}' is no address of a gradebook. Check --db") from None
    return None if file and not file.is_file() else Database(db_url, patience=30.0)
