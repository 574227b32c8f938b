"""Scaled dot-product attention with a mask (chapter 5)."""

import numpy as np

from solutions.reference.softmax import masked_softmax


def attention(q, k, v, mask=None):
    """Scaled dot-product attention in which a mask blocks keys.

    Parameters
    ----------
    q : numpy.ndarray, shape (..., n_q, d_head)
        One query per row.
    k : numpy.ndarray, shape (..., n_k, d_head)
        One key per row.
    v : numpy.ndarray, shape (..., n_k, d_v)
        One value per row.
    mask : numpy.ndarray of bool, optional
        Broadcasts to (..., n_q, n_k). True keeps a position, False blocks it.

    Returns
    -------
    output : numpy.ndarray of float, shape (..., n_q, d_v)
        For each query, the weighted average of the values that it may see; zeros if it may
        see none.
    weights : numpy.ndarray of float, shape (..., n_q, n_k)
        ``weights[..., i, j]`` is the weight that query i gives to key j.
    """
    q, k, v = (np.asarray(a, dtype=float) for a in (q, k, v))
    d_head = q.shape[-1]
    scores = q @ np.swapaxes(k, -1, -2) / np.sqrt(d_head)  # (..., n_q, n_k)
    weights = masked_softmax(scores, mask)  # (..., n_q, n_k)
    return weights @ v, weights  # (..., n_q, d_v), (..., n_q, n_k)
