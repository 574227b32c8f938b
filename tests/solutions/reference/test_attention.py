import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solutions.reference.attention import attention
from solutions.reference.masks import causal_mask, padding_mask
from solutions.reference.single_head import single_head
from tests.solutions import oracles
from tests.solutions.inputs import influence, left_unchanged, normal

SIZES = st.tuples(*[st.integers(1, 7)] * 4)  # n_q, n_k, d_head, d_v


def qkv(seed, *leading, n_q, n_k, d_head, d_v):
    return (
        normal(seed, *leading, n_q, d_head),
        normal(seed + 1, *leading, n_k, d_head),
        normal(seed + 2, *leading, n_k, d_v),
    )


@given(SIZES)
@pytest.mark.parametrize("function", [single_head, attention])
def test_numbers_agree_with_loops_in_extended_precision(function, sizes):
    n_q, n_k, d_head, d_v = sizes
    q, k, v = qkv(1, n_q=n_q, n_k=n_k, d_head=d_head, d_v=d_v)
    output, weights = function(q, k, v)
    expected_output, expected_weights = oracles.attention(q, k, v)
    np.testing.assert_allclose(weights, expected_weights.astype(float), rtol=1e-13)
    np.testing.assert_allclose(output, expected_output.astype(float), rtol=1e-12, atol=1e-14)


@given(SIZES, st.integers(0, 2**32 - 1))
def test_a_mask_agrees_with_loops_over_the_kept_keys(sizes, seed):
    n_q, n_k, d_head, d_v = sizes
    q, k, v = qkv(2, n_q=n_q, n_k=n_k, d_head=d_head, d_v=d_v)
    mask = normal(seed, n_q, n_k) > 0
    output, weights = attention(q, k, v, mask)
    expected_output, expected_weights = oracles.attention(q, k, v, mask)
    np.testing.assert_allclose(weights, expected_weights.astype(float), rtol=1e-13)
    np.testing.assert_allclose(output, expected_output.astype(float), rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("shape", [(5, 7), (1, 7), (5, 1), (7,), (), (3, 5, 7), (2, 1, 1, 7)])
def test_the_mask_broadcasts_to_the_weights(shape):
    q, k, v = qkv(3, 2, 3, n_q=5, n_k=7, d_head=4, d_v=6)
    mask = normal(4, *shape) > -0.5 if shape else np.array(True)
    output, weights = attention(q, k, v, mask)
    everywhere = np.broadcast_to(mask, (2, 3, 5, 7))
    for b, h in np.ndindex(2, 3):
        expected = oracles.attention(q[b, h], k[b, h], v[b, h], everywhere[b, h])
        np.testing.assert_allclose(output[b, h], expected[0].astype(float), rtol=1e-12, atol=1e-14)
        np.testing.assert_allclose(weights[b, h], expected[1].astype(float), rtol=1e-13)


def test_a_query_without_a_key_gets_weights_and_output_zero():
    q, k, v = qkv(5, n_q=3, n_k=5, d_head=2, d_v=7)
    output, weights = attention(q, k, v, np.array([[True], [False], [True]]))
    np.testing.assert_array_equal(weights[1], 0.0)
    np.testing.assert_array_equal(output[1], 0.0)
    assert np.isfinite(output).all()


def test_under_the_causal_mask_a_token_moves_itself_and_what_follows():
    x = normal(6, 5, 3)
    moved = influence(lambda x: attention(x, x, x, causal_mask(5))[0], x)
    np.testing.assert_array_equal(moved, causal_mask(5))


def test_padded_keys_move_nothing():
    x = normal(7, 2, 5, 3)
    mask = padding_mask([5, 3], 5)
    changed = x.copy()
    changed[1, 3:] += 100.0
    before, after = attention(x, x, x, mask)[0], attention(changed, changed, changed, mask)[0]
    np.testing.assert_array_equal(after[0], before[0])
    np.testing.assert_array_equal(after[1, :3], before[1, :3])


@pytest.mark.parametrize("function", [single_head, attention])
def test_the_output_is_an_average_of_the_values(function):
    q, k, v = qkv(8, n_q=5, n_k=7, d_head=3, d_v=2)
    output, weights = function(100 * q, k, v)
    np.testing.assert_allclose(weights.sum(axis=-1), 1.0, rtol=1e-14)
    assert (output <= v.max(axis=0) + 1e-12).all()
    assert (output >= v.min(axis=0) - 1e-12).all()


@pytest.mark.parametrize("function", [single_head, attention])
def test_the_order_of_the_keys_does_not_matter(function):
    q, k, v = qkv(9, n_q=5, n_k=7, d_head=3, d_v=2)
    order = np.array([3, 0, 6, 1, 5, 2, 4])
    output, weights = function(q, k, v)
    permuted_output, permuted_weights = function(q, k[order], v[order])
    np.testing.assert_allclose(permuted_output, output, rtol=1e-13, atol=1e-15)
    np.testing.assert_allclose(permuted_weights, weights[:, order], rtol=1e-13)


@pytest.mark.parametrize("function", [single_head, attention])
def test_large_activations_give_the_right_numbers(function):
    # Whole numbers and d_head = 4: every score is exact, so the oracle's digits must come out.
    # The second and third key are the same, so that the weights are not all 0 or 1.
    q = 1e6 * np.array([[3.0, -1, 2, 0], [1, 1, -2, 5], [0, 2, 2, -3]])
    k = np.array([[1.0, 0, 2, -1], [2, 1, 1, 1], [2, 1, 1, 1], [0, -1, 3, 2]])
    v = 1e6 * np.array([[1.0, 2], [3, -4], [5, 7], [-6, 8]])
    expected_output, expected_weights = oracles.attention(q, k, v)
    output, weights = function(q, k, v)
    np.testing.assert_allclose(weights, expected_weights.astype(float), rtol=1e-13)
    np.testing.assert_allclose(output, expected_output.astype(float), rtol=1e-13)
    assert 0.5 in weights


@pytest.mark.parametrize("function", [single_head, attention])
def test_integers_give_float64(function):
    q, k, v = (np.arange(n).reshape(-1, 2) % 3 for n in (6, 10, 10))
    output, weights = function(q, k, v)
    assert output.dtype == weights.dtype == np.float64
    np.testing.assert_array_equal(output, function(q * 1.0, k * 1.0, v * 1.0)[0])


def test_inputs_are_left_unchanged():
    q, k, v = qkv(10, n_q=3, n_k=5, d_head=2, d_v=7)
    mask = normal(11, 3, 5) > 0
    with left_unchanged(q, k, v, mask):
        attention(q, k, v, mask)
        single_head(q, k, v)
