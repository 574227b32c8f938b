"""Wrong functions that the catalogue does not have: no name fits them."""

import numpy as np

from solutions.reference.attention import attention
from solutions.reference.batched import multi_head_attention as batched
from solutions.reference.heads import merge_heads, split_heads
from solutions.reference.masks import causal_mask, padding_mask
from solutions.reference.memory import axis_tape, is_view
from solutions.reference.one_sequence import head_contribution
from solutions.reference.one_sequence import multi_head_attention as one_sequence
from solutions.reference.repair import decoder_attention
from solutions.reference.single_head import score_std, single_head
from solutions.reference.softmax import masked_softmax, softmax

UNLISTED: list[tuple] = []


def instead_of(reference):
    def record(function):
        UNLISTED.append((reference, function))
        return function

    return record


@instead_of(axis_tape)
def tape_backwards(shape, order):
    return axis_tape(shape, order)[::-1]


@instead_of(axis_tape)
def tape_sorted_by_digits(shape, order):
    return sorted(axis_tape(shape, order), key=str)


@instead_of(axis_tape)
def tape_without_its_end(shape, order):
    return axis_tape(shape, order)[:-1]


@instead_of(is_view)
def always_true(a, b):
    return True


@instead_of(is_view)
def never_true(a, b):
    return False


@instead_of(is_view)
def same_shape_and_memory(a, b):
    return a.shape == b.shape and is_view(a, b)


@instead_of(is_view)
def both_contiguous(a, b):
    return bool(a.flags.c_contiguous and b.flags.c_contiguous)


@instead_of(split_heads)
def heads_turned_by_one(x, n_heads):
    return np.roll(split_heads(x, n_heads), 1, axis=1)


@instead_of(split_heads)
def tokens_backwards(x, n_heads):
    return split_heads(x, n_heads)[:, :, ::-1]


@instead_of(split_heads)
def heads_scaled(x, n_heads):
    heads = split_heads(x, n_heads)
    return heads / np.sqrt(heads.shape[-1])


@instead_of(split_heads)
def rounded(x, n_heads):
    return np.round(split_heads(x, n_heads), 3)


@instead_of(merge_heads)
def heads_turned_before_the_merge(x):
    return merge_heads(np.roll(x, 1, axis=1))


@instead_of(merge_heads)
def first_head_twice(x):
    x = np.array(x, dtype=float)
    x[:, -1] = x[:, 0]
    return merge_heads(x)


@instead_of(softmax)
def a_temperature_of_two(x, axis=-1):
    return softmax(np.asarray(x) / 2, axis)


@instead_of(softmax)
def softmin(x, axis=-1):
    return softmax(-np.asarray(x), axis)


@instead_of(softmax)
def one_more_in_the_sum(x, axis=-1):
    x = np.asarray(x, dtype=float)
    largest = x.max(axis=axis, keepdims=True)
    weights = np.exp(x - largest)
    return weights / (weights.sum(axis=axis, keepdims=True) + np.exp(-largest))


@instead_of(single_head)
def cosine(q, k, v):
    q, k = (a / np.linalg.norm(a, axis=-1, keepdims=True) for a in (q, k))
    weights = softmax(q @ np.swapaxes(k, -1, -2))
    return weights @ v, weights


@instead_of(single_head)
def relu_first(q, k, v):
    scores = np.maximum(q @ np.swapaxes(k, -1, -2) / np.sqrt(q.shape[-1]), 0)
    weights = softmax(scores)
    return weights @ v, weights


@instead_of(score_std)
def mean_size(d, n_samples, rng):
    q, k = rng.standard_normal((n_samples, d)), rng.standard_normal((n_samples, d))
    return float(np.abs((q * k).sum(axis=-1)).mean())


@instead_of(causal_mask)
def a_window_of_three(n):
    return np.tri(n, dtype=bool) & ~np.tri(n, k=-3, dtype=bool)


@instead_of(padding_mask)
def one_mask_for_the_longest(lengths, n):
    longest = np.full(len(lengths), max(lengths))
    return padding_mask(longest, n)


@instead_of(masked_softmax)
def first_key_always_kept(scores, mask=None):
    if mask is None:
        return masked_softmax(scores)
    mask = np.array(np.broadcast_to(mask, np.shape(scores)))
    mask[..., 0] = True
    return masked_softmax(scores, mask)


@instead_of(masked_softmax)
def blocked_rows_see_the_first_key(scores, mask=None):
    weights = masked_softmax(scores, mask)
    weights[..., 0] += 1 - weights.sum(axis=-1)
    return weights


@instead_of(attention)
def values_centred(q, k, v, mask=None):
    return attention(q, k, v - v.mean(axis=-2, keepdims=True), mask)


@instead_of(one_sequence)
def W_q_for_the_values(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    return one_sequence(X, W_q, W_k, W_q, W_o, num_heads, mask)


@instead_of(one_sequence)
def mask_in_the_first_head(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    output, weights = one_sequence(X, W_q, W_k, W_v, W_o, num_heads)
    if mask is not None:
        weights[0] = one_sequence(X, W_q, W_k, W_v, W_o, num_heads, mask)[1][0]
    return output, weights


@instead_of(one_sequence)
def memory_that_was_never_filled(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    output, weights = one_sequence(X, W_q, W_k, W_v, W_o, num_heads, mask)
    noise = np.random.default_rng().standard_normal(output.shape[1])
    return np.where(np.arange(len(output))[:, None] == 0, noise, output), weights


@instead_of(head_contribution)
def the_other_end(X, W_q, W_k, W_v, W_o, num_heads, h):
    return head_contribution(X, W_q, W_k, W_v, W_o, num_heads, num_heads - 1 - h)


@instead_of(batched)
def weights_of_the_first_sequence(x, w_q, w_k, w_v, w_o, n_heads):
    output, weights = batched(x, w_q, w_k, w_v, w_o, n_heads)
    return output, np.broadcast_to(weights[:1], weights.shape).copy()


@instead_of(batched)
def the_last_token_copied(x, w_q, w_k, w_v, w_o, n_heads):
    output, weights = batched(x, w_q, w_k, w_v, w_o, n_heads)
    return np.broadcast_to(output[:, -1:], output.shape).copy(), weights


@instead_of(decoder_attention)
def sees_one_token_ahead(hidden, w_qkv, w_out, n_heads):
    shifted = np.concatenate([hidden[:, 1:], hidden[:, -1:]], axis=1)
    return decoder_attention(shifted, w_qkv, w_out, n_heads)
