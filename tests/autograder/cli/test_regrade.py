import json

from autograder.course.receipts import Receipts
from tests.autograder.classroom import ASSIGNMENT
from tests.autograder.cli.test_commands import autograder
from tests.autograder.session.test_regrade import edit, everything, replace


def points(course):
    receipts = Receipts(course, ASSIGNMENT).all()
    return {receipt.result.student: receipt.points for receipt in receipts}


def test_a_change_is_shown_then_made(graded):
    def add_and_remove(cells):
        everything(cells)
        (small,) = [c for c in cells if c["source"] == "assert mean([1, 2]) == 2"]
        small["source"] = "assert mean([1, 4]) == 2.5"

    edit(graded, add_and_remove)
    before = points(graded)
    ran = autograder("regrade", ASSIGNMENT, cwd=graded.root)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    for line in ("added        double--three", "renamed      double--large (was double--hidden)"):
        assert line in ran.stdout
    assert "ada: 5 → 10" in ran.stdout
    assert "Nothing was written. Do it with --yes" in ran.stdout
    assert points(graded) == before
    ran = autograder("regrade", "--yes", "--json", cwd=graded.root)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    (regraded,) = json.loads(ran.stdout)
    assert regraded["done"]
    assert {effect["student"]: effect["after"] for effect in regraded["effects"]} == points(graded)
    ran = autograder("regrade", cwd=graded.root)
    assert ran.stdout == f"{ASSIGNMENT}: nothing changed\n"


def test_a_check_that_the_answer_fails_gives_exit_code_1(graded):
    edit(graded, replace)
    ran = autograder("regrade", "--yes", cwd=graded.root)
    assert ran.returncode == 1
    assert "Not fit for release: the reference gets 0.0 of 1.0 points" in ran.stdout


def test_an_assignment_without_grades_is_refused(graded):
    for path in (graded.receipts / ASSIGNMENT).glob("*.json"):
        path.unlink()
    ran = autograder("regrade", cwd=graded.root)
    assert ran.returncode == 2
    assert "nothing is graded" in ran.stderr
