"""Spec B, tasks 1 and 2: `split_heads` and `merge_heads`. A docstring quotes its sentence."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solutions.reference.heads import merge_heads, split_heads
from tests.solutions import oracles
from tests.solutions.inputs import left_unchanged, normal

EXAMPLE = np.arange(8.0).reshape(1, 2, 4)
SIZES = st.tuples(st.integers(1, 16), st.integers(1, 16), st.integers(1, 8), st.integers(1, 8))


@given(SIZES)
def test_split_has_the_shape_of_the_spec(sizes):
    """split_heads returns a float array of shape (B, H, T, D / H)."""
    n_batch, n_tokens, n_heads, d_head = sizes
    heads = split_heads(normal(1, n_batch, n_tokens, n_heads * d_head), n_heads)
    assert type(heads) is np.ndarray
    assert heads.shape == (n_batch, n_heads, n_tokens, d_head)
    assert heads.dtype == np.float64


@given(SIZES)
def test_split_follows_the_index_equation(sizes):
    """So split_heads(x, H)[b, h, t, j] equals x[b, t, h * d_head + j]."""
    n_batch, n_tokens, n_heads, d_head = sizes
    x = normal(2, n_batch, n_tokens, n_heads * d_head)
    np.testing.assert_array_equal(split_heads(x, n_heads), oracles.split(x, n_heads))


def test_each_head_holds_its_own_columns_in_order():
    """Head h holds the columns h * d_head to (h + 1) * d_head - 1 of x, in the same order."""
    x = normal(3, 2, 5, 21)
    heads = split_heads(x, 3)
    for h in range(3):
        np.testing.assert_array_equal(heads[:, h], x[:, :, 7 * h : 7 * (h + 1)])


def test_the_example_of_the_spec():
    """split_heads(x, 2) [[[[0. 1.] [4. 5.]] [[2. 3.] [6. 7.]]]]"""
    expected = [[[[0.0, 1.0], [4.0, 5.0]], [[2.0, 3.0], [6.0, 7.0]]]]
    np.testing.assert_array_equal(split_heads(EXAMPLE, 2), expected)


def test_merge_undoes_the_example_of_the_spec():
    """merge_heads of that result gives x again."""
    np.testing.assert_array_equal(merge_heads(split_heads(EXAMPLE, 2)), EXAMPLE)


@given(SIZES)
def test_merge_is_the_inverse_of_split(sizes):
    """merge_heads(split_heads(x, H)) equals x."""
    n_batch, n_tokens, n_heads, d_head = sizes
    x = normal(4, n_batch, n_tokens, n_heads * d_head)
    np.testing.assert_array_equal(merge_heads(split_heads(x, n_heads)), x)


@given(SIZES)
def test_merge_follows_the_index_equation(sizes):
    """It turns (B, H, T, d_head) into (B, T, H * d_head)."""
    n_batch, n_tokens, n_heads, d_head = sizes
    heads = normal(5, n_batch, n_heads, n_tokens, d_head)
    merged = merge_heads(heads)
    assert type(merged) is np.ndarray
    assert merged.shape == (n_batch, n_tokens, n_heads * d_head)
    np.testing.assert_array_equal(oracles.split(merged, n_heads), heads)


@pytest.mark.parametrize(("n_features", "n_heads"), [(4, 3), (7, 2), (5, 6), (1, 2), (64, 48)])
def test_features_that_do_not_divide_are_a_value_error_naming_both_numbers(n_features, n_heads):
    """When D is not divisible by n_heads, split_heads raises ValueError."""
    with pytest.raises(ValueError, match=rf"\b{n_features}\b.*\b{n_heads}\b"):
        split_heads(normal(6, 2, 3, n_features), n_heads)


@pytest.mark.parametrize("dtype", [np.int64, np.int8, np.float32, bool])
def test_other_numbers_give_float64(dtype):
    """… returns a float array …"""
    x = (np.arange(2 * 3 * 10) % 7).reshape(2, 3, 10).astype(dtype)
    heads = split_heads(x, 5)
    assert heads.dtype == np.float64
    assert merge_heads(heads.astype(dtype)).dtype == np.float64
    np.testing.assert_array_equal(merge_heads(heads), x.astype(float))


def test_inputs_are_left_unchanged():
    """Do not change the input arrays."""
    x, heads = normal(7, 2, 3, 10), normal(8, 2, 5, 3, 2)
    with left_unchanged(x, heads):
        split_heads(x, 5)
        merge_heads(heads)


def test_the_largest_and_the_smallest_sizes_of_the_spec():
    """1 <= B, T <= 16 and 1 <= H <= D <= 64."""
    for shape, n_heads in [((1, 1, 1), 1), ((16, 16, 64), 64), ((16, 16, 64), 1)]:
        x = normal(9, *shape)
        np.testing.assert_array_equal(split_heads(x, n_heads), oracles.split(x, n_heads))
