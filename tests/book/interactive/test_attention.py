"""The page's attention is the reference's, to the last digits."""

import numpy as np
import pytest
from figures import painter
from figures.influence import influence_matrix

from solutions.reference.attention import attention
from solutions.reference.softmax import masked_softmax

MODULE = "attention.js"
CASES = 60


@pytest.fixture
def rng():
    return np.random.default_rng(5)


def random_mask(rng, n_q, n_k):
    """Draw a mask of any density, so that full and empty rows are among the cases."""
    return rng.random((n_q, n_k)) < rng.random((n_q, 1)) * 1.4 - 0.2


def close(found, expected):
    return np.allclose(np.array(found), expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("scale", [1, 1e4, 1e100])
def test_masked_softmax_is_the_reference(call_js, rng, scale):
    cases = []
    for _ in range(CASES):
        n_q, n_k = rng.integers(1, 8, 2)
        cases.append((scale * rng.standard_normal((n_q, n_k)), random_mask(rng, n_q, n_k)))
    assert any((~mask).all(axis=1).any() for _, mask in cases)
    calls = [["maskedSoftmax", scores.tolist(), mask.tolist()] for scores, mask in cases]
    for (scores, mask), found in zip(cases, call_js(MODULE, calls), strict=True):
        assert close(found, masked_softmax(scores, mask))


def test_attention_is_the_reference(call_js, rng):
    cases = []
    for _ in range(CASES):
        n_q, n_k, d_head, d_v = rng.integers(1, 8, 4)
        q, k = rng.standard_normal((n_q, d_head)), rng.standard_normal((n_k, d_head))
        cases.append((q, k, rng.standard_normal((n_k, d_v)), random_mask(rng, n_q, n_k)))
    calls = [["attention", *(a.tolist() for a in case)] for case in cases]
    for case, found in zip(cases, call_js(MODULE, calls), strict=True):
        output, weights = attention(*case)
        assert close(found["output"], output)
        assert close(found["weights"], weights)


def test_the_painted_head_is_that_of_the_still_figure(call_js, rng):
    masks = [random_mask(rng, 5, 5) for _ in range(CASES)]
    tokens = painter.tokens.tolist()
    projections = {name: w.tolist() for name, w in painter.projections.items()}
    calls = [["maskedHead", tokens, projections, mask.tolist()] for mask in masks]
    for mask, found in zip(masks, call_js(MODULE, calls), strict=True):
        output, weights = painter.masked_head(painter.tokens, mask)
        assert close(found["output"], output)
        assert close(found["weights"], weights)


def test_influence_is_that_of_the_still_figure(call_js, rng):
    masks = [random_mask(rng, 5, 5) for _ in range(CASES)]
    tokens = painter.tokens.tolist()
    projections = {name: w.tolist() for name, w in painter.projections.items()}
    calls = [["maskedInfluence", tokens, projections, mask.tolist()] for mask in masks]
    for mask, found in zip(masks, call_js(MODULE, calls), strict=True):
        expected = influence_matrix(lambda x, m=mask: painter.masked_head(x, m)[0], painter.tokens)
        assert np.array_equal(found, expected)
