"""Grade a sample both ways, and explain each difference."""

import json
import random
import re
from collections.abc import Iterable
from dataclasses import dataclass

from autograder.batch.executors import local
from autograder.batch.run import run
from autograder.batch.task import Task, encode_contents, encode_paper
from autograder.course.directory import CourseDirectory
from autograder.course.untouched import Check, Work
from autograder.grade.mark import Marked, faulty
from autograder.grade.paper import Settings, read, read_paper
from autograder.model import NotebookResult, Outcome, Receipt, Verdict
from autograder.sandbox.levels import Level
from autograder.session.mended import handed_in
from autograder.session.untouched import grade_untouched

HARMLESS = {
    "repaired:extra-notebook",
    "repaired:many-files",
    "repaired:timestamp",
    "repaired:version",
}
LEFT_OUT = "repaired:extra-file"
STOPPED = {Outcome.TIMEOUT, Outcome.OUT_OF_MEMORY, Outcome.CRASHED}
HUNG = {"CellTimeoutError", "KeyboardInterrupt", "DeadKernelError"}
# What a submission reaches for to change how it is checked, where it shares the checks' process.
REACHES = re.compile(
    r"\b(?:builtins|__builtins__|ctypes|gc\.get_\w+|get_ipython|globals\(\)|importlib|inspect|"
    r"input_transformers?\w*|IPython|sys\.(?:modules|settrace|setprofile|_getframe)|unittest|"
    r"setattr|_exit|os\.kill|sqlite3|__(?:eq|ne|array_\w+|class|subclasses|getattribute)__|"
    r"(?:np|numpy)\.(?:testing|\w+)(?:\.\w+)*\s*=(?!=))"
)
RIGHT_THERE = 1e-9


@dataclass(frozen=True)
class Difference:
    """One check that the two ways give other points for.

    Attributes
    ----------
    student, notebook, check : str
    ours, theirs : float or None
    outcome : str
        Ours, in the words of the receipt.
    reason : str
        Why they differ; empty if that isn't known.
    """

    student: str
    notebook: str
    check: str
    ours: float | None
    theirs: float | None
    outcome: str
    reason: str


def choose(students: Iterable[str], size: int, seed: int) -> list[str]:
    """Draw a sample without repetition: the same one for the same seed."""
    known = sorted(students)
    return sorted(random.Random(seed).sample(known, min(size, len(known))))


def shadow(
    course: CourseDirectory, assignment: str, students: list[str], settings: Settings, level: Level
) -> tuple[list[Difference], int]:
    """Grade with the engine and with nbgrader's own pipeline, and record nothing.

    Returns
    -------
    list of Difference, int
        What differs, and how many checks were compared.
    """
    theirs = grade_untouched(course, assignment, students, level, settings.limits)
    ours = _by_engine(course, assignment, students, settings, level)
    found, count = [], 0
    for student in students:
        for notebook in ours[student].receipt.result.notebooks:
            count += len(notebook.verdicts)
            found += _compare(ours[student], notebook, theirs[student])
    return found, count


def _by_engine(
    course: CourseDirectory, assignment: str, students: list[str], settings: Settings, level: Level
) -> dict[str, Marked]:
    paper = read_paper(course, assignment, settings)
    about = read(paper)
    known = (about.names, about.supplements)
    tasks = (Task(s, handed_in(course, assignment, s, *known)) for s in students)
    asked = (encode_paper(paper), local(1, level), 1, encode_contents(paper))
    return {
        answer.task.student: answer.marked
        or Marked(faulty(about, answer.task.student, answer.task.parcel, answer.fault))
        for answer in run(tasks, *asked)
    }


def _compare(marked: Marked, notebook: NotebookResult, work: Work) -> list[Difference]:
    receipt, checks = marked.receipt, work.checks.get(notebook.name, {})
    found = []
    for verdict in notebook.verdicts:
        check = checks.get(verdict.id, Check(None))
        if not _differ(verdict.points, check.score):
            continue
        reason = (
            _of_the_whole(receipt, notebook, work)
            or _of_the_check(receipt, notebook, verdict, check)
            or _forged(marked, notebook, verdict, check)
        )
        about = (receipt.result.student, notebook.name, verdict.id)
        found.append(Difference(*about, verdict.points, check.score, verdict.outcome, reason))
    return found


def _differ(ours: float | None, theirs: float | None) -> bool:
    if ours is None or theirs is None:
        return ours is not theirs
    return abs(ours - theirs) > RIGHT_THERE


def _of_the_whole(receipt: Receipt, notebook: NotebookResult, work: Work) -> str:
    """Return why the whole submission differs."""
    if receipt.observed.fault:
        return ""
    if notebook.refusal:
        return f"not graded here, which is no 0: {notebook.refusal}"
    if work.failure:
        return f"nbgrader graded nothing of it: {work.failure}"
    flags = [*receipt.result.flags, *notebook.flags]
    kinds = sorted({f.kind for f in flags if f.kind.startswith(("repaired", "tampered"))})
    if serious := [kind for kind in kinds if kind not in {*HARMLESS, LEFT_OUT}]:
        return f"the notebook was not as released: {', '.join(serious)}"
    return next((flag.message for flag in flags if flag.kind == LEFT_OUT), "")


def _of_the_check(
    receipt: Receipt, notebook: NotebookResult, verdict: Verdict, check: Check
) -> str:
    """Return why one check differs."""
    said = receipt.message_of(notebook.name, verdict.id)
    if verdict.outcome is Outcome.UNGRADED:
        return f"a person grades it, since the check's own value is no score: {said}"
    if verdict.outcome in STOPPED:
        return f"it was stopped here, and costs its own check only: {said}"
    if check.error in HUNG:
        return "nbgrader's kernel hung; here each check runs apart, after all cells"
    if check.warned and not check.error and not check.score:
        return "a warning on stderr costs all points in nbgrader, and nothing here"
    if "forgeable" in verdict.flags:
        return "this check runs in the submission's process, without what other checks left there"
    return ""


def _forged(marked: Marked, notebook: NotebookResult, verdict: Verdict, check: Check) -> str:
    """Return what a submission reaches for that got points in nbgrader and gets none here."""
    if (check.score or 0) <= (verdict.points or 0):
        return ""
    cells = json.loads(marked.notebooks[notebook.name])["cells"]
    for number, cell in enumerate(cells, 1):
        about = cell["metadata"].get("nbgrader", {})
        if cell["cell_type"] != "code" or (about and not about.get("solution")):
            continue
        if reached := REACHES.search(cell["source"]):
            return (
                f"cell {number} reaches for `{reached[0].rstrip(' =')}`, which the checks use in "
                "nbgrader's process and which is out of reach here"
            )
    return ""
