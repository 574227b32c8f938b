"""Multi-head attention for a batch of sequences (chapter 7)."""

import numpy as np

from solutions.reference.heads import merge_heads, split_heads
from solutions.reference.softmax import softmax


def multi_head_attention(x, w_q, w_k, w_v, w_o, n_heads):
    """Multi-head self-attention over a batch, without a mask.

    Parameters
    ----------
    x : numpy.ndarray, shape (B, T, D)
        A batch of B sequences of T tokens with D features.
    w_q, w_k, w_v, w_o : numpy.ndarray, shape (D, D)
        The projections of queries, keys, values and output.
    n_heads : int
        The number of heads H. It divides D.

    Returns
    -------
    output : numpy.ndarray of float, shape (B, T, D)
        The merged heads, mixed by `w_o`.
    weights : numpy.ndarray of float, shape (B, H, T, T)
        ``weights[b, h, i, j]`` is the weight that query i gives to key j in head h.

    Raises
    ------
    ValueError
        If D is not divisible by `n_heads`.
    """
    x = np.asarray(x, dtype=float)
    q = split_heads(x @ w_q, n_heads)  # (B, H, T, d_head)
    k = split_heads(x @ w_k, n_heads)  # (B, H, T, d_head)
    v = split_heads(x @ w_v, n_heads)  # (B, H, T, d_head)
    d_head = q.shape[-1]
    scores = q @ k.transpose(0, 1, 3, 2) / np.sqrt(d_head)  # (B, H, T, T)
    weights = softmax(scores, axis=-1)  # (B, H, T, T)
    return merge_heads(weights @ v) @ w_o, weights  # (B, T, D), (B, H, T, T)
