import shutil

import pytest

from autograder.course.directory import CourseError
from autograder.course.grading import grade
from tests.autograder.classroom import ASSIGNMENT, RIGHT, answered, released, submit


def test_a_right_answer_gets_every_automatic_point(results):
    right = results["a-right"]
    assert (right.status, right.score, right.max_score, right.reason) == ("graded", 5, 7, "")
    automatic = [check.outcome for check in right.checks if not check.by_hand]
    assert automatic == ["passed"] * 4


def test_checks_come_in_the_order_of_the_notebook(results):
    ids = ["double--small", "double--hidden", "mean--small", "mean--hidden", "mean--why"]
    assert [check.id for check in results["a-right"].checks] == ids
    assert list(results["a-right"].parts) == ["double", "mean"]


def test_a_written_answer_waits_for_a_person(results):
    words = results["z-words"]
    assert words.status == "needs manual"
    assert words.outcomes["mean--why"] == "manual"
    assert words.score == 5


def test_an_untouched_notebook_is_not_attempted(results):
    empty = results["j-empty"]
    assert (empty.status, empty.score) == ("graded", 0)
    assert set(empty.outcomes.values()) == {"not_attempted"}


def test_each_function_counts_by_itself(results):
    partly = results["k-partly"]
    assert partly.score == 4
    assert partly.outcomes["mean--small"] == "passed"
    assert partly.outcomes["mean--hidden"] == "failed"


@pytest.mark.parametrize(
    ("student", "says"),
    [
        ("b-twice", "'double--small' stands twice, in cells 3 and 9. Delete the copy"),
        ("c-schema", "Outdated schema version: 1"),
        ("d-text", "is not a notebook: "),
        ("e-list", "is not a notebook: it has no list of cells"),
        ("f-cells", "is not a notebook: cell 1 is malformed"),
        ("g[1]", "nbgrader can't read the student id 'g[1]'. Rename "),
        ("h-dead", "Kernel died"),
        ("no-file", "holds no 01_sums.ipynb; it holds: nothing"),
    ],
)
def test_a_damaged_submission_has_a_reason_and_no_invented_zero(results, student, says):
    damaged = results[student]
    assert damaged.status == "damaged"
    assert says in damaged.reason
    assert damaged.score is None
    assert damaged.checks == ()


def test_a_missing_check_is_ungraded_and_the_rest_is_graded(results):
    missing = results["i-missing"]
    assert missing.status == "damaged"
    assert "no cell for double--small" in missing.reason
    assert missing.outcomes["double--small"] == "ungraded"
    assert missing.outcomes["double--hidden"] == "passed"
    assert missing.score == 4


def test_damage_never_stops_the_batch(results):
    assert list(results) == sorted(results)
    assert list(results)[-1] == "z-words"


def test_what_is_graded_is_graded_again_only_when_forced(course, results):
    submit(course, "a-right", released(course))
    (again,) = grade(course, ASSIGNMENT, ["a-right"])
    assert again.score == 5
    (forced,) = grade(course, ASSIGNMENT, ["a-right"], force=True)
    assert forced.score == 0


def test_a_student_of_the_roster_without_a_submission_is_listed(course, results):
    submit(course, "later", answered(released(course), **RIGHT))
    grade(course, ASSIGNMENT, ["later"])
    shutil.rmtree(course.submission("later", ASSIGNMENT))
    (result,) = grade(course, ASSIGNMENT, ["later"])
    assert (result.status, result.score) == ("not submitted", None)


def test_an_assignment_must_be_known_and_released(unreleased):
    with pytest.raises(CourseError, match=f"no assignment '02_more'; it has: {ASSIGNMENT}"):
        grade(unreleased, "02_more")
    with pytest.raises(CourseError, match=f"Run: autograder release {ASSIGNMENT}"):
        grade(unreleased, ASSIGNMENT)


def test_an_unknown_student_is_an_error_and_nothing_is_graded(course, results):
    with pytest.raises(CourseError, match="no student 'nobody'"):
        grade(course, ASSIGNMENT, ["a-right", "nobody"])
