"""One head without a mask, and why its scores are scaled (chapter 4)."""

import numpy as np

from solutions.reference.softmax import softmax


def single_head(q, k, v):
    """Scaled dot-product attention for one head.

    Parameters
    ----------
    q : numpy.ndarray, shape (..., n_q, d_head)
        One query per row.
    k : numpy.ndarray, shape (..., n_k, d_head)
        One key per row.
    v : numpy.ndarray, shape (..., n_k, d_v)
        One value per row.

    Returns
    -------
    output : numpy.ndarray of float, shape (..., n_q, d_v)
        For each query, the weighted average of the values.
    weights : numpy.ndarray of float, shape (..., n_q, n_k)
        ``weights[..., i, j]`` is the weight that query i gives to key j.
    """
    q, k, v = (np.asarray(a, dtype=float) for a in (q, k, v))
    d_head = q.shape[-1]
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(d_head)  # (..., n_q, n_k)
    weights = softmax(scores, axis=-1)  # (..., n_q, n_k)
    return weights @ v, weights  # (..., n_q, d_v), (..., n_q, n_k)


def score_std(d, n_samples, rng):
    """Measure the spread of the dot product of two random vectors.

    Parameters
    ----------
    d : int
        The length of the vectors. Their entries are standard normal.
    n_samples : int
        How many pairs of vectors to draw.
    rng : numpy.random.Generator
        The source of the random numbers.

    Returns
    -------
    float
        The standard deviation of the `n_samples` dot products.
    """
    q = rng.standard_normal((n_samples, d))  # (n_samples, d)
    k = rng.standard_normal((n_samples, d))  # (n_samples, d)
    scores = (q * k).sum(axis=-1)  # (n_samples,)
    return float(scores.std())
