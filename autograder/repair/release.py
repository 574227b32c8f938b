"""What the course knows of an assignment's notebook."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from autograder.intake import Expected
from autograder.intake.text import lines_of
from autograder.repair.text import asked_for, checksum, normal

Role = Literal["student", "locked", "check", "text"]


class ReleaseError(Exception):
    """The course's own notebooks don't fit together; the message says how to mend it."""


@dataclass(frozen=True)
class ReleaseCell:
    """A cell of the release.

    Attributes
    ----------
    grade_id : str
        Empty for a plain cell, which nbgrader doesn't know.
    role : str
        ``student`` (code that the student writes), ``locked`` (code that runs on both sides),
        ``check``, or ``text``.
    source : str
        The course's own: of a check with its hidden lines, of a student's cell the starter.
    visible : str
        What the release shows.
    points : float
        The most that it earns, 0 where it isn't graded.
    grade, solution, locked, task : bool
        nbgrader's flags.
    metadata : dict
        What the release's cell carries: written to the graded notebook as it is.
    id : str
        The cell's own id in the file, or empty.
    names : frozenset of str
        What the student is asked to define: what the starter defines, else the course's answer.
    """

    grade_id: str
    role: Role
    cell_type: str
    source: str
    visible: str
    points: float = 0.0
    grade: bool = False
    solution: bool = False
    locked: bool = False
    task: bool = False
    metadata: dict = field(default_factory=dict)
    id: str = ""
    names: frozenset[str] = frozenset()

    @property
    def is_slot(self) -> bool:
        """Whether nbgrader knows the cell, so that it must be in the graded notebook once."""
        return bool(self.grade_id)

    @property
    def is_protected(self) -> bool:
        """Whether its source is the course's."""
        return self.is_slot and not self.solution

    @property
    def manual(self) -> bool:
        """Whether a person grades it."""
        return self.task or (self.grade and (self.solution or self.cell_type != "code"))

    @cached_property
    def text(self) -> str:
        """What the release shows, without what may change unnoticed."""
        return normal(self.visible)

    @cached_property
    def lines(self) -> frozenset[str]:
        """The lines that the release shows."""
        return lines_of(self.visible)

    @cached_property
    def is_blank(self) -> bool:
        """Whether its starter leaves open what to define."""
        return not asked_for(self.visible)


@dataclass(frozen=True)
class Release:
    """A notebook of an assignment: its cells in order.

    Attributes
    ----------
    name : str
        The file's stem.
    cells : tuple of ReleaseCell
        All cells, plain ones included.
    metadata : dict
        The notebook's, with the kernel.
    version : str
        The exercise's version, or empty.
    """

    name: str
    cells: tuple[ReleaseCell, ...]
    metadata: dict = field(default_factory=dict)
    version: str = ""

    @cached_property
    def index(self) -> dict[str, int]:
        """The place of each cell that nbgrader knows, by grade_id."""
        return {cell.grade_id: i for i, cell in enumerate(self.cells) if cell.is_slot}

    @property
    def max_points(self) -> float:
        """The most that a submission can earn."""
        return sum(cell.points for cell in self.cells)

    @property
    def checks(self) -> list[ReleaseCell]:
        """The checks in order."""
        return [cell for cell in self.cells if cell.role == "check"]

    @cached_property
    def expected(self) -> Expected:
        """What intake needs to know the notebook again."""
        own = [cell for cell in self.cells if cell.grade or cell.solution or cell.task]
        lines = frozenset().union(*(cell.lines for cell in self.cells))
        return Expected(self.name, frozenset(cell.grade_id for cell in own), lines)


def read_release(source: dict, release: dict, name: str) -> Release:
    """Join a course's source notebook with the release that nbgrader made of it.

    Parameters
    ----------
    source, release : dict
        Notebooks of nbformat 4. Checks come from `source`, starters from `release`.
    name : str
        The notebook's name.

    Raises
    ------
    ReleaseError
        If an id stands twice in the source, or the two differ in their ids.
    """
    sources: dict[str, dict] = {}
    for cell in source["cells"]:
        grade_id = _nbgrader(cell).get("grade_id", "")
        if grade_id in sources:
            raise ReleaseError(
                f"{name}: the id '{grade_id}' stands twice in the source. Rename one"
            )
        if grade_id:
            sources[grade_id] = cell
    released = [_nbgrader(cell).get("grade_id", "") for cell in release["cells"]]
    if sources.keys() != set(released) - {""}:
        differ = ", ".join(sorted(sources.keys() ^ (set(released) - {""})))
        raise ReleaseError(
            f"{name}: source and release differ in the cells {differ}. Release the assignment "
            "again; once there are grades, run: autograder regrade"
        )
    cells = [
        _join(sources.get(grade_id, cell), cell)
        for grade_id, cell in zip(released, release["cells"], strict=True)
    ]
    metadata = {k: v for k, v in release.get("metadata", {}).items() if k != "celltoolbar"}
    version = metadata.get("autograder", {}).get("version", "")
    return Release(name, tuple(cells), metadata, version)


def _join(source: dict, release: dict) -> ReleaseCell:
    about = _nbgrader(source)
    grade, solution, locked, task = (
        bool(about.get(key)) for key in ("grade", "solution", "locked", "task")
    )
    grade_id, cell_type = about.get("grade_id", ""), source["cell_type"]
    points = float(about.get("points") or 0) if grade or task else 0.0
    visible = _text(release)
    text = visible if solution or not grade_id else _text(source)
    metadata = dict(release.get("metadata", {}))
    if grade_id:
        digest = checksum(text, cell_type, grade, solution, locked, grade_id, points)
        metadata["nbgrader"] = {**_nbgrader(release), "checksum": digest}
    role: Role = "text"
    if cell_type == "code":
        is_protected = bool(grade_id) and not solution
        role = ("check" if grade else "locked") if is_protected else "student"
    asked = asked_for(visible) or asked_for(_text(source))
    return ReleaseCell(
        grade_id,
        role,
        cell_type,
        text,
        visible,
        points,
        grade,
        solution,
        locked,
        task,
        metadata,
        release.get("id", ""),
        asked if role == "student" and solution else frozenset(),
    )


def _nbgrader(cell: dict) -> dict:
    return cell.get("metadata", {}).get("nbgrader", {})


def _text(cell: dict) -> str:
    source = cell["source"]
    return source if isinstance(source, str) else "".join(source)
