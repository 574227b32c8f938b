"""What people wrote into the gradebook: exported beside the receipts, restored where it is lost.

A receipt says what the machine knows. Manual scores, comments, extra credit, flags, extensions,
due dates and the roster have no other source than the gradebook; ``receipts/human.json`` holds
them by key.
"""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field
from sqlalchemy import Connection, Select, select

from autograder.course.directory import CourseDirectory, CourseError
from autograder.course.files import write_private
from autograder.record.tables import (
    ASSIGNMENT,
    CELL,
    COMMENT,
    COURSE_NOTEBOOK,
    GRADE,
    NOTEBOOK,
    STUDENT,
    SUBMISSION,
)

NAME = "human.json"
KEYS = ("assignment", "student", "notebook", "cell")


class Row(Struct, frozen=True):
    """A row of the gradebook that a person wrote to, and its key."""

    @property
    def key(self) -> tuple[str, ...]:
        """What it is about."""
        return tuple(getattr(self, name) for name in KEYS if hasattr(self, name))


class Due(Row, frozen=True):
    """When an assignment is due: UTC, without a zone."""

    assignment: str
    duedate: datetime | None = None


class Person(Row, frozen=True):
    """A student on the roster."""

    student: str
    first_name: str | None = None
    last_name: str | None = None
    email: str | None = None
    lms_user_id: str | None = None


class Extension(Row, frozen=True):
    """More time for a student."""

    assignment: str
    student: str
    extension: timedelta


class Flagged(Row, frozen=True):
    """A notebook that a person flagged."""

    assignment: str
    student: str
    notebook: str
    flagged: bool = True


class Score(Row, frozen=True):
    """What a person gave for a cell, and the automatic score that they saw."""

    assignment: str
    student: str
    notebook: str
    cell: str
    auto_score: float | None = None
    manual_score: float | None = None
    extra_credit: float | None = None
    needs_manual_grade: bool = False


class Remark(Row, frozen=True):
    """What a person wrote about a cell."""

    assignment: str
    student: str
    notebook: str
    cell: str
    manual_comment: str


class Human(Struct):
    """Everything that people wrote, one list a kind."""

    assignments: list[Due] = field(default_factory=list)
    students: list[Person] = field(default_factory=list)
    extensions: list[Extension] = field(default_factory=list)
    flagged: list[Flagged] = field(default_factory=list)
    scores: list[Score] = field(default_factory=list)
    comments: list[Remark] = field(default_factory=list)
    format: int = 1

    @property
    def kinds(self) -> dict[str, list]:
        """The rows by the name of their kind."""
        return {name: getattr(self, name) for name in self.__struct_fields__[:-1]}

    def without(self, student: str) -> "Human":
        """Return the same without one student."""
        kept = {
            name: [row for row in rows if getattr(row, "student", None) != student]
            for name, rows in self.kinds.items()
        }
        return Human(**kept)


def human_path(course: CourseDirectory) -> Path:
    """Return where the export lies."""
    return course.receipts / NAME


def read_export(path: Path) -> Human:
    """Read an export; an empty one where there is none.

    Raises
    ------
    CourseError
        If the file can't be read.
    """
    try:
        return msgspec.json.decode(path.read_bytes(), type=Human)
    except FileNotFoundError:
        return Human()
    except (OSError, msgspec.MsgspecError) as error:
        raise CourseError(
            f"{path} can't be read: {error}. It holds what people wrote into the gradebook: put a "
            "copy in its place, or move it away"
        ) from None


def write_export(path: Path, human: Human) -> None:
    """Write an export, for you alone."""
    data = msgspec.json.encode(human, order="deterministic")
    write_private(path, msgspec.json.format(data, indent=1))


def export(course: CourseDirectory, connection: Connection) -> Path | None:
    """Bring the export up to date; what the gradebook has no row for any more stays in it.

    Returns
    -------
    pathlib.Path or None
        Where the export before this one is kept, if something that it held was cleared since.
    """
    path, kept = human_path(course), None
    before, now = read_export(path), read_human(connection)
    for name, rows in now.kinds.items():
        there = {row.key for row in rows}
        gone = [row for row in before.kinds[name] if row.key not in there]
        if gone:
            rows += sorted(_rowless(connection, name, gone), key=lambda row: row.key)
    if any(_is_cleared(rows, now.kinds[name]) for name, rows in before.kinds.items()):
        stamp = datetime.now(UTC).strftime("%Y-%m-%dT%H-%M-%S.%fZ")
        kept = course.backups / f"human-{stamp}.json"
        write_export(kept, before)
    if now != before:
        write_export(path, now)
    return kept


def _is_cleared(before: list[Row], now: list[Row]) -> bool:
    """Tell whether a value that stood in some rows stands in them no more."""
    by_key = {row.key: row for row in now}
    return any(
        row.key not in by_key
        or any(
            getattr(row, name) is not None and getattr(by_key[row.key], name) is None
            for name in row.__struct_fields__
            if name != "auto_score"
        )
        for row in before
    )


def read_human(connection: Connection) -> Human:
    """Read what people wrote from a gradebook."""
    person = [STUDENT.c[name] for name in Person.__struct_fields__[1:]]
    given = GRADE.c.manual_score.is_not(None) | GRADE.c.extra_credit.is_not(None)
    score = [GRADE.c[name] for name in Score.__struct_fields__[4:]]
    about = [ASSIGNMENT.c.name, SUBMISSION.c.student_id]

    def read(kind: type[Struct], query: Select) -> list:
        return [kind(*row) for row in connection.execute(query)]

    return Human(
        read(Due, select(ASSIGNMENT.c.name, ASSIGNMENT.c.duedate).order_by(ASSIGNMENT.c.name)),
        read(Person, select(STUDENT.c.id, *person).order_by(STUDENT.c.id)),
        read(
            Extension,
            select(*about, SUBMISSION.c.extension)
            .join_from(SUBMISSION, ASSIGNMENT)
            .where(SUBMISSION.c.extension.is_not(None))
            .order_by(*about),
        ),
        read(Flagged, _of_notebooks().where(NOTEBOOK.c.flagged)),
        read(Score, _of_cells(GRADE, *score).where(given)),
        read(
            Remark,
            _of_cells(COMMENT, COMMENT.c.manual_comment).where(
                COMMENT.c.manual_comment.is_not(None)
            ),
        ),
    )


def _of_notebooks(*columns: Any) -> Select:
    about = (ASSIGNMENT.c.name, SUBMISSION.c.student_id, COURSE_NOTEBOOK.c.name)
    return (
        select(*about, *columns)
        .join_from(NOTEBOOK, SUBMISSION, SUBMISSION.c.id == NOTEBOOK.c.assignment_id)
        .join(ASSIGNMENT, ASSIGNMENT.c.id == SUBMISSION.c.assignment_id)
        .join(COURSE_NOTEBOOK, COURSE_NOTEBOOK.c.id == NOTEBOOK.c.notebook_id)
        .order_by(*about)
    )


def _of_cells(table: Any, *columns: Any) -> Select:
    return (
        _of_notebooks(CELL.c.name, *columns)
        .join(table, table.c.notebook_id == NOTEBOOK.c.id)
        .join(CELL, CELL.c.id == table.c.cell_id)
        .order_by(CELL.c.name)
    )


def _rowless(connection: Connection, kind: str, rows: Iterable[Row]) -> Iterator[Row]:
    """Yield those for which the gradebook has no row at all: nobody has cleared them."""
    queries = {
        "assignments": select(ASSIGNMENT.c.name),
        "students": select(STUDENT.c.id),
        "extensions": select(ASSIGNMENT.c.name, SUBMISSION.c.student_id).join_from(
            SUBMISSION, ASSIGNMENT
        ),
        "flagged": _of_notebooks(),
        "scores": _of_cells(GRADE),
        "comments": _of_cells(COMMENT),
    }
    held = {tuple(row) for row in connection.execute(queries[kind])}
    return (row for row in rows if row.key not in held)
