"""The code of a class, from the graded notebooks."""

from collections.abc import Iterable, Sequence

import msgspec

from autograder.course.directory import CourseDirectory
from autograder.grade.paper import Paper
from autograder.repair import Release
from autograder.report.code import Alphabet, Starter
from autograder.report.reading import Class

Cells = dict[str, str]


def starters(paper: Paper, releases: Sequence[Release]) -> list[Starter]:
    """Return what the course gives, one a notebook; all share an alphabet."""
    alphabet = Alphabet()
    several = len(releases) > 1
    return [
        Starter(release, source, alphabet, f"{release.name}/" if several else "")
        for release, (_, source, _) in zip(releases, paper.notebooks, strict=True)
    ]


class Notebooks:
    """Reads the graded notebooks of an assignment.

    Parameters
    ----------
    course : CourseDirectory
    assignment : str
    starters : sequence of Starter
    """

    def __init__(
        self, course: CourseDirectory, assignment: str, starters: Sequence[Starter]
    ) -> None:
        self.course, self.assignment, self.starters = course, assignment, starters

    def codes(self, group: Class) -> tuple[dict[str, Cells], list[str]]:
        """Return the code of each student who wrote some, and whose can't be read.

        Code is a text by solution cell, of one character a word.
        """
        codes, unread = {}, []
        for receipt in group.receipts:
            student = receipt.result.student
            graded = {each.name for each in receipt.result.notebooks if not each.refusal}
            try:
                texts, _ = self._read(student, graded)
            except (OSError, msgspec.MsgspecError):
                unread.append(student)
                continue
            if texts:
                codes[student] = texts
        return codes, unread

    def sources(self, students: Iterable[str]) -> dict[str, Cells]:
        """Return what some students wrote, as it is, by solution cell."""
        names = {starter.name for starter in self.starters}
        return {student: self._read(student, names, missing_ok=True)[1] for student in students}

    def _read(self, student: str, names: set[str], missing_ok: bool = False) -> tuple[Cells, Cells]:
        texts, sources = {}, {}
        for starter in self.starters:
            folder = self.course.autograded / student / self.assignment
            path = folder / f"{starter.name}.ipynb"
            if starter.name in names and (path.is_file() or not missing_ok):
                own, written = starter.own(path.read_bytes())
                texts |= own
                sources |= written
        return texts, sources
