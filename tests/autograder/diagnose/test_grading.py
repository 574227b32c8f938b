"""Diagnoses in grading: through the released notebook and the sandbox."""

import pytest

from autograder.authoring import entries_for
from autograder.grade import Limits, Worker
from tests.autograder.diagnose.conftest import COURSE, READ
from tests.autograder.diagnose.grading import grade, outcomes, submission

pytestmark = pytest.mark.filterwarnings("ignore:the matrix subclass")  # a mistake's

# One of each kind: wrong numbers, type, a changed argument, an exception, chance, blocked rows.
SAMPLE = {
    "01_axes_views": ["T02", "V08"],
    "02_split_merge": ["H01", "H11", "H18", "H27", "G02", "P11"],
    "03_softmax": ["S04", "S07", "S13"],
    "04_single_head": ["K04", "E03"],
    "05_masks": ["C06", "D01", "M45", "N36"],
    "06_one_sequence": ["A12", "A47", "A67", "A71", "HC01"],
    "07_batched": ["B09", "B34", "R00"],
}


@pytest.fixture(scope="module")
def worker():
    with Worker(COURSE.packages, Limits(check=2)) as made:
        yield made


def entries(kind, name, only=None):
    found = entries_for(READ[name], COURSE, kind)
    return [entry for entry in found if only is None or entry.id in only]


def said(worker, file, name, mistake):
    """Return what a student with this mistake reads, by id and by text."""
    run, found = grade(worker, file, name, submission(name, mistake))
    checks, probes = outcomes(run, mistake.replaces.__name__)
    if all(outcome == "passed" for outcome in checks):
        assert probes.outcome is None
    ids = [id for diagnosis in found.values() for id in diagnosis["ids"]]
    return ids, [diagnosis["message"] for diagnosis in found.values()]


@pytest.mark.parametrize("name", SAMPLE)
def test_a_mistake_is_named_through_the_sandbox(worker, made, name):
    mistakes = entries("mistakes", name, SAMPLE[name])
    assert len(mistakes) == len(SAMPLE[name])
    for mistake in mistakes:
        assert mistake.id in said(worker, made[name][0], name, mistake)[0]


@pytest.mark.long
@pytest.mark.parametrize("name", READ)
def test_every_mistake_is_named_through_the_sandbox(worker, made, name):
    for mistake in entries("mistakes", name):
        ids, messages = said(worker, made[name][0], name, mistake)
        # Wrong for blocked rows alone fails a check of the function that uses it, in its words.
        assert mistake.id in ids or mistake.message in messages


@pytest.mark.parametrize("name", READ)
def test_where_all_checks_pass_no_probe_runs(worker, made, name):
    for entry in (None, *entries("alternatives", name)[:2]):
        run, found = grade(worker, made[name][0], name, submission(name, entry))
        assert found == {}
        assert {c.outcome for c in run.cells if c.grade_id.startswith("diagnosis:")} == {None}


@pytest.fixture
def graded(worker, made):
    """Return a function that grades an exercise with other sources for some functions."""

    def graded(name, **answers):
        return grade(worker, made[name][0], name, submission(name, **answers))

    return graded


def test_a_starter_is_not_probed(graded):
    run, found = graded(
        "03_softmax", softmax="def softmax(x, axis=-1):\n    raise NotImplementedError"
    )
    assert outcomes(run, "softmax")[1].outcome is None
    assert found == {}


def test_a_function_that_hangs_costs_its_checks_and_no_probe(graded):
    hangs = "def softmax(x, axis=-1):\n    while axis == 0:\n        pass\n    return x"
    run, found = graded("03_softmax", softmax=hangs)
    assert "timeout" in outcomes(run, "softmax")[0]
    assert outcomes(run, "softmax")[1].outcome is None
    assert found == {}


def test_one_that_hangs_on_a_probe_alone_gets_no_diagnosis(graded):
    hangs = "def causal_mask(n):\n    while n > 13:\n        pass\n    return np.ones((n, n))"
    run, found = graded("05_masks", causal_mask=hangs)
    assert outcomes(run, "causal_mask")[1].outcome == "timeout"
    assert "causal_mask" not in found


UNKNOWN = {
    "a constant": "return np.zeros(x.shape) + 0.5",
    "prints what looks like a result": "print('[]')\n    print([{'refused': True}])\n    return x",
    "an object": "return softmax",
    "a list of many texts": "return ['text'] * 100_000",
    "lists without end": "parts = []\n    parts.append([parts] * 60)\n    return parts",
    "a large array": "return np.ones(3_000_000)",
    "the end of its process": "import os\n    os._exit(0)",
}


@pytest.mark.parametrize("body", UNKNOWN.values(), ids=UNKNOWN)
def test_what_is_unknown_gets_no_diagnosis(graded, body):
    _, found = graded("03_softmax", softmax=f"def softmax(x, axis=-1):\n    {body}")
    assert found == {}
