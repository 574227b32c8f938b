"""Spec B, task 3: `multi_head_attention` for a batch. A docstring quotes its sentence."""

import inspect

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solutions.reference import one_sequence
from solutions.reference.batched import multi_head_attention
from solutions.reference.heads import merge_heads, split_heads
from tests.solutions import oracles
from tests.solutions.inputs import block_inputs, left_unchanged

B, T, D, H = 2, 5, 21, 3  # d_head = 7: all sizes differ
INPUTS = block_inputs(1, B, T, n_features=D)
SIZES = st.tuples(st.integers(1, 4), st.integers(1, 6), st.integers(1, 4), st.integers(1, 5))


def close(got, expected, rtol=1e-11, atol=1e-13):
    np.testing.assert_allclose(got, np.asarray(expected, dtype=float), rtol=rtol, atol=atol)


def test_the_three_signatures_of_the_spec():
    """Write three functions."""
    assert str(inspect.signature(split_heads)) == "(x, n_heads)"
    assert str(inspect.signature(merge_heads)) == "(x)"
    assert str(inspect.signature(multi_head_attention)) == "(x, w_q, w_k, w_v, w_o, n_heads)"


def test_the_example_of_the_spec():
    """x = np.array([[[1.0, 0.0, 0.0, 1.0], [0.0, 2.0, 1.0, 0.0], [1.0, 1.0, 1.0, 1.0]]]) …"""
    x = np.array([[[1.0, 0.0, 0.0, 1.0], [0.0, 2.0, 1.0, 0.0], [1.0, 1.0, 1.0, 1.0]]])
    eye = np.eye(4)
    output, weights = multi_head_attention(x, eye, eye, eye, eye, 2)
    expected_output = [
        [0.80222419, 0.79666372, 0.59888791, 0.80222419],
        [0.23208206, 1.72252957, 0.80222419, 0.59888791],
        [0.59888791, 1.20333628, 0.75174492, 0.75174492],
    ]
    head_0 = [
        [0.40111209, 0.19777581, 0.40111209],
        [0.04538836, 0.76791794, 0.1866937],
        [0.19777581, 0.40111209, 0.40111209],
    ]
    head_1 = [
        [0.40111209, 0.19777581, 0.40111209],
        [0.19777581, 0.40111209, 0.40111209],
        [0.24825508, 0.24825508, 0.50348984],
    ]
    close(output, [expected_output], rtol=0, atol=1e-8)
    close(weights, [[head_0, head_1]], rtol=0, atol=1e-8)


@given(SIZES, st.integers(0, 999))
def test_the_whole_block_agrees_with_loops_in_extended_precision(sizes, seed):
    """In each head, compute softmax(Q_h K_h^T / sqrt(d_head)) V_h. … Merge the head outputs …"""
    n_batch, n_tokens, n_heads, d_head = sizes
    x, *projections = block_inputs(seed, n_batch, n_tokens, n_features=n_heads * d_head)
    output, weights = multi_head_attention(x, *projections, n_heads)
    for b in range(n_batch):
        expected = oracles.multi_head_attention(x[b], *projections, n_heads)
        close(output[b], expected[0])
        close(weights[b], expected[1])


def test_there_are_no_bias_terms():
    """Q = x W_q, K = x W_k, V = x W_v. There are no bias terms."""
    x, *projections = INPUTS
    output, weights = multi_head_attention(np.zeros_like(x), *projections, H)
    np.testing.assert_array_equal(output, 0.0)
    close(weights, np.full((B, H, T, T), 1 / T))


def test_queries_run_along_the_rows_and_keys_along_the_columns():
    """weights[b, h, i, j] is the weight that query i gives to key j in head h."""
    x, w_q, w_k, *_ = INPUTS
    _, weights = multi_head_attention(*INPUTS, H)
    queries, keys = oracles.split(x @ w_q, H), oracles.split(x @ w_k, H)
    log_ratios = np.log(weights) - np.log(weights[..., :1])
    for b, h, i, j in np.ndindex(B, H, T, T):
        difference = keys[b, h, j] - keys[b, h, 0]
        expected = queries[b, h, i] @ difference / np.sqrt(7)
        assert log_ratios[b, h, i, j] == pytest.approx(expected, rel=1e-10, abs=1e-12)


def test_the_softmax_is_over_the_key_axis():
    """The softmax is over the key axis."""
    _, weights = multi_head_attention(*INPUTS, H)
    close(weights.sum(axis=-1), np.ones((B, H, T)))
    assert np.abs(weights.sum(axis=-2) - 1).max() > 0.01


def test_every_query_sees_every_key():
    """There is no mask."""
    assert (multi_head_attention(*INPUTS, H)[1] > 0).all()


@pytest.mark.parametrize("n_heads", [1, 3, 7, 21])
def test_output_and_weights_have_the_shapes_of_the_spec(n_heads):
    """… returns a tuple (output, weights). … shape (B, T, D). … shape (B, H, T, T) …"""
    result = multi_head_attention(*INPUTS, n_heads)
    assert type(result) is tuple
    output, weights = result
    assert type(output) is type(weights) is np.ndarray
    assert output.shape == (B, T, D)
    assert weights.shape == (B, n_heads, T, T)


@pytest.mark.parametrize(
    ("shape", "n_heads"), [((1, 1, 1), 1), ((16, 16, 64), 64), ((16, 1, 64), 8), ((1, 16, 5), 5)]
)
def test_the_largest_and_the_smallest_sizes_of_the_spec(shape, n_heads):
    """1 <= B, T <= 16 and 1 <= H <= D <= 64."""
    x, *projections = block_inputs(2, *shape[:2], n_features=shape[2])
    output, weights = multi_head_attention(x, *projections, n_heads)
    expected = oracles.multi_head_attention(x[-1], *projections, n_heads)
    close(output[-1], expected[0])
    close(weights[-1], expected[1])


def test_features_that_do_not_divide_are_a_value_error():
    """When D is not divisible by n_heads, split_heads raises ValueError."""
    with pytest.raises(ValueError, match="21 features do not divide into 4 heads"):
        multi_head_attention(*INPUTS, 4)


def test_large_activations_give_the_right_numbers():
    """Activations can be large. The output must stay finite."""
    # Whole numbers and d_head = 4 keep every score exact; two equal tokens share their weight.
    rng = np.random.default_rng(3)
    x = rng.integers(-3, 4, (2, 5, 12)) * 1e6
    x[:, 4] = x[:, 1]
    projections = rng.integers(-2, 3, (4, 12, 12)).astype(float)
    output, weights = multi_head_attention(x, *projections, 3)
    for b in range(2):
        expected = oracles.multi_head_attention(x[b], *projections, 3)
        close(output[b], expected[0])
        close(weights[b], expected[1])


def test_inputs_are_left_unchanged():
    """Do not change the input arrays."""
    with left_unchanged(*INPUTS):
        multi_head_attention(*INPUTS, H)


def test_sequences_do_not_mix():
    x, *projections = INPUTS
    output, weights = multi_head_attention(*INPUTS, H)
    changed = x.copy()
    changed[0] += 1.0
    moved_output, moved_weights = multi_head_attention(changed, *projections, H)
    np.testing.assert_array_equal(moved_output[1], output[1])
    np.testing.assert_array_equal(moved_weights[1], weights[1])
    assert (moved_output[0] != output[0]).any()


def test_heads_are_independent():
    x, w_q, w_k, w_v, w_o = INPUTS
    _, weights = multi_head_attention(*INPUTS, H)
    for h in range(H):
        changed = w_k.copy()
        changed[:, 7 * h : 7 * (h + 1)] *= 3.0
        _, moved = multi_head_attention(x, w_q, changed, w_v, w_o, H)
        others = [g for g in range(H) if g != h]
        np.testing.assert_array_equal(moved[:, others], weights[:, others])
        assert (moved[:, h] != weights[:, h]).any()


def test_permuted_tokens_give_permuted_outputs_and_weights():
    x, *projections = INPUTS
    order = np.array([3, 0, 4, 1, 2])
    output, weights = multi_head_attention(*INPUTS, H)
    permuted_output, permuted_weights = multi_head_attention(x[:, order], *projections, H)
    close(permuted_output, output[:, order])
    close(permuted_weights, weights[:, :, order][..., order])


def test_each_sequence_gets_what_the_block_for_one_sequence_gives():
    x, *projections = INPUTS
    output, weights = multi_head_attention(*INPUTS, H)
    for b in range(B):
        alone_output, alone_weights = one_sequence.multi_head_attention(x[b], *projections, H)
        close(output[b], alone_output)
        close(weights[b], alone_weights)


def test_integers_give_float64():
    rng = np.random.default_rng(4)
    x, projections = rng.integers(-2, 3, (2, 5, 6)), rng.integers(-2, 3, (4, 6, 6))
    output, weights = multi_head_attention(x, *projections, 2)
    assert output.dtype == weights.dtype == np.float64
    close(output[1], oracles.multi_head_attention(x[1], *projections, 2)[0])
