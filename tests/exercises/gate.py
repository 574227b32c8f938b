"""Grade every catalogue entry as a student of its exercise, with stock nbgrader, in two processes.

Each batch has a course and a gradebook of its own, so that no two processes share a database.
"""

import json
import shutil
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from autograder.authoring import (
    Exercise,
    answer_source,
    entries_for,
    fill,
    read_course,
    read_exercise,
)
from autograder.course.create import new_course
from autograder.course.directory import CONFIG, CourseDirectory
from autograder.course.grading import grade
from autograder.course.results import Result
from autograder.course.stock import Stock

EXERCISES = Path(__file__).parents[2] / "exercises"
NAMES = sorted(path.stem for path in EXERCISES.glob("[0-9][0-9]_*.md"))
BATCH = 20
# Only speed: a kernel that hangs is given up sooner, and one that is done isn't waited for.
FAST = {"timeout": 10, "shutdown_kernel": "immediate"}


@dataclass(frozen=True)
class Verdict:
    """What stock nbgrader says of one submission.

    Attributes
    ----------
    kind : str
        ``starter``, ``reference``, ``mistakes`` or ``alternatives``.
    entry : Mistake or Alternative or None
        The catalogue entry that the submission is made of.
    function : str
        The function that the entry replaces; empty without an entry.
    """

    exercise: Exercise
    kind: str
    entry: object
    function: str
    result: Result

    @property
    def missed(self) -> set[str]:
        """The automatic checks that the submission does not pass."""
        passed = {id for id, outcome in self.result.outcomes.items() if outcome == "passed"}
        return {check.id for check in self.exercise.checks} - passed

    @property
    def declared(self) -> set[str]:
        """The checks of this exercise that the mistake says must fail it."""
        return set(self.entry.killed_by) & {check.id for check in self.exercise.checks}


def run(folder: Path) -> tuple[list[Verdict], str]:
    """Grade everything; return the verdicts and the seed of the hidden checks."""
    origin = read_course(EXERCISES)
    master = new_course(folder / "master", EXERCISES)
    waiting, batches = [], []
    for path in origin.exercises:
        exercise = read_exercise(path, origin)
        submissions = {"starter": ("starter", None), "reference": ("reference", None)}
        for kind in ("mistakes", "alternatives"):
            for entry in entries_for(exercise, origin, kind):
                submissions[f"{kind}-{entry.id}".replace(":", ".")] = (kind, entry)
        answers = {
            student: {} if kind == "starter" else answer_source(exercise, origin, entry)
            for student, (kind, entry) in submissions.items()
        }
        students = list(submissions)
        for first in range(0, len(students), BATCH):
            some = {student: answers[student] for student in students[first : first + BATCH]}
            batches.append((folder / f"{path.stem}-{first}", master.root, path.stem, some))
            waiting.append((exercise, submissions))
    verdicts = []
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        done = pool.map(grade_batch, *zip(*batches, strict=True))
        for (exercise, submissions), results in zip(waiting, done, strict=True):
            for result in results:
                kind, entry = submissions[result.student]
                function = entry.replaces.__name__ if entry else ""
                verdicts.append(Verdict(exercise, kind, entry, function, result))
    return verdicts, master.seed_file.read_text().strip()


def grade_batch(
    folder: Path, master: Path, assignment: str, answers: dict[str, dict[str, str]]
) -> list[Result]:
    """Grade some submissions of one assignment in a course of their own."""
    import nbformat

    course = CourseDirectory(folder)
    shutil.copytree(master / "source" / assignment, course.source / assignment)
    shutil.copy(master / CONFIG, folder)
    Stock(course, "stock").generate_assignment(assignment)
    release = nbformat.read(course.notebook(course.release, assignment), 4)
    for student, sources in answers.items():
        path = course.notebook(course.submitted / student, assignment)
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(fill(release, sources)), encoding="utf-8")
    return whole(course, assignment, grade(course, assignment, profile="stock", Execute=FAST))


def whole(course: CourseDirectory, assignment: str, results: list[Result]) -> list[Result]:
    """Have what stock nbgrader gave up graded again: a kernel may not have come up in time."""
    given_up = [result.student for result in results if result.status == "damaged"]
    if not given_up:
        return results
    second = grade(course, assignment, given_up, True, profile="stock", Execute=FAST)
    again = {result.student: result for result in second}
    results = [again.get(result.student, result) for result in results]
    reasons = {result.student: result.reason for result in results if result.status == "damaged"}
    assert reasons == {}
    return results
