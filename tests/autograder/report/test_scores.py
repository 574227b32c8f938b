import numpy as np
import pytest

from autograder.model import Outcome
from autograder.report.writing import make
from tests.autograder.classroom import ASSIGNMENT
from tests.autograder.report.conftest import POINTS

EVERY = tuple(POINTS)


def items(course):
    return {item.id: item for item in make(course, ASSIGNMENT).report.checks}


def test_points_are_those_that_need_no_person(course, graded):
    graded("ana", EVERY)
    graded("ben", ("double--small", "double--hidden"))
    graded("cy")
    scores = make(course, ASSIGNMENT).report.scores
    assert (scores.count, scores.max_points) == (3, 5)
    assert (scores.mean, scores.median) == (pytest.approx(8 / 3), 3)
    assert scores.bins == (1, 0, 0, 0, 0, 0, 1, 0, 0, 1)


def test_what_is_ungraded_is_no_score(course, graded):
    graded("ana", EVERY)
    graded("ben", outcome=Outcome.UNGRADED, fault="the machine failed")
    report = make(course, ASSIGNMENT).report
    assert (report.submissions, report.scores.count, report.scores.mean) == (2, 1, 5)
    assert [(one.student, one.reasons) for one in report.ungraded] == [
        ("ben", ("the machine failed",))
    ]


def test_a_check_is_counted_by_outcome_and_difficulty_by_who_tried(course, graded):
    graded("ana", EVERY)
    graded("ben")
    graded("cy", outcome=Outcome.NOT_ATTEMPTED)
    item = items(course)["mean--small"]
    assert item.outcomes == {"passed": 1, "failed": 1, "not_attempted": 1}
    assert (item.tried, item.difficulty) == (2, 0.5)
    assert item.discrimination is None  # of two nothing can be said


def test_discrimination_is_the_correlation_with_the_other_checks(course, graded):
    rng = np.random.default_rng(5)
    rows = rng.integers(0, 2, (12, 4))
    for number, row in enumerate(rows):
        graded(f"s{number}", [id for id, right in zip(POINTS, row, strict=True) if right])
    worth = rows * list(POINTS.values())
    for column, item in enumerate(list(items(course).values())[:4]):
        rest = np.delete(worth, column, axis=1).sum(axis=1)
        expected = np.corrcoef(rows[:, column], rest)[0, 1]
        assert item.discrimination == pytest.approx(expected)


def test_a_check_that_strong_students_fail_is_suspect(course, graded):
    for number in range(12):
        strong = ("double--small", "double--hidden", "mean--small")
        graded(f"s{number:02}", strong if number < 8 else ("mean--hidden",))
    found = items(course)
    assert "strongest quarter" in found["mean--hidden"].suspect
    assert found["mean--hidden"].strong == 0
    assert not any(item.suspect for id, item in found.items() if id != "mean--hidden")


def test_a_check_that_nobody_passes_is_suspect(course, graded):
    for number in range(10):
        graded(f"s{number}", EVERY[:3] if number % 2 else EVERY[:1])
    item = items(course)["mean--hidden"]
    assert (item.difficulty, item.discrimination) == (0, None)
    assert "earns 0% of it" in item.suspect


def test_what_a_person_grades_has_counts_only(course, graded):
    for number in range(10):
        graded(f"s{number}", EVERY)
    item = items(course)["mean--why"]
    assert item.outcomes == {"manual": 10}
    assert (item.difficulty, item.discrimination, item.suspect) == (None, None, "")
