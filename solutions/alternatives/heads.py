"""Right answers to chapter 2, written another way."""

import numpy as np

from solutions.catalogue import Catalogue
from solutions.reference.heads import merge_heads, split_heads
from solutions.reference.trap import catch_the_trap

CATALOGUE = Catalogue()


@CATALOGUE.alternative("split_heads:index-equation", replaces=split_heads)
def split_number_by_number(x, n_heads):
    n_batch, n_tokens, n_features = x.shape
    if n_features % n_heads:
        raise ValueError
    d_head = n_features // n_heads
    heads = np.zeros((n_batch, n_heads, n_tokens, d_head))
    for b in range(n_batch):
        for h in range(n_heads):
            for t in range(n_tokens):
                for j in range(d_head):
                    heads[b, h, t, j] = x[b, t, h * d_head + j]
    return heads


@CATALOGUE.alternative("split_heads:slices", replaces=split_heads)
def split_with_slices(x, n_heads):
    n_batch, n_tokens, n_features = x.shape
    d_head, left_over = divmod(n_features, n_heads)
    if left_over != 0:
        raise ValueError(f"cannot split {n_features} by {n_heads}")
    heads = np.empty((n_batch, n_heads, n_tokens, d_head))
    for h in range(n_heads):
        heads[:, h] = x[:, :, h * d_head : (h + 1) * d_head]
    return heads


@CATALOGUE.alternative("split_heads:np-split", replaces=split_heads)
def split_and_stack(x, n_heads):
    return np.stack(np.split(x, n_heads, axis=-1), axis=1).astype(float)


@CATALOGUE.alternative("H12", replaces=split_heads)
def reshape_with_minus_one(x, n_heads):
    heads = x.reshape(x.shape[0], x.shape[1], n_heads, -1)  # NumPy's own ValueError
    return heads.transpose(0, 2, 1, 3).astype(float)


@CATALOGUE.alternative("split_heads:einsum", replaces=split_heads)
def split_with_einsum(x, n_heads):
    if x.shape[-1] % n_heads != 0:
        raise ValueError("uneven")
    heads = x.reshape(*x.shape[:2], n_heads, x.shape[-1] // n_heads)
    return np.einsum("bthj->bhtj", heads).astype(float)


@CATALOGUE.alternative("split_heads:moveaxis", replaces=split_heads)
def split_with_moveaxis(x, n_heads):
    b, t, d = x.shape
    if d % n_heads != 0:
        raise ValueError("uneven")
    return np.moveaxis(1.0 * x.reshape(b, t, n_heads, d // n_heads), 2, 1)


@CATALOGUE.alternative("split_heads:swapaxes", replaces=split_heads)
def split_with_swapaxes_and_copy(x, n_heads):
    b, t, d = x.shape
    if d % n_heads != 0:
        raise ValueError("uneven")
    heads = np.reshape(x, (b, t, n_heads, d // n_heads)).swapaxes(1, 2)
    return np.ascontiguousarray(heads, dtype=np.float64)


@CATALOGUE.alternative("split_heads:columns", replaces=split_heads)
def split_with_a_table_of_columns(x, n_heads):
    columns = np.arange(x.shape[2]).reshape(n_heads, -1)  # NumPy's own ValueError
    return np.asarray(x, dtype=float)[:, :, columns].transpose(0, 2, 1, 3)


@CATALOGUE.alternative("split_heads:features-first", replaces=split_heads)
def split_with_features_first(x, n_heads):
    b, t, d = x.shape
    if d % n_heads != 0:
        raise ValueError("uneven")
    columns = np.asarray(x, dtype=float).transpose(0, 2, 1)  # (B, D, T)
    return columns.reshape(b, n_heads, d // n_heads, t).transpose(0, 1, 3, 2)


@CATALOGUE.alternative("split_heads:strides", replaces=split_heads)
def split_with_strides(x, n_heads):
    b, t, d = x.shape
    if d % n_heads != 0:
        raise ValueError("uneven")
    x = np.array(x, dtype=float)
    d_head = d // n_heads
    step_b, step_t, step_d = x.strides
    strides = (step_b, d_head * step_d, step_t, step_d)
    return np.lib.stride_tricks.as_strided(x, (b, n_heads, t, d_head), strides)


@CATALOGUE.alternative("merge_heads:index-equation", replaces=merge_heads)
def merge_number_by_number(x):
    n_batch, n_heads, n_tokens, d_head = x.shape
    merged = np.zeros((n_batch, n_tokens, n_heads * d_head))
    for b, h, t, j in np.ndindex(*x.shape):
        merged[b, t, h * d_head + j] = x[b, h, t, j]
    return merged


@CATALOGUE.alternative("merge_heads:slices", replaces=merge_heads)
def merge_with_slices(x):
    n_batch, n_heads, n_tokens, d_head = x.shape
    merged = np.empty((n_batch, n_tokens, n_heads * d_head))
    for h in range(n_heads):
        merged[..., h * d_head : (h + 1) * d_head] = x[:, h]
    return merged


@CATALOGUE.alternative("merge_heads:concatenate", replaces=merge_heads)
def merge_with_concatenate(x):
    heads = [x[:, h].astype(float) for h in range(x.shape[1])]
    return np.concatenate(heads, axis=-1)


@CATALOGUE.alternative("merge_heads:hstack", replaces=merge_heads)
def merge_each_sequence_with_hstack(x):
    return np.array([np.hstack(list(sequence)) for sequence in x], dtype=float)


@CATALOGUE.alternative("merge_heads:dstack", replaces=merge_heads)
def merge_with_dstack(x):
    return 1.0 * np.dstack(list(np.swapaxes(x, 0, 1)))


@CATALOGUE.alternative("merge_heads:einsum", replaces=merge_heads)
def merge_with_einsum(x):
    merged = np.einsum("bhtj->bthj", np.asarray(x, dtype=float))
    return merged.reshape(*merged.shape[:2], -1)


@CATALOGUE.alternative("merge_heads:moveaxis", replaces=merge_heads)
def merge_with_moveaxis(x):
    inside = np.ascontiguousarray(np.moveaxis(x, 1, 2)).astype(float)
    return inside.reshape(inside.shape[0], inside.shape[1], -1)


@CATALOGUE.alternative("merge_heads:features-first", replaces=merge_heads)
def merge_with_features_first(x):
    b, h, t, d = x.shape
    columns = x.transpose(0, 1, 3, 2).reshape(b, h * d, t)  # (B, D, T)
    return columns.transpose(0, 2, 1).astype(float)


@CATALOGUE.alternative("catch_the_trap:smallest", replaces=catch_the_trap)
def two_tokens_two_heads():
    return np.array([[[0, 1], [2, 3]]]), 2


@CATALOGUE.alternative("catch_the_trap:tracer", replaces=catch_the_trap)
def one_number_that_is_not_zero():
    x = np.zeros((2, 3, 4))
    x[1, 0, 2] = 1.0
    return x, 2


@CATALOGUE.alternative("catch_the_trap:random", replaces=catch_the_trap)
def random_numbers():
    return np.random.default_rng(0).standard_normal((2, 5, 21)), np.int64(3)


@CATALOGUE.alternative("catch_the_trap:heads-of-one", replaces=catch_the_trap)
def every_column_a_head():
    return np.arange(15).reshape(1, 3, 5), 5


@CATALOGUE.alternative("catch_the_trap:numbered-tokens", replaces=catch_the_trap)
def tokens_with_their_own_number():
    n_heads = 3
    x = np.zeros((1, 4, 6))
    for t in range(4):
        x[0, t, :] = t
    return x, n_heads
