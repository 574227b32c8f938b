"""Spec A: multi-head attention for one sequence. A docstring quotes its sentence."""

import inspect

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solutions.reference.masks import causal_mask
from solutions.reference.one_sequence import head_contribution, multi_head_attention
from solutions.reference.softmax import softmax
from tests.solutions import oracles
from tests.solutions.inputs import block_inputs, influence, left_unchanged, normal

N, D, H = 5, 21, 3  # d_head = 7: all sizes differ
INPUTS = block_inputs(1, N, n_features=D)
SIZES = st.tuples(st.integers(1, 7), st.integers(1, 4), st.integers(1, 5))  # n, heads, d_head


def close(got, expected, rtol=1e-11, atol=1e-13):
    np.testing.assert_allclose(got, np.asarray(expected, dtype=float), rtol=rtol, atol=atol)


def test_the_signature_of_the_spec():
    """def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, mask=None):"""
    signature = str(inspect.signature(multi_head_attention))
    assert signature == "(X, W_q, W_k, W_v, W_o, num_heads, mask=None)"


def test_the_example_of_the_spec():
    """Input X = np.array([[1.0, 0.0], [0.0, 1.0]]) …"""
    X, I = np.array([[1.0, 0.0], [0.0, 1.0]]), np.eye(2)  # noqa: E741
    output, weights = multi_head_attention(X, I, I, I, I, num_heads=2)
    close(output, [[0.73105858, 0.5], [0.5, 0.73105858]], rtol=0, atol=1e-8)
    head_0 = [[0.73105858, 0.26894142], [0.5, 0.5]]
    head_1 = [[0.5, 0.5], [0.26894142, 0.73105858]]
    close(weights, [head_0, head_1], rtol=0, atol=1e-8)


def test_the_reasoning_of_the_spec():
    """In head 0, token 0 scores [1, 0], so its weights are softmax([1, 0]) = [0.731, 0.269]. …"""
    X, I = np.array([[1.0, 0.0], [0.0, 1.0]]), np.eye(2)  # noqa: E741
    _, weights = multi_head_attention(X, I, I, I, I, num_heads=2)
    close(weights[0, 0], softmax(np.array([1.0, 0.0])))
    close(weights[0, 1], [0.5, 0.5])  # Token 1 scores [0, 0], so it attends equally.
    close(weights[1], weights[0][::-1, ::-1])  # Head 1 is the same with the tokens swapped.


@given(SIZES, st.integers(0, 999))
def test_the_whole_block_agrees_with_loops_in_extended_precision(sizes, seed):
    """Assemble the full multi-head attention block on top of single head attention."""
    n, num_heads, d_head = sizes
    inputs = block_inputs(seed, n, n_features=num_heads * d_head)
    output, weights = multi_head_attention(*inputs, num_heads)
    expected_output, expected_weights = oracles.multi_head_attention(*inputs, num_heads)
    close(weights, expected_weights)
    close(output, expected_output)


def test_queries_keys_and_values_are_projections_of_the_tokens():
    """1. Project: Q = X W_q, K = X W_k, V = X W_v."""
    X, *projections = INPUTS
    expected = multi_head_attention(*INPUTS, H)
    for changed in range(3):  # W @ M projects as X @ M does when the projections swap places
        scaled = [p * (2.0 if i == changed else 1.0) for i, p in enumerate(projections)]
        output, weights = multi_head_attention(X, *scaled, H)
        if changed == 2:  # doubling the values doubles the output and leaves the weights
            close(output, 2 * expected[0])
            close(weights, expected[1])
        else:  # doubling queries or keys doubles the scores: weights are squared, normalised
            squared = expected[1] ** 2
            close(weights, squared / squared.sum(axis=-1, keepdims=True))


def test_a_head_sees_only_its_own_columns():
    """2. … Head h takes columns h * d_head to (h + 1) * d_head …"""
    X, W_q, W_k, W_v, W_o = INPUTS
    _, weights = multi_head_attention(*INPUTS, H)
    for h in range(H):
        changed = W_q.copy()
        changed[:, 7 * h : 7 * (h + 1)] += 1.0 + np.arange(7)
        _, moved = multi_head_attention(X, changed, W_k, W_v, W_o, H)
        assert [bool((moved[g] != weights[g]).any()) for g in range(H)] == [
            g == h for g in range(H)
        ]


def test_scores_are_scaled_by_the_root_of_d_head():
    """3. … scaling by sqrt(d_head) and not sqrt(d_model)."""
    X, W_q, W_k, *_ = INPUTS
    _, weights = multi_head_attention(*INPUTS, H)
    log_ratios = np.log(weights) - np.log(weights[..., :1])  # (H, n, n)
    for h in range(H):
        columns = slice(7 * h, 7 * (h + 1))
        products = (X @ W_q)[:, columns] @ (X @ W_k)[:, columns].T
        close(log_ratios[h], (products - products[:, :1]) / np.sqrt(7), atol=1e-12)


def test_head_outputs_are_concatenated_in_head_order():
    """4. Concatenate the head outputs back to (n, d_model) in head order."""
    X, W_q, W_k, W_v, _ = INPUTS
    concat, weights = multi_head_attention(X, W_q, W_k, W_v, np.eye(D), H)
    values = X @ W_v
    for h in range(H):
        columns = slice(7 * h, 7 * (h + 1))
        close(concat[:, columns], weights[h] @ values[:, columns])


def test_the_output_is_projected_once_more():
    """5. Project once more: out = concat W_o."""
    X, W_q, W_k, W_v, W_o = INPUTS
    concat, _ = multi_head_attention(X, W_q, W_k, W_v, np.eye(D), H)
    close(multi_head_attention(*INPUTS, H)[0], concat @ W_o)


@pytest.mark.parametrize("num_heads", [1, 3, 7, 21])
def test_output_and_weights_have_the_shapes_of_the_spec(num_heads):
    """Return (output, weights) where output is (n, d_model) and weights is (num_heads, n, n) …"""
    result = multi_head_attention(*INPUTS, num_heads)
    assert type(result) is tuple
    output, weights = result
    assert type(output) is type(weights) is np.ndarray
    assert output.shape == (N, D)
    assert weights.shape == (num_heads, N, N)
    close(weights.sum(axis=-1), np.ones((num_heads, N)))


def test_heads_can_attend_to_different_tokens():
    """… eight heads can track syntax, position and coreference separately."""
    X, W_q, W_k, W_v, W_o = block_inputs(3, 5, n_features=24)
    _, weights = multi_head_attention(X, 20 * W_q, W_k, W_v, W_o, 8)
    assert len({tuple(head.argmax(axis=-1)) for head in weights}) == 8


@pytest.mark.parametrize("shape", [(N, N), (1, N), (N, 1), (N,), ()])
def test_the_mask_broadcasts_and_holds_identically_in_every_head(shape):
    """… broadcastable to (n, n), applied identically in every head, where False blocks …"""
    mask = normal(4, *shape) > -0.3 if shape else np.array(True)
    output, weights = multi_head_attention(*INPUTS, H, mask=mask)
    everywhere = np.broadcast_to(mask, (N, N))
    expected_output, expected_weights = oracles.multi_head_attention(*INPUTS, H, everywhere)
    close(output, expected_output)
    close(weights, expected_weights)
    for head in weights:
        np.testing.assert_array_equal(head != 0, everywhere)


def test_no_mask_blocks_nothing():
    """mask is None …"""
    for mask in (None, np.ones((N, N), dtype=bool)):
        np.testing.assert_array_equal(
            multi_head_attention(*INPUTS, H, mask)[1], multi_head_attention(*INPUTS, H)[1]
        )


def test_under_the_causal_mask_a_token_moves_itself_and_what_follows():
    X, *projections = INPUTS

    def output(X):
        return multi_head_attention(X, *projections, H, causal_mask(N))[0]

    np.testing.assert_array_equal(influence(output, X), causal_mask(N))


def test_a_token_without_a_key_gets_weights_and_output_zero():
    mask = np.ones((N, N), dtype=bool)
    mask[2] = False
    output, weights = multi_head_attention(*INPUTS, H, mask)
    np.testing.assert_array_equal(output[2], 0.0)
    np.testing.assert_array_equal(weights[:, 2], 0.0)
    assert np.isfinite(output).all()


def test_permuted_tokens_give_permuted_outputs_and_weights():
    X, *projections = INPUTS
    order = np.array([3, 0, 4, 1, 2])
    output, weights = multi_head_attention(*INPUTS, H)
    permuted_output, permuted_weights = multi_head_attention(X[order], *projections, H)
    close(permuted_output, output[order])
    close(permuted_weights, weights[:, order][:, :, order])


def test_large_activations_give_the_right_numbers():
    # Whole numbers and d_head = 4 keep every score exact; two equal tokens share their weight.
    rng = np.random.default_rng(5)
    X = rng.integers(-3, 4, (5, 12)) * 1e6
    X[3] = X[1]
    projections = rng.integers(-2, 3, (4, 12, 12)).astype(float)
    output, weights = multi_head_attention(X, *projections, 3, causal_mask(5))
    expected = oracles.multi_head_attention(X, *projections, 3, causal_mask(5))
    close(output, expected[0])
    close(weights, expected[1])


@pytest.mark.parametrize(("d_model", "num_heads"), [(4, 3), (7, 2), (5, 6)])
def test_features_that_do_not_divide_are_a_value_error_naming_both_numbers(d_model, num_heads):
    with pytest.raises(ValueError, match=rf"\b{d_model}\b.*\b{num_heads}\b"):
        multi_head_attention(*block_inputs(6, 3, n_features=d_model), num_heads)


def test_integers_give_float64():
    rng = np.random.default_rng(7)
    X, projections = rng.integers(-2, 3, (5, 6)), rng.integers(-2, 3, (4, 6, 6))
    output, weights = multi_head_attention(X, *projections, 2)
    assert output.dtype == weights.dtype == np.float64
    close(output, oracles.multi_head_attention(X, *projections, 2)[0])


def test_inputs_are_left_unchanged():
    mask = causal_mask(N)
    with left_unchanged(*INPUTS, mask):
        multi_head_attention(*INPUTS, H, mask)


@pytest.mark.parametrize("num_heads", [1, 3, 7])
def test_the_shares_of_all_heads_sum_to_the_output(num_heads):
    shares = [head_contribution(*INPUTS, num_heads, h) for h in range(num_heads)]
    close(sum(shares), multi_head_attention(*INPUTS, num_heads)[0])


def test_the_share_of_a_head_is_the_block_with_the_other_heads_silenced():
    X, W_q, W_k, W_v, W_o = INPUTS
    for h in range(H):
        alone = np.zeros_like(W_o)
        alone[7 * h : 7 * (h + 1)] = W_o[7 * h : 7 * (h + 1)]
        expected, _ = multi_head_attention(X, W_q, W_k, W_v, alone, H)
        close(head_contribution(*INPUTS, H, h), expected)
