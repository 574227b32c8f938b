"""Try an assignment before students get it, then write the release with nbgrader."""

import json
import shutil
import tempfile
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

from autograder.course.directory import (
    CONFIG,
    CourseDirectory,
    CourseError,
    grade_id,
    read_notebook,
)
from autograder.course.grading import grade
from autograder.course.hidden import left_in
from autograder.course.results import Result
from autograder.course.stock import ConverterError, Stock, gradebook_for_a_trial


@dataclass(frozen=True)
class DryRun:
    """What a trial of an assignment found: `problems` is empty where it may be released."""

    assignment: str
    starter: Result
    reference: Result
    problems: tuple[str, ...]


def dry_run(course: CourseDirectory, assignment: str) -> DryRun:
    """Release and grade an assignment in a copy of the course that is thrown away.

    The untouched release must score 0, the release with the answers of `source` every automatic
    point, and nothing hidden may be left in the release.
    """
    course.check_assignment(assignment)
    if [path.stem for path in (course.source / assignment).glob("*.ipynb")] != [assignment]:
        raise CourseError(
            f"{assignment} holds other notebooks than {assignment}.ipynb, which can't be tried. "
            f"Run: nbgrader generate_assignment {assignment}"
        )
    with tempfile.TemporaryDirectory(prefix="autograder-") as folder:
        trial = _copy_of(course, assignment, Path(folder))
        own = {"db_url": gradebook_for_a_trial(trial)}  # whatever the settings say
        Stock(trial, CourseDirectory=own).generate_assignment(assignment)
        source = read_notebook(trial.notebook(trial.source, assignment))
        release = read_notebook(trial.notebook(trial.release, assignment))
        for student, notebook in {
            "reference": with_answers(release, source),
            "starter": release,
        }.items():
            path = trial.notebook(trial.submitted / student, assignment)
            path.parent.mkdir(parents=True)
            path.write_text(json.dumps(notebook), encoding="utf-8")
        reference, starter = grade(
            trial,
            assignment,
            Execute={"shutdown_kernel": "immediate"},
            CourseDirectory=own,
        )
    problems = [*_windfalls(starter), *_shortfalls(reference), *left_in(release, source)]
    return DryRun(assignment, starter, reference, tuple(problems))


def release(course: CourseDirectory, assignment: str) -> Path:
    """Write the release notebook of an assignment with nbgrader's own converter.

    Raises
    ------
    CourseError
        If nbgrader refuses: it adds and removes no cells once there are submissions.
    """
    course.check_assignment(assignment)
    try:
        Stock(course).generate_assignment(assignment)
    except ConverterError as error:
        remedy = "Once there are grades, run: autograder regrade"
        raise CourseError(f"nbgrader can't release {assignment}: {error}. {remedy}") from None
    return course.notebook(course.release, assignment)


def with_answers(release: dict, source: dict) -> dict:
    """Return a release whose solution cells hold the answers of the source."""
    answers = {
        grade_id(cell): cell["source"]
        for cell in source["cells"]
        if cell["metadata"].get("nbgrader", {}).get("solution")
    }
    filled = deepcopy(release)
    for cell in filled["cells"]:
        cell["source"] = answers.get(grade_id(cell), cell["source"])
    return filled


def _copy_of(course: CourseDirectory, assignment: str, folder: Path) -> CourseDirectory:
    copy = CourseDirectory(folder.resolve())
    shutil.copytree(course.source / assignment, copy.source / assignment)
    shutil.copy(course.root / CONFIG, copy.root)
    return copy


def _windfalls(starter: Result) -> list[str]:
    """Say which checks the untouched release passes."""
    if not starter.checks:
        return [f"the starter is {starter.status}: {starter.reason}"]
    return [f"the starter passes {check.id}" for check in starter.checks if check.score]


def _shortfalls(reference: Result) -> list[str]:
    """Say which automatic checks the reference answer does not pass."""
    if not reference.checks:
        return [f"the reference is {reference.status}: {reference.reason}"]
    return [
        f"the reference gets {check.score} of {check.max_score} points for {check.id}"
        for check in reference.checks
        if not check.by_hand and check.outcome != "passed"
    ]
