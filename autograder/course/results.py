"""What the gradebook says of a submission, check by check."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from autograder.course.directory import CourseDirectory, function_of, grade_id, read_notebook

if TYPE_CHECKING:
    from nbgrader.api import Grade, SubmittedNotebook

OUTCOMES = ("passed", "failed", "partial", "not_attempted", "manual", "ungraded")


@dataclass(frozen=True)
class CheckResult:
    """One graded cell of one submission.

    Attributes
    ----------
    id : str
        Its grade_id.
    outcome : str
        One of the words of `OUTCOMES`.
    score : float or None
        The points, or None where there are none yet.
    by_hand : bool
        Whether a person grades it.
    """

    id: str
    outcome: str
    score: float | None
    max_score: float
    by_hand: bool

    @property
    def part(self) -> str:
        """The function that the check is about: what stands before ``--`` in its id."""
        return function_of(self.id)


@dataclass(frozen=True)
class Result:
    """One submission.

    Attributes
    ----------
    student, assignment : str
        Whose submission of what.
    status : str
        ``graded``, ``needs manual`` (a person has points to give), ``damaged`` or
        ``not submitted``.
    reason : str
        Why, where the status is ``damaged``.
    checks : tuple of CheckResult
        In the order of the notebook. Empty where nothing could be graded.
    """

    student: str
    assignment: str
    status: str
    max_score: float
    reason: str = ""
    checks: tuple[CheckResult, ...] = ()

    @property
    def score(self) -> float | None:
        """The points so far, or None where nothing was graded: never an invented zero."""
        known = [check.score for check in self.checks if check.score is not None]
        return sum(known) if known else None

    @property
    def parts(self) -> dict[str, list[CheckResult]]:
        """The checks by function, in order."""
        parts = defaultdict(list)
        for check in self.checks:
            parts[check.part].append(check)
        return dict(parts)

    @property
    def outcomes(self) -> dict[str, str]:
        """The outcome of each check."""
        return {check.id: check.outcome for check in self.checks}


class Gradebook:
    """A course's gradebook, read only.

    Parameters
    ----------
    course : CourseDirectory
        The course.
    assignment : str
        The assignment; it has been released.
    db_url : str
        The gradebook's address.
    """

    def __init__(self, course: CourseDirectory, assignment: str, db_url: str) -> None:
        from nbgrader.api import Gradebook as NbGraderGradebook

        source = read_notebook(course.notebook(course.source, assignment))
        self.assignment = assignment
        self._place = {grade_id(cell): place for place, cell in enumerate(source["cells"])}
        self._answered_in = {
            function: grade_id(cell)
            for cell in source["cells"]
            if cell["metadata"].get("nbgrader", {}).get("solution")
            for function in cell["metadata"].get("autograder", {}).get("functions", ())
        }
        self._db = NbGraderGradebook(db_url)

    def __enter__(self) -> "Gradebook":
        """Return the open gradebook."""
        return self

    def __exit__(self, *exception: object) -> None:
        """Close it."""
        self._db.close()

    @property
    def roster(self) -> list[str]:
        """The ids of the students whom the gradebook knows."""
        return [student.id for student in self._db.students]

    @property
    def max_score(self) -> float:
        """The most that a submission can get."""
        return self._db.find_assignment(self.assignment).max_score

    def result(self, student: str, reason: str = "") -> Result:
        """Return what is recorded of a graded submission."""
        submission = self._db.find_submission(self.assignment, student)
        checks = [check for notebook in submission.notebooks for check in self._checks(notebook)]
        checks.sort(key=lambda check: self._place.get(check.id, len(self._place)))
        if reason or any(check.outcome == "ungraded" for check in checks):
            status = "damaged"
        elif any(check.outcome == "manual" and check.score is None for check in checks):
            status = "needs manual"
        else:
            status = "graded"
        return Result(student, self.assignment, status, submission.max_score, reason, tuple(checks))

    def without_grades(self, student: str, status: str, reason: str = "") -> Result:
        """Return the result of a submission that could not be graded, or isn't there."""
        return Result(student, self.assignment, status, self.max_score, reason)

    def _checks(self, notebook: "SubmittedNotebook") -> Iterable[CheckResult]:
        """Yield the graded cells of a notebook; those with a comment are a person's to grade."""
        comments = {comment.name: comment.auto_comment for comment in notebook.comments}
        for grade in notebook.grades:
            part = function_of(grade.name)
            answers = (grade.name, self._answered_in.get(part, part))
            untouched = any(comments.get(name) == "No response." for name in answers)
            by_hand = grade.name in comments
            outcome = _outcome(grade, by_hand, untouched)
            yield CheckResult(grade.name, outcome, _score(grade), grade.max_score, by_hand)


def _score(grade: "Grade") -> float | None:
    given = grade.manual_score if grade.manual_score is not None else grade.auto_score
    return None if given is None else given + (grade.extra_credit or 0)


def _outcome(grade: "Grade", by_hand: bool, untouched: bool) -> str:
    score = grade.auto_score
    if by_hand:
        return "not_attempted" if untouched and score == 0 else "manual"
    if score is None:
        return "ungraded"
    if score >= grade.max_score:
        return "passed"
    if score > 0:
        return "partial"
    return "not_attempted" if untouched else "failed"
