"""An assignment of two notebooks with every kind of cell that is scored, and a class of four."""

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from autograder.course import CourseDirectory
from autograder.course.config import write_config
from autograder.model import NotebookResult, Observed, Outcome, Receipt, Refusal, Result, Verdict
from tests.autograder.classroom import graded

ASSIGNMENT = "01_sums"
DUE = datetime(2026, 3, 1, 12)
WHY = "Because it is a sum."
RIGHT = {
    "plus": "def plus(a, b):\n    return a + b",
    "times": "def times(a, b):\n    return a * b",
}
PARTLY = "def plus(a, b):\n    return a + b if a < 2 else 0"
POINTS = {"plus--small": 1, "plus--hidden": 2, "plus--parts": 3, "plus--why": 2}
PENALTY = """
from nbgrader.plugins import LateSubmissionPlugin


class OneAnHour(LateSubmissionPlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        return total_seconds_late / 3600
"""
NAMES_PENALTY = """
sys.path.insert(0, os.path.dirname(__file__))
c.AssignLatePenalties.plugin_class = "sums_penalty.OneAnHour"
"""


@dataclass(frozen=True)
class Work:
    """What a student hands in, and what it is worth check by check."""

    sources: dict[str, str]
    plus: dict[str, float | None]
    times: float
    untouched: tuple[str, ...] = ()
    at: datetime | None = None


RIGHT_POINTS = {**POINTS, "plus--why": None}
NO_POINTS = dict.fromkeys(POINTS, 0)
CLASS = {
    "ana": Work({**RIGHT, "plus--why": WHY}, RIGHT_POINTS, 1, at=DUE - timedelta(hours=1)),
    "ben": Work({}, NO_POINTS, 0, ("plus", "plus--why", "times")),
    "cy": Work(
        {"plus": PARTLY, "times": RIGHT["times"], "plus--why": WHY},
        {"plus--small": 1, "plus--hidden": 0, "plus--parts": 2, "plus--why": None},
        1,
        at=DUE + timedelta(hours=2),
    ),
    "dee": Work(
        {"times": RIGHT["times"]},
        NO_POINTS,
        1,
        ("plus", "plus--why"),
        at=DUE + timedelta(minutes=15),
    ),
}


def make_course(root: Path) -> CourseDirectory:
    """Make a course whose assignment isn't released yet."""
    course = CourseDirectory(root)
    folder = course.source / ASSIGNMENT
    folder.mkdir(parents=True)
    for name, cells in {"plus": plus_cells(), "times": times_cells()}.items():
        kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}
        notebook = new_notebook(metadata=kernel, cells=cells)
        (folder / f"{name}.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    write_config(course, "Sums", "sums")
    (root / "sums_penalty.py").write_text(PENALTY, encoding="utf-8")
    with (root / "nbgrader_config.py").open("a", encoding="utf-8") as config:
        config.write(NAMES_PENALTY)
    return course


def plus_cells() -> list[dict]:
    hidden = "### BEGIN HIDDEN TESTS\nassert plus(7, 8) == 15\n### END HIDDEN TESTS"
    parts = "sum(plus(a, 1) == a + 1 for a in range(3))"
    return [
        solution("plus"),
        check("plus--small", 1, "assert plus(1, 1) == 2"),
        check("plus--hidden", 2, f"# hidden\n{hidden}"),
        check("plus--parts", 3, parts),
        new_markdown_cell("Say why.", id="why", metadata=graded("plus--why", 2, True)),
    ]


def times_cells() -> list[dict]:
    task = {**graded("times--draw", 4, False)["nbgrader"], "grade": False, "task": True}
    return [
        solution("times"),
        check("times--small", 1, "assert times(2, 3) == 6"),
        new_markdown_cell("Draw it below.", id="draw", metadata={"nbgrader": task}),
    ]


def solution(name: str) -> dict:
    head, body = RIGHT[name].split("\n", 1)
    marked = f"{head}\n    ### BEGIN SOLUTION\n{body}\n    ### END SOLUTION"
    return new_code_cell(marked, id=name, metadata=graded(name, None, True))


def check(grade_id: str, points: float, code: str) -> dict:
    return new_code_cell(code, id=grade_id, metadata=graded(grade_id, points, False))


def submit(course: CourseDirectory, student: str, work: Work) -> None:
    """Hand in both notebooks, and a timestamp where there is one."""
    folder = course.submission(student, ASSIGNMENT)
    folder.mkdir(parents=True)
    for name in ("plus", "times"):
        path = course.release / ASSIGNMENT / f"{name}.ipynb"
        notebook = json.loads(path.read_text(encoding="utf-8"))
        for cell in notebook["cells"]:
            grade_id = cell["metadata"]["nbgrader"]["grade_id"]
            cell["source"] = work.sources.get(grade_id, cell["source"])
        (folder / f"{name}.ipynb").write_text(json.dumps(notebook), encoding="utf-8")
    if work.at:
        (folder / "timestamp.txt").write_text(f"{work.at} UTC", encoding="utf-8")


def receipt(student: str, work: Work | None = None, submission: str = "", **changes) -> Receipt:
    """Return the receipt that a grader writes for a student's work."""
    work = work or CLASS[student]
    plus = NotebookResult(
        "plus",
        tuple(verdict(id, points, POINTS[id]) for id, points in work.plus.items()),
        tuple(name for name in work.untouched if name.startswith("plus")),
    )
    times = NotebookResult(
        "times",
        (verdict("times--small", work.times, 1), verdict("times--draw", None, 4)),
        tuple(name for name in work.untouched if name.startswith("times")),
    )
    given = {"notebooks": (plus, times), "timestamp": work.at, **changes}
    fault = given.pop("fault", "")
    digest = submission or f"digest of {student}"
    result = Result(student, ASSIGNMENT, digest, "checks", "settings", **given)
    return Receipt(result, Observed(DUE, fault=fault))


def verdict(id: str, points: float | None, most: float) -> Verdict:
    if points is None:
        return Verdict(id, Outcome.MANUAL, None, most)
    outcome = Outcome.PASSED if points == most else Outcome.PARTIAL if points else Outcome.FAILED
    return Verdict(id, outcome, points, most)


def ungraded(work: Work, *ids: str) -> NotebookResult:
    """Return the result of the notebook `plus` in which some checks could not be graded."""
    verdicts = (
        Verdict(id, Outcome.UNGRADED, None, POINTS[id])
        if id in ids
        else verdict(id, points, POINTS[id])
        for id, points in work.plus.items()
    )
    return NotebookResult("plus", tuple(verdicts))


def refused(refusal: Refusal) -> NotebookResult:
    """Return the result of a notebook `plus` that could not be read."""
    verdicts = tuple(Verdict(id, Outcome.UNGRADED, None, most) for id, most in POINTS.items())
    return NotebookResult("plus", verdicts, refusal=refusal)
