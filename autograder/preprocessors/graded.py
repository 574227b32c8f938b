"""nbgrader's own command and formgrader's button on the engine of ``autograder grade``."""

from pathlib import Path
from typing import Any

from nbconvert.exporters import NotebookExporter
from nbgrader.converters.base import NbGraderException
from traitlets import Any as AnyTrait
from traitlets import Bool, Dict

from autograder.course.directory import CourseDirectory, CourseError
from autograder.course.ids import bad_id
from autograder.course.locks import writer_lock
from autograder.intake.findings import shown
from autograder.model import Receipt
from autograder.record.gradebook import Recorder
from autograder.session.beside import Graded, desk


class GradedExporter(NotebookExporter):
    """Gives nbgrader's converter the graded notebook in place of the one that was handed in.

    It is named as ``c.Autograde.exporter_class``. nbgrader asks it for each notebook twice: as it
    was handed in, then as it was written after the first time. The first question of a submission
    has all its notebooks graded in a process apart, keeps the receipt and records the points. So
    nbgrader's own process neither parses nor runs what a stranger handed in.
    """

    # A run has one exporter: it remembers the submission at hand, and whether it backed up.
    _at_hand = AnyTrait()
    _left = Dict()
    _has_recorded = Bool(False)

    def from_filename(
        self, filename: str, resources: dict[str, Any] | None = None, **_: Any
    ) -> tuple[str, dict[str, Any]]:
        """Return a notebook's text.

        Parameters
        ----------
        filename : str
        resources : dict
            nbgrader's, which say whose notebook of which assignment it is.

        Raises
        ------
        NbGraderException
            If it could not be graded; the message says why. nbgrader goes on with the next student.
        """
        about = resources["nbgrader"]
        whose, name = (about["student"], about["assignment"]), about["notebook"]
        if whose != self._at_hand:
            self._at_hand, self._left = whose, self._grade(*whose, about["db_url"])
        data = self._left.pop(name, None)
        if data is None:
            data = Path(filename).read_bytes()
        return data.decode("utf-8"), {**resources, "output_extension": self.file_extension}

    def _grade(self, student: str, assignment: str, db_url: str) -> dict[str, bytes]:
        """Grade a submission, record what counts, and return its notebooks."""
        if problem := bad_id(student):
            raise self._failure(student, assignment, problem)
        course = CourseDirectory(Path(self.parent.coursedir.root).resolve())
        self._drop_links(course, student, assignment)
        try:
            graded = desk().grade(course, assignment, student)
            with writer_lock(course):
                backup = not self._has_recorded
                with Recorder(course, db_url, backup=backup) as recorder:
                    recorder.record(assignment, [graded.counts])
            self._has_recorded = True
        except CourseError as error:
            raise self._failure(student, assignment, str(error)) from None
        self._say(graded)
        refused = [n for n in graded.receipt.result.notebooks if n.refusal]
        if refused or graded.receipt.observed.fault or graded.counts != graded.receipt:
            self._at_hand = None
            raise self._failure(student, assignment, _why(graded))
        return dict(graded.notebooks)

    def _drop_links(self, course: CourseDirectory, student: str, assignment: str) -> None:
        """Delete what nbgrader copied through a stranger's links: feedback would give it away."""
        folder = course.submission(student, assignment)
        for path in folder.rglob("*"):
            copied = course.autograded / student / assignment / path.relative_to(folder)
            if path.is_symlink() and copied.is_file():
                copied.unlink()
                self.log.warning("%s, %s: %s is a link: left out", student, assignment, path.name)

    def _say(self, graded: Graded) -> None:
        receipt = graded.receipt
        whose = f"{receipt.result.student}, {receipt.result.assignment}"
        if graded.notebooks and not receipt.is_ungraded:
            self.log.info("%s: %s", whose, _points(receipt))
        elif graded.notebooks:
            self.log.warning("%s: no automatic score for %s", whose, "; ".join(receipt.reasons))
        for flag in receipt.flags:
            say = self.log.info if flag.kind.startswith("repaired") else self.log.warning
            say("%s: %s: %s", whose, flag.kind, f"{flag.cell} {flag.message}".strip())

    def _failure(self, student: str, assignment: str, why: str) -> NbGraderException:
        said = f"{shown(student)}, {assignment}: not graded, which is not 0 points: {why}"
        self.log.error("%s", said)
        return NbGraderException(said)


def _points(receipt: Receipt) -> str:
    points = 0 if receipt.points is None else receipt.points
    by_hand = sum(v.max_points for v in receipt.verdicts if v.points is None)
    left = f", {by_hand:g} for a person to give" if by_hand else ""
    return f"{points:g} of {receipt.max_points:g} points{left}"


def _why(graded: Graded) -> str:
    why = "; ".join(graded.receipt.reasons) or "something newer was graded meanwhile"
    stands = graded.counts != graded.receipt
    return f"{why} The grade of an earlier try stands." if stands else why
