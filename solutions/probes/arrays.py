"""Arrays that the probes of several functions are made of; every size differs."""

import numpy as np


def normal(rng, *shape, size=1.0):
    return size * rng.standard_normal(shape)


def whole(rng, *shape):
    return rng.integers(-3, 4, shape)


def rows_apart(rng, n_rows, n_columns):
    """Rows whose scores lie a thousand apart, the largest first."""
    return normal(rng, n_rows, n_columns) - 1e3 * np.arange(n_rows)[:, None]


def block(rng, *leading, width, size=1.0):
    """`x` and four projections whose products with it keep its size."""
    weights = normal(rng, 4, width, width) / np.sqrt(width)
    return normal(rng, *leading, width, size=size), *(w.copy() for w in weights)


def whole_block(rng, *leading, width):
    return whole(rng, *leading, width), *(whole(rng, width, width) for _ in range(4))


def low_block(rng, *leading, size):
    """A block whose scores are all near minus the square of a size: like tokens, unlike W."""
    x, w_q, _, w_v, w_o = block(rng, *leading, width=12)
    return size * (1 + x / 100), w_q, -w_q, w_v, w_o


def heads(rng, n_q, n_k, size=1.0, leading=()):
    """Queries, keys and values of one head; every size differs."""
    shapes = (*leading, n_q, 4), (*leading, n_k, 4), (*leading, n_k, 3)
    return tuple(normal(rng, *shape, size=size) for shape in shapes)


def low_heads(rng, n_q, n_k, size):
    """A head whose scores are all near minus the square of a size."""
    q, k, v = heads(rng, n_q, n_k)
    return size * (1 + q / 100), -size * (1 + k / 100), v


def keep(rng, *shape):
    """A mask with a kept and a blocked key in each row, and no symmetry."""
    mask = rng.random(shape) < 0.5
    mask[..., 0], mask[..., -1] = False, True
    return mask


def one_row_blocked(rng, *shape):
    mask = keep(rng, *shape)
    mask[..., 1, :] = False
    return mask


def causal(n):
    return np.tri(n, dtype=bool)
