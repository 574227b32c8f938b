"""Remove everything that a course holds of one student."""

import os
import re
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import ColumnElement, Connection, Table, delete, func, inspect, make_url, select

from autograder.course.directory import CourseDirectory, CourseError
from autograder.course.locks import batch_lock, receipts_lock, writer_lock
from autograder.course.receipts import FAILED
from autograder.course.stock import Stock
from autograder.record.backups import STEM
from autograder.record.database import Database, sqlite_file
from autograder.record.tables import COMMENT, GRADE, NOTEBOOK, RECORDED, STUDENT, SUBMISSION
from autograder.session.human import human_path, read_export, write_export
from autograder.session.mended import fixes
from autograder.session.tidy import tidy

EXCHANGE = "/usr/local/share/nbgrader/exchange"  # nbgrader's own default
PATIENCE = 30.0  # seconds to wait while another program writes the gradebook
MOST_BYTES = 64 << 20  # of a file in which the student is looked for
NOT_SEARCHED = ("source", "release", "submitted", "autograded", "feedback", "fixes", "receipts")
NOT_SEARCHED += ("locks", "reports", ".git")


@dataclass
class Found:
    """What a course holds of a student.

    Attributes
    ----------
    student : str
    paths : list of pathlib.Path
        Folders and files that are the student's alone, and reports that name the student.
    files : int
        How many files that is.
    rows : dict of str to int
        Rows of the gradebook by table.
    exports : list of pathlib.Path
        Exports of what people wrote that name the student.
    backups : dict of pathlib.Path to bool
        Copies of the gradebook that hold the student, and whether the rows can be taken out.
    mentions : list of pathlib.Path
        Other files of the course that name the student: they stay.
    beyond : list of str
        Where more may lie that this course's directory doesn't hold.
    """

    student: str
    paths: list[Path] = field(default_factory=list)
    files: int = 0
    rows: dict[str, int] = field(default_factory=dict)
    exports: list[Path] = field(default_factory=list)
    backups: dict[Path, bool] = field(default_factory=dict)
    mentions: list[Path] = field(default_factory=list)
    beyond: list[str] = field(default_factory=list)

    def __bool__(self) -> bool:
        """Whether there is anything that can be removed."""
        return bool(self.paths or self.rows or self.exports or self.backups)


class Forgetting:
    """The removal of one student from a course.

    Parameters
    ----------
    course : CourseDirectory
    student : str
    db_url : str
        The gradebook's address. Empty: what the course's settings say.

    Raises
    ------
    CourseError
        If the id can be none.
    """

    def __init__(self, course: CourseDirectory, student: str, db_url: str = "") -> None:
        if student in ("", ".", "..") or "/" in student or "\0" in student:
            raise CourseError(f"'{student}' is no student's id")
        stock = Stock(course)
        self.course, self.student = course, student
        self.db_url, self.config = db_url or stock.db_url, stock.config

    def look(self) -> Found:
        """Find everything.

        Raises
        ------
        CourseError
            If there is nothing at all.
        """
        paths = list(self._paths())
        found = Found(
            self.student,
            paths,
            sum(_count_files(path) for path in paths),
            rows_of(self.db_url, self.student),
            [path for path in self._exports() if self._is_exported(path)],
            dict(self._backups()),
            sorted(self._mentions()),
            list(self._beyond()),
        )
        if not found and not found.mentions:
            raise CourseError(
                f"{self.course.root} holds nothing of a student '{self.student}'. Check the id"
            )
        return found

    def apply(self, backups: bool = False) -> Found:
        """Remove it, the gradebook's rows first; return what was there.

        No copy of the gradebook is made before, for it would hold the student.

        Parameters
        ----------
        backups : bool
            Delete the backups that hold the student, not their rows alone.

        Raises
        ------
        CourseError
            If something can't be removed; what is gone until then stays gone.
        """
        with ExitStack() as stack:
            stack.enter_context(batch_lock(self.course))
            tidy(self.course, *self.course.assignments)
            stack.enter_context(writer_lock(self.course))
            stack.enter_context(receipts_lock(self.course))
            found = self.look()
            if found.rows:
                delete_rows(self.db_url, self.student)
            for path in found.paths:
                _remove(path)
            for path in found.exports:
                write_export(path, read_export(path).without(self.student))
            for path, can_edit in found.backups.items():
                if backups:
                    path.unlink()
                elif can_edit:
                    delete_rows(f"sqlite:///{path}", self.student)
        return found

    def _paths(self) -> Iterator[Path]:
        """Yield the folders and files that are the student's alone, and reports with the id."""
        course, name = self.course, self.student
        places = [
            folder / name for folder in (course.submitted, course.autograded, course.feedback)
        ]
        places += [folder / name for folder in _folders(fixes(course))]
        for folder in _folders(course.receipts):
            places += [folder / f"{name}.json", folder / FAILED / f"{name}.json"]
        yield from (path for path in places if os.path.lexists(path))
        for folder in _folders(course.reports):  # of a whole class, but made again in a minute
            if any(map(self._is_named_in, folder.rglob("*"))):
                yield folder

    def _exports(self) -> list[Path]:
        return [human_path(self.course), *sorted(self.course.backups.glob("human-*.json"))]

    def _is_exported(self, path: Path) -> bool:
        human = read_export(path)
        return human != human.without(self.student)

    def _backups(self) -> Iterator[tuple[Path, bool]]:
        """Yield the copies that hold the student, and whether the rows can be taken out."""
        for path in sorted(self.course.backups.glob(f"{STEM}*")):
            if path.suffix == ".db":
                if rows_of(f"sqlite:///{path}", self.student):
                    yield path, True
            elif self._is_named_in(path):
                yield path, False

    def _mentions(self) -> Iterator[Path]:
        """Yield other files that name the student in their path or their text."""
        own = {self.course.gradebook, *self._exports(), *self.course.backups.glob(f"{STEM}*")}
        for folder, names, files in os.walk(self.course.root):
            place = Path(folder)
            if place == self.course.root:
                names[:] = [name for name in names if name not in NOT_SEARCHED]
            for path in (place / name for name in files):
                if path not in own and self._is_named_in(path):
                    yield path

    def _is_named_in(self, path: Path) -> bool:
        id = re.escape(os.fsencode(self.student))
        word = re.compile(rb"(?<![\w.-])" + id + rb"(?![\w-])")
        if word.search(os.fsencode(path.relative_to(self.course.root))):
            return True
        try:
            if path.is_symlink() or not path.is_file() or path.stat().st_size > MOST_BYTES:
                return False
            return word.search(path.read_bytes()) is not None
        except OSError:
            return False

    def _beyond(self) -> Iterator[str]:
        """Name what no command can reach."""
        exchange = self.config.Exchange.get("root", EXCHANGE)
        if Path(exchange).is_dir():
            yield f"the exchange, {exchange}, where students hand in and fetch feedback"
        for folder in (self.course.root, *self.course.root.parents):
            if (folder / ".git").exists():
                yield f"the history of the git repository {folder}"
        yield "grades that were exported, and copies and backups of the course, elsewhere"


def rows_of(db_url: str, student: str) -> dict[str, int]:
    """Return how many rows a gradebook has of a student, by table; none where there is no file."""
    file = sqlite_file(make_url(db_url))
    if file and not file.is_file():
        return {}
    with _opened(db_url) as database, database.reading() as reader:
        counts = {
            table.name: reader.execute(
                select(func.count()).select_from(table).where(condition)
            ).scalar_one()
            for table, condition in _conditions(reader, student)
        }
    return {name: count for name, count in counts.items() if count}


def delete_rows(db_url: str, student: str) -> None:
    """Delete a student's rows from a gradebook, in one transaction."""
    with _opened(db_url) as database:
        with database.writing() as writer:
            for table, condition in _conditions(writer, student):
                writer.execute(delete(table).where(condition))
        if database.is_sqlite:
            # What was deleted would stand in free pages of the file.
            with database.reading() as connection:
                connection.exec_driver_sql("VACUUM")


@contextmanager
def _opened(db_url: str) -> Iterator[Database]:
    database = Database(db_url, PATIENCE)
    try:
        yield database
    finally:
        database.close()


def _conditions(connection: Connection, student: str) -> list[tuple[Table, ColumnElement[bool]]]:
    """Return what is the student's in each table that is there, in the order in which it can go."""
    submissions = select(SUBMISSION.c.id).where(SUBMISSION.c.student_id == student)
    notebooks = select(NOTEBOOK.c.id).where(NOTEBOOK.c.assignment_id.in_(submissions))
    conditions = [
        (COMMENT, COMMENT.c.notebook_id.in_(notebooks)),
        (GRADE, GRADE.c.notebook_id.in_(notebooks)),
        (RECORDED, RECORDED.c.id.in_(submissions)),
        (NOTEBOOK, NOTEBOOK.c.assignment_id.in_(submissions)),
        (SUBMISSION, SUBMISSION.c.student_id == student),
        (STUDENT, STUDENT.c.id == student),
    ]
    there = set(inspect(connection).get_table_names())
    return [(table, condition) for table, condition in conditions if table.name in there]


def _folders(folder: Path) -> list[Path]:
    return sorted(path for path in folder.glob("*") if path.is_dir())


def _count_files(path: Path) -> int:
    if path.is_symlink() or not path.is_dir():
        return 1
    return sum(len(files) for _, _, files in os.walk(path))


def _remove(path: Path) -> None:
    """Remove a file, or a folder however deep; of a link the link alone."""
    if path.is_dir() and not path.is_symlink():
        # A stranger's folder may be closed, or deeper than Python's own remover goes.
        for command in (["chmod", "-R", "u+rwX"], ["rm", "-rf"]):
            subprocess.run([*command, "--", path], capture_output=True, check=False)
    else:
        path.unlink(missing_ok=True)
    if os.path.lexists(path):
        raise CourseError(
            f"{path} can't be removed. Get write permission for it and run the command again"
        )
