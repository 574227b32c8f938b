"""What the catalogue does not have gets no diagnosis, or that of a mistake that is in it."""

import numpy as np
import pytest

from autograder.diagnose.match import diagnose
from tests.autograder.diagnose.combined import BLOCK, block, pairs
from tests.autograder.diagnose.conftest import READ
from tests.autograder.diagnose.unlisted import UNLISTED

# The catalogue has this pair as a mistake of its own: wrong twice, and consistent.
TOGETHER = {frozenset([("split", "memory order"), ("merge", "memory order")]): ("A17",)}


@pytest.fixture(scope="module")
def name_of(known):
    def name_of(function):
        found = diagnose(known["06_one_sequence", "multi_head_attention"], function)
        return tuple(found["ids"]) if found else None

    return name_of


@pytest.fixture(scope="module")
def alone(name_of):
    """Return the name of each wrong part, where the others are right."""
    wrong = [(part, kind) for part in BLOCK for kind in BLOCK[part] if kind != "right"]
    return {one: name_of(block(**dict([one]))) for one in wrong}


def test_right_parts_get_no_diagnosis(name_of):
    assert name_of(block()) is None


def test_mistakes_are_named_whoever_writes_them(alone):
    unnamed = [one for one, name in alone.items() if name is None]
    assert unnamed in ([], [("weigh", "unshifted")])  # where it overflows depends on the shape
    assert len(set(alone.values())) == len(alone)


def test_two_mistakes_at_once_are_never_taken_for_a_third(name_of, alone):
    assert len(pairs()) >= 30
    wrong = {}
    for one, other in pairs():
        name = name_of(block(**dict([one, other])))
        allowed = {alone[one], alone[other], TOGETHER.get(frozenset([one, other])), None}
        if name not in allowed:
            wrong[one, other] = name
    assert wrong == {}


@pytest.mark.parametrize(("reference", "function"), UNLISTED, ids=lambda f: f.__name__)
def test_a_mistake_that_is_not_listed_gets_no_diagnosis(known, reference, function):
    parts = [
        known[name, reference.__name__]
        for name, exercise in READ.items()
        for taught in exercise.functions.values()
        if taught.object is reference
    ]
    assert parts
    assert [found["ids"] for part in parts if (found := diagnose(part, function))] == []


def test_twenty_unlisted_mistakes_are_tried():
    assert len(UNLISTED) >= 20


def split_in_memory_order_of_whole_numbers(x, n_heads):
    n_batch, n_tokens, n_features = x.shape
    return x.reshape(n_batch, n_heads, n_tokens, n_features // n_heads)  # ints stay ints


def split_reversed_without_a_refusal(x, n_heads):
    n_batch, n_tokens, n_features = x.shape
    d_head = n_features // n_heads
    x = np.asarray(x[..., : n_heads * d_head], dtype=float)
    return x.reshape(n_batch, n_tokens, n_heads, d_head).transpose(0, 2, 1, 3)[:, ::-1]


def split_right_but_for_both_slips(x, n_heads):
    n_batch, n_tokens, n_features = x.shape
    d_head = n_features // n_heads
    return x[..., : n_heads * d_head].reshape(n_batch, n_tokens, n_heads, d_head).swapaxes(1, 2)


def test_a_slip_on_top_hides_no_mistake(known):
    part = known["02_split_merge", "split_heads"]
    assert "H01" in diagnose(part, split_in_memory_order_of_whole_numbers)["ids"]
    assert "H09" in diagnose(part, split_reversed_without_a_refusal)["ids"]
    assert diagnose(part, split_right_but_for_both_slips) is None
