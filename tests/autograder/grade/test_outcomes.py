"""From what cells did to what is written down: the words, and the points beside them."""

import pytest

from autograder.model import Outcome
from tests.autograder.grade.homework import marked, outcomes, points
from tests.submissions import assignment as numbers

TWICE = "def double(x):\n    return 2 * x"


def answered(**sources):
    notebook = numbers.released()
    for grade_id, source in sources.items():
        numbers.find(notebook, grade_id)["source"] = source
    return notebook


def test_honest_work_passes_and_leaves_the_rest_to_a_person(strongest):
    found = marked(strongest, double=TWICE)
    by_hand = {"words": "manual", "own": "manual", "explore": "manual"}
    automatic = set(outcomes(found)) - set(by_hand)
    assert outcomes(found) == {**dict.fromkeys(automatic, "passed"), **by_hand}
    assert found.receipt.points == numbers.AUTOMATIC + 6
    assert found.receipt.max_points == numbers.MAXIMUM + 6
    assert {name: points(found)[name] for name in by_hand} == dict.fromkeys(by_hand)


def test_a_starter_is_not_attempted_and_a_task_still_a_persons(strongest):
    found = marked(strongest, numbers.released())
    assert outcomes(found).pop("explore") == "manual"
    rest = {id: value for id, value in outcomes(found).items() if id != "explore"}
    assert set(rest.values()) == {"not_attempted"}
    assert found.receipt.points == 0
    assert points(found)["explore"] is None
    untouched = {n.name: n.untouched for n in found.receipt.result.notebooks}
    assert untouched == {"numbers": ("mean", "spread", "words", "own"), "stages": ("double",)}


def test_a_check_of_two_functions_is_attempted_if_one_of_them_is(strongest):
    # spread calls mean, which is the starter's: its own checks fail all the same.
    found = marked(strongest, answered(spread="def spread(values):\n    return 'wide'"))
    assert outcomes(found)["mean--example"] == "not_attempted"
    assert outcomes(found)["spread--example"] == "failed"


def test_a_call_that_ends_in_the_starters_error_is_not_attempted(strongest):
    spread = numbers.ANSWERS["spread"]
    found = marked(strongest, answered(spread=spread))
    assert outcomes(found)["spread--example"] == "not_attempted"
    assert points(found)["spread--example"] == 0


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("return 2 * x if x > 0 else 0", ["passed", "failed", "passed"]),
        ("return 4", ["passed", "failed", "blocked"]),
        ("return 0", ["failed", "blocked", "blocked"]),
        ("return 2 * x if x < 0 else 0", ["failed", "passed", "blocked"]),
        ("while x == 2: pass", ["timeout", "blocked", "blocked"]),
        ("import os; os._exit(1)", ["crashed", "crashed", "crashed"]),
    ],
)
def test_what_fails_after_the_first_failed_stage_is_blocked(strongest, body, expected):
    found = marked(strongest, double=f"def double(x):\n    {body}")
    assert [outcomes(found)[f"double--{stage}"] for stage in (1, 2, 3)] == expected


def test_blocked_is_a_label_and_changes_no_points(strongest):
    found = marked(strongest, double="def double(x):\n    return 2 * x if x == 1e9 else 0")
    assert outcomes(found)["double--2"] == "blocked"
    assert [points(found)[f"double--{stage}"] for stage in (1, 2, 3)] == [0, 0, 3]


def test_outcomes_are_of_the_closed_list(strongest):
    found = marked(strongest, double="def double(x): return None")
    assert set(outcomes(found).values()) <= set(Outcome)
