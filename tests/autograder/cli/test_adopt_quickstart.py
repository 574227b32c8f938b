"""nbgrader's own example course: two notebooks, AUTOTEST checks, one that deletes a function."""

import json
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.course import CourseDirectory
from autograder.course.receipts import Receipts
from autograder.model import Outcome
from tests.autograder.cli.test_commands import autograder

NOTEBOOKS = ("problem1", "problem2")
WRONG = {"squares": "def squares(n):\n    return [i**2 for i in range(n)]"}


def nbgrader(folder, *arguments):
    command = [Path(sys.executable).with_name("nbgrader"), *arguments]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return ran.stderr


def hand_in(course, student, changes):
    """Hand in the instructor's own answers, but for some."""
    folder = course.submission(student, "ps1")
    folder.mkdir(parents=True)
    for name in NOTEBOOKS:
        source, release = (
            json.loads((place / "ps1" / f"{name}.ipynb").read_text(encoding="utf-8"))
            for place in (course.source, course.release)
        )
        answers = {about(cell).get("grade_id"): cell["source"] for cell in source["cells"]}
        for cell in release["cells"]:
            if about(cell).get("solution"):
                id = about(cell)["grade_id"]
                cell["source"] = changes.get(id, answers[id])
        (folder / f"{name}.ipynb").write_text(json.dumps(release), encoding="utf-8")


def about(cell):
    return cell["metadata"].get("nbgrader", {})


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    folder = tmp_path_factory.mktemp("quickstart")
    nbgrader(folder, "quickstart", "squares", "--autotest")
    course = CourseDirectory(folder / "squares")
    said = autograder("adopt", course.root, "--yes", cwd=folder)
    assert said.returncode == 0, said.stderr
    assert "note: sum_of_squares_uses_squares: these checks delete what the student" in said.stdout
    nbgrader(course.root, "generate_assignment", "ps1")
    hand_in(course, "right", {})
    hand_in(course, "wrong", WRONG)
    return course


@pytest.fixture(scope="module")
def log(course):
    """nbgrader's own command, in which the engine grades."""
    return nbgrader(course.root, "autograde", "ps1")


def test_nbgraders_own_command_grades_each_submission_once(course, log):
    assert log.count("right, ps1: 3 of 13 points, 10 for a person to give") == 1
    receipt = Receipts(course, "ps1").read("right")
    assert [each.name for each in receipt.result.notebooks] == list(NOTEBOOKS)
    for name in NOTEBOOKS:
        assert (course.autograded / "right" / "ps1" / f"{name}.ipynb").is_file()


def test_several_notebooks_are_released_by_nbgrader(course):
    ran = autograder("release", "ps1", cwd=course.root)
    assert ran.returncode == 2
    assert "Run: nbgrader generate_assignment ps1" in ran.stderr


def test_checks_that_nbgrader_wrote_are_run(course, log):
    outcomes = {v.id: v.outcome for v in Receipts(course, "ps1").read("wrong").verdicts}
    assert outcomes["correct_squares"] == Outcome.FAILED
    assert outcomes["squares_invalid_input"] == Outcome.FAILED
    with sqlite3.connect(course.gradebook) as gradebook:
        (score,) = gradebook.execute("select sum(auto_score) from grade").fetchone()
    assert score == 3 + 0.5


def test_a_check_that_deletes_a_function_is_flagged(course, log):
    (flagged,) = [v for v in Receipts(course, "ps1").read("right").verdicts if v.flags]
    assert flagged.id == "sum_of_squares_uses_squares"
    assert flagged.outcome == Outcome.PASSED
    assert flagged.flags == ("forgeable",)


def test_every_check_gets_the_points_of_nbgraders_own_pipeline(course):
    ran = autograder("shadow", "ps1", cwd=course.root)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "ps1: 2 submissions, 20 of 20 checks get the same points" in ran.stdout
