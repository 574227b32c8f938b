"""Where things are in a course directory."""

import json
from dataclasses import dataclass
from pathlib import Path

CONFIG = "nbgrader_config.py"
STOCK = "nbgrader_stock.py"


class CourseError(Exception):
    """Something about a course directory that a person must mend; the message says how."""


@dataclass(frozen=True)
class CourseDirectory:
    """An ordinary nbgrader course, with `diagnosis` and `receipts` beside it.

    Attributes
    ----------
    root : pathlib.Path
        Absolute path of the directory that holds `nbgrader_config.py`.
    """

    root: Path

    @property
    def source(self) -> Path:
        """The instructor's notebooks, one folder an assignment."""
        return self.root / "source"

    @property
    def release(self) -> Path:
        """The students' notebooks, as nbgrader's own converter wrote them."""
        return self.root / "release"

    @property
    def submitted(self) -> Path:
        """What students handed in: ``submitted/<student>/<assignment>/``."""
        return self.root / "submitted"

    @property
    def autograded(self) -> Path:
        """The graded notebooks, with hidden checks in them."""
        return self.root / "autograded"

    @property
    def feedback(self) -> Path:
        """What goes back to students."""
        return self.root / "feedback"

    @property
    def receipts(self) -> Path:
        """What is known of each graded submission: ``receipts/<assignment>/<student>.json``."""
        return self.root / "receipts"

    @property
    def reports(self) -> Path:
        """What `autograder report` says of each assignment."""
        return self.root / "reports"

    @property
    def gradebook(self) -> Path:
        """The gradebook; nbgrader makes it on first use."""
        return self.root / "gradebook.db"

    @property
    def backups(self) -> Path:
        """Copies of the gradebook, and of what people wrote into it, before it was changed."""
        return self.root / "backups"

    @property
    def seed_file(self) -> Path:
        """The course's own seed, drawn when the course was made."""
        return self.root / "seed"

    @property
    def assignments(self) -> list[str]:
        """The names of the assignments, in order."""
        return sorted({path.parent.name for path in self.source.glob("*/*.ipynb")})

    @property
    def released(self) -> list[str]:
        """The names of the assignments that have been released, in order."""
        return [a for a in self.assignments if not self.unreleased(a)]

    def unreleased(self, assignment: str) -> list[Path]:
        """Return which released notebooks of an assignment are missing."""
        names = [path.name for path in self.source.glob(f"{assignment}/*.ipynb")]
        return [path for n in names if not (path := self.release / assignment / n).is_file()]

    def notebook(self, folder: Path, assignment: str) -> Path:
        """Return the path of an assignment's notebook below `source`, `release` or a student."""
        return folder / assignment / f"{assignment}.ipynb"

    def submission(self, student: str, assignment: str) -> Path:
        """Return the folder in which a student's submission is expected."""
        return self.submitted / student / assignment

    def submitters(self, assignment: str) -> list[str]:
        """Return the ids of the students who handed something in, in order.

        A folder that may not be looked into counts, too: its student is to hear of it.
        """
        return sorted(path.name for path in self.submitted.glob("*") if _may_hold(path, assignment))

    def check_assignment(self, assignment: str) -> None:
        """Raise `CourseError` unless the course has the assignment."""
        if assignment not in self.assignments:
            known = ", ".join(self.assignments) or "none"
            raise CourseError(f"{self.source} has no assignment '{assignment}'; it has: {known}")


def _may_hold(folder: Path, name: str) -> bool:
    try:
        (folder / name).lstat()
    except PermissionError:
        return True
    except OSError:
        return False
    return True


def find_course(start: str | Path = ".") -> CourseDirectory:
    """Return the course that a directory is, or lies in.

    Raises
    ------
    CourseError
        If neither the directory nor one above it is a course.
    """
    start = Path(start).resolve()
    for folder in (start, *start.parents):
        if (folder / CONFIG).is_file() and (folder / "source").is_dir():
            return CourseDirectory(folder)
    raise CourseError(
        f"{start} is not in a course: no {CONFIG} here or above. Change into a course directory, "
        "name one with --course, or make one: autograder new DIR --from exercises"
    )


def read_notebook(path: Path) -> dict:
    """Read a notebook as plain data, with each cell's source as one text.

    Raises
    ------
    CourseError
        If the file is missing or is not a notebook.
    """
    try:
        notebook = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise CourseError(f"{path} is missing") from None
    except (ValueError, RecursionError, OSError) as error:
        raise CourseError(f"{path} is not a notebook: {error}") from None
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        raise CourseError(f"{path} is not a notebook: it has no list of cells")
    for number, cell in enumerate(notebook["cells"], 1):
        try:
            cell["source"] = "".join(cell["source"])
            cell["metadata"].get("nbgrader", {}).get("grade_id")
        except (TypeError, KeyError, AttributeError):
            raise CourseError(f"{path} is not a notebook: cell {number} is malformed") from None
    return notebook


def function_of(id: str) -> str:
    """Return the function that a check is about: what stands before ``--`` in its id."""
    return id.split("--")[0]


def grade_id(cell: dict) -> str:
    """Return the name that nbgrader knows a cell by; empty for an ordinary cell."""
    return cell["metadata"].get("nbgrader", {}).get("grade_id", "")
