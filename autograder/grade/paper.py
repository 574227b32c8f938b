"""All that grading an assignment needs of the course, in bytes that any worker can be given."""

import functools
import hashlib
import json
from dataclasses import dataclass, replace
from functools import cached_property

import msgspec
from msgspec import Struct

from autograder.course.autotests import instantiated
from autograder.course.directory import CourseDirectory, CourseError, read_notebook
from autograder.course.supplements import Supplements, read_supplements
from autograder.diagnose.cells import read as read_diagnosis
from autograder.grade.files import Archives, archives_of
from autograder.model import Limits
from autograder.repair import Release, ReleaseCell, ReleaseError, read_release


class Settings(Struct, frozen=True):
    """What grading is told.

    Attributes
    ----------
    packages : tuple of str
        The distributions that students may use.
    limits : Limits
    sandbox : str
        ``auto``, ``strict``, ``none`` or a level by its name.
    in_student_process : tuple of str
        The ids of checks that change what the student defined: they run in the student's process.
    """

    packages: tuple[str, ...] = ("numpy", "matplotlib")
    limits: Limits = Limits()
    sandbox: str = "auto"
    in_student_process: tuple[str, ...] = ()

    @property
    def digest(self) -> str:
        """SHA-256 of what a result depends on: of the sandbox only whether there is one."""
        return _digest([self.packages, self.limits, self.sandbox != "none"])


class Paper(Struct, frozen=True):
    """An assignment as a worker gets it.

    Attributes
    ----------
    assignment : str
    notebooks : tuple of (str, dict, dict)
        Name, source and release of each.
    settings : Settings
    diagnosis : dict
        What is known of students' mistakes, from ``diagnosis/<assignment>.json``.
    supplements : Supplements
        The course's files beside the notebooks.
    """

    assignment: str
    notebooks: tuple[tuple[str, dict, dict], ...]
    settings: Settings = Settings()
    diagnosis: dict = msgspec.field(default_factory=lambda: {"functions": {}})
    supplements: Supplements = Supplements()


@dataclass(frozen=True)
class Assignment:
    """A paper that was read.

    Attributes
    ----------
    name : str
    releases : tuple of Release
        One a notebook.
    settings : Settings
    diagnosis : dict
    supplements : Supplements
    """

    name: str
    releases: tuple[Release, ...]
    settings: Settings
    diagnosis: dict
    supplements: Supplements

    @cached_property
    def digest(self) -> str:
        """SHA-256 of all that the course says about the assignment: cells, mistakes, files."""
        cells = [[r.name, r.version, [_parts(c) for c in r.cells]] for r in self.releases]
        return _digest([cells, self.diagnosis, self.supplements.all])

    @cached_property
    def archives(self) -> Archives:
        """The course's files as submissions and checks are given them."""
        return archives_of(self.supplements)

    @property
    def names(self) -> list[str]:
        """The stems of its notebooks."""
        return [release.name for release in self.releases]


def read_paper(course: CourseDirectory, assignment: str, settings: Settings) -> Paper:
    """Read an assignment's notebooks from a course.

    Raises
    ------
    CourseError
        If it isn't released, or source and release don't fit together.
    """
    course.check_assignment(assignment)
    if missing := course.unreleased(assignment):
        raise CourseError(
            f"{assignment} is not released yet: {missing[0]} is missing. "
            f"Run: autograder release {assignment}"
        )
    notebooks = []
    for path in sorted((course.source / assignment).glob("*.ipynb")):
        source = instantiated(course, assignment, path.stem, read_notebook(path))
        released = read_notebook(course.release / assignment / path.name)
        notebooks.append((path.stem, source, released))
    diagnosis = read_diagnosis(course.root / "diagnosis", assignment)
    supplements = read_supplements(course, assignment)
    paper = Paper(assignment, tuple(notebooks), settings, diagnosis, supplements)
    read(paper)
    return paper


def read(paper: Paper) -> Assignment:
    """Join sources and releases.

    Raises
    ------
    CourseError
        If they don't fit together.
    """
    try:
        releases = [
            _marked(read_release(source, seen, name), paper.settings.in_student_process)
            for name, source, seen in paper.notebooks
        ]
    except ReleaseError as error:
        raise CourseError(f"{paper.assignment}: {error}") from None
    return Assignment(
        paper.assignment, tuple(releases), paper.settings, paper.diagnosis, paper.supplements
    )


def _marked(release: Release, ids: tuple[str, ...]) -> Release:
    """Mark the checks that run in the student's process."""
    cells = []
    for cell in release.cells:
        if cell.role == "check" and cell.grade_id in ids:
            about = {**cell.metadata.get("autograder", {}), "in_student_process": True}
            cell = replace(cell, metadata={**cell.metadata, "autograder": about})
        cells.append(cell)
    return replace(release, cells=tuple(cells))


@functools.lru_cache(16)
def open_paper(data: bytes) -> Assignment:
    """Read a paper that was sent; a worker does so once an assignment."""
    return read(msgspec.json.decode(data, type=Paper))


def cell_digest(cell: ReleaseCell) -> str:
    """Return a short digest of a cell's own source: it changes when the check does."""
    return hashlib.sha256(cell.source.encode()).hexdigest()[:16]


def _parts(cell: ReleaseCell) -> list:
    about = cell.metadata.get("autograder", {})
    flags = [cell.grade, cell.solution, cell.locked, cell.task]
    text = [cell.grade_id, cell.cell_type, cell.source, cell.visible]
    return [*text, cell.points, flags, sorted(cell.names), json.dumps(about, sort_keys=True)]


def _digest(value: object) -> str:
    data = msgspec.json.encode(value, order="deterministic")
    return hashlib.sha256(data).hexdigest()
