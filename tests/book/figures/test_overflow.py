"""Chapter 3's figure shows where the naive softmax stops being a number."""

import re

import numpy as np
from figures.overflow import ADDED, SCORES, first_weights, naive_softmax, overflow_figure

from solutions.reference.softmax import softmax


def alts():
    """Return the alt text of each panel."""
    return re.findall(r'aria-label="([^"]*)"', overflow_figure())


def test_the_naive_softmax_is_right_until_it_is_nan():
    naive, right = first_weights(naive_softmax), first_weights(softmax)
    finite = np.isfinite(naive)
    assert np.allclose(naive[finite], right[finite])
    assert 0 < finite.sum() < len(ADDED)
    assert not np.diff(finite.astype(int)).clip(min=0).any(), "once nan, always nan"


def test_the_cliff_is_where_the_largest_exponential_overflows():
    with np.errstate(over="ignore"):
        overflows = np.isinf(np.exp(SCORES.max() + ADDED))
    first = int(ADDED[overflows][0])
    assert f"From c = {first} on it is nan." in alts()[0]
    assert f"to c = {first - 1}." in alts()[0]


def test_the_shifted_softmax_keeps_its_weight_to_the_end():
    weight = softmax(SCORES)[0]
    assert alts()[1].endswith(f"is {weight:.3f} from c = 0 to c = {ADDED[-1]}.")


def test_only_the_naive_panel_has_a_field_of_nan():
    naive, shifted = overflow_figure().split("</svg>")[:2]
    assert naive.count('class="hbh-void"') == 1
    assert ">nan<" in naive
    assert "nan" not in shifted
