"""The gate: every released exercise tells wrong from right, under stock nbgrader."""

import pytest

from autograder.authoring import read_course
from tests.exercises.gate import EXERCISES, NAMES

pytestmark = pytest.mark.kill_matrix

# Right but for our rule on rows without a key: they fail that one check and no other.
BLOCKED_ROWS = ("A42", "A43", "A47", "A52")


def of(verdicts, kind, name):
    found = [v for v in verdicts if v.kind == kind and v.exercise.name == name]
    assert found, f"{name} has no {kind}"
    return found


@pytest.mark.parametrize("name", NAMES)
def test_the_starter_scores_nothing_and_counts_as_not_attempted(verdicts, name):
    (starter,) = of(verdicts, "starter", name)
    assert starter.result.score == 0
    assert set(starter.result.outcomes.values()) == {"not_attempted"}


@pytest.mark.parametrize("name", NAMES)
def test_the_reference_gets_every_automatic_point(verdicts, name):
    (reference,) = of(verdicts, "reference", name)
    assert reference.missed == set()


@pytest.mark.parametrize("name", NAMES)
def test_every_other_right_answer_gets_every_automatic_point(verdicts, name):
    missed = {v.entry.id: v.missed for v in of(verdicts, "alternatives", name) if v.missed}
    assert missed == {}


@pytest.mark.parametrize("name", NAMES)
def test_no_mistake_survives(verdicts, name):
    survivors = [v.entry.id for v in of(verdicts, "mistakes", name) if not v.missed]
    assert survivors == []


@pytest.mark.parametrize("name", NAMES)
def test_every_mistake_fails_the_checks_that_it_declares(verdicts, name):
    mistakes = of(verdicts, "mistakes", name)
    assert [v.entry.id for v in mistakes if not v.declared] == []
    spared = {v.entry.id: v.declared - v.missed for v in mistakes if v.declared - v.missed}
    assert spared == {}


def test_what_is_wrong_by_the_rule_for_blocked_rows_alone_fails_that_check_alone(verdicts):
    found = [v for v in verdicts if v.kind == "mistakes" and v.entry.id in BLOCKED_ROWS]
    assert sorted(v.entry.id for v in found) == sorted(BLOCKED_ROWS)
    assert {v.entry.id: len(v.missed) for v in found} == dict.fromkeys(BLOCKED_ROWS, 1)


@pytest.mark.parametrize("kind", ["mistakes", "alternatives"])
def test_every_entry_of_the_catalogue_was_graded(verdicts, kind):
    entries = {entry.id for entry in read_course(EXERCISES).catalogue(kind)}
    assert {v.entry.id for v in verdicts if v.kind == kind} == entries
