import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from solutions.reference.softmax import masked_softmax, softmax
from tests.solutions import oracles
from tests.solutions.inputs import left_unchanged, normal

SHAPES = hnp.array_shapes(min_dims=1, max_dims=4, max_side=7)
SCORES = hnp.arrays(float, SHAPES, elements=st.floats(-1e6, 1e6))
MATRICES = hnp.array_shapes(min_dims=2, max_dims=2, max_side=7)


@given(SCORES, st.data())
def test_weights_are_positive_and_sum_to_one_along_the_axis(x, data):
    axis = data.draw(st.integers(-x.ndim, x.ndim - 1))
    weights = softmax(x, axis=axis)
    assert weights.shape == x.shape
    assert (weights >= 0).all()
    np.testing.assert_allclose(weights.sum(axis=axis), 1.0, rtol=1e-14)


@given(SCORES, st.integers(-(2**20), 2**20))
def test_a_constant_added_to_all_scores_changes_nothing(x, shift):
    exact = np.round(x)  # whole numbers: adding the shift rounds nothing
    np.testing.assert_array_equal(softmax(exact + shift), softmax(exact))


@given(SCORES)
def test_numbers_agree_with_a_loop_in_extended_precision(x):
    expected = np.apply_along_axis(lambda row: oracles.softmax_row(row, row == row), -1, x)
    np.testing.assert_allclose(softmax(x), expected.astype(float), rtol=1e-13, atol=1e-300)


@pytest.mark.parametrize("axis", [0, 1, -1, -2])
def test_the_axis_is_the_one_that_is_named(axis):
    x = normal(1, 3, 5)
    moved = np.moveaxis(softmax(np.moveaxis(x, axis, -1)), -1, axis)
    np.testing.assert_array_equal(softmax(x, axis=axis), moved)


def test_scores_far_beyond_the_range_of_exp_give_the_right_weights():
    x = np.array([[1000.0, 1001.0, 999.0], [-1e300, 0.0, 1e300], [-2000.0, -2001.0, -2000.0]])
    e = np.exp(-1.0)
    expected = [
        [e / (1 + e + e * e), 1 / (1 + e + e * e), e * e / (1 + e + e * e)],
        [0.0, 0.0, 1.0],
        [1 / (2 + e), e / (2 + e), 1 / (2 + e)],
    ]
    np.testing.assert_allclose(softmax(x), expected, rtol=1e-14)


def test_rows_a_thousand_apart_do_not_disturb_each_other():
    x = normal(2, 3, 5)
    apart = x + 1024.0 * np.arange(3)[:, None]
    np.testing.assert_allclose(softmax(apart), softmax(x), rtol=1e-12)


@given(hnp.arrays(np.int64, SHAPES, elements=st.integers(-1000, 1000)))
def test_integers_give_float64(x):
    weights = softmax(x)
    assert weights.dtype == np.float64
    np.testing.assert_array_equal(weights, softmax(x.astype(float)))


def test_the_input_is_left_unchanged():
    x = normal(3, 3, 5)
    with left_unchanged(x):
        softmax(x, axis=0)


@given(MATRICES, st.integers(0, 2**32 - 1))
def test_masked_weights_agree_with_a_loop_over_the_kept_keys(shape, seed):
    scores = 30 * normal(seed, *shape)
    mask = normal(seed, 2, *shape)[0] > 0
    expected = [oracles.softmax_row(s, m) for s, m in zip(scores, mask, strict=True)]
    np.testing.assert_allclose(
        masked_softmax(scores, mask), np.array(expected, dtype=float), rtol=1e-13
    )


@given(MATRICES, st.integers(0, 2**32 - 1))
def test_blocked_keys_get_exactly_zero_and_kept_rows_sum_to_one(shape, seed):
    mask = normal(seed, *shape) > 0
    weights = masked_softmax(1e4 * normal(seed, *shape), mask)
    assert (weights[~mask] == 0).all()
    np.testing.assert_allclose(weights.sum(axis=-1), mask.any(axis=-1), rtol=1e-14)


def test_a_row_without_a_key_is_all_zeros():
    scores = normal(4, 3, 5)
    mask = np.array([[True], [False], [True]])
    weights = masked_softmax(scores, mask)
    np.testing.assert_array_equal(weights[1], np.zeros(5))
    np.testing.assert_array_equal(weights[[0, 2]], softmax(scores[[0, 2]]))


def test_no_mask_and_a_mask_that_keeps_all_are_plain_softmax():
    scores = normal(5, 2, 3, 5)
    for mask in (None, True, np.ones(5, dtype=bool)):
        np.testing.assert_array_equal(masked_softmax(scores, mask), softmax(scores))


def test_kept_scores_far_below_blocked_ones_still_share_the_whole_weight():
    scores = np.array([[-1e6, 1e6, -1e6]])
    mask = np.array([[True, False, True]])
    np.testing.assert_array_equal(masked_softmax(scores, mask), [[0.5, 0.0, 0.5]])


@pytest.mark.parametrize("mask", [np.ones((3, 5)), np.ones((3, 5), dtype=int), 1])
def test_a_mask_of_numbers_is_a_type_error(mask):
    with pytest.raises(TypeError, match="boolean"):
        masked_softmax(normal(6, 3, 5), mask)


def test_scores_and_mask_are_left_unchanged():
    scores, mask = normal(7, 3, 5), normal(8, 3, 5) > 0
    with left_unchanged(scores, mask):
        masked_softmax(scores, mask)
