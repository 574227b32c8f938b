"""Multi-head attention for one sequence, with a mask (chapter 6).

The names `X`, `W_q` and `num_heads` are those of the specification that this function meets.
"""

import numpy as np

from solutions.reference.attention import attention


def multi_head_attention(X, W_q, W_k, W_v, W_o, num_heads, mask=None):
    """Multi-head self-attention over one sequence.

    Parameters
    ----------
    X : numpy.ndarray, shape (n, d_model)
        One token per row.
    W_q, W_k, W_v, W_o : numpy.ndarray, shape (d_model, d_model)
        The projections of queries, keys, values and output.
    num_heads : int
        The number of heads. Head h takes the columns h * d_head to (h + 1) * d_head, with
        d_head = d_model // num_heads.
    mask : numpy.ndarray of bool, optional
        Broadcasts to (n, n) and holds in every head. True keeps a position, False blocks it.

    Returns
    -------
    output : numpy.ndarray of float, shape (n, d_model)
        The mixed heads. A token that may see no key gets zeros.
    weights : numpy.ndarray of float, shape (num_heads, n, n)
        ``weights[h, i, j]`` is the weight that token i gives to token j in head h.

    Raises
    ------
    ValueError
        If d_model is not divisible by `num_heads`.
    """
    X = np.asarray(X, dtype=float)
    n, d_model = X.shape
    if d_model % num_heads != 0:
        raise ValueError(f"{d_model} features do not divide into {num_heads} heads")
    d_head = d_model // num_heads

    def split(features):
        # (n, d_model) -> (n, num_heads, d_head) -> (num_heads, n, d_head)
        return features.reshape(n, num_heads, d_head).transpose(1, 0, 2)

    q, k, v = split(X @ W_q), split(X @ W_k), split(X @ W_v)  # (num_heads, n, d_head)
    heads, weights = attention(q, k, v, mask)  # (num_heads, n, d_head), (num_heads, n, n)
    concat = heads.transpose(1, 0, 2).reshape(n, d_model)  # (n, d_model)
    return concat @ W_o, weights  # (n, d_model), (num_heads, n, n)


def head_contribution(X, W_q, W_k, W_v, W_o, num_heads, h):
    """Compute what one head adds to the output of the block, without a mask.

    Parameters
    ----------
    X : numpy.ndarray, shape (n, d_model)
        One token per row.
    W_q, W_k, W_v, W_o : numpy.ndarray, shape (d_model, d_model)
        The projections of queries, keys, values and output.
    num_heads : int
        The number of heads.
    h : int
        The head, from 0 to num_heads - 1.

    Returns
    -------
    numpy.ndarray of float, shape (n, d_model)
        The share of head h. The shares of all heads sum to the output of the block.
    """
    X = np.asarray(X, dtype=float)
    d_head = X.shape[1] // num_heads
    columns = slice(h * d_head, (h + 1) * d_head)
    q, k, v = X @ W_q[:, columns], X @ W_k[:, columns], X @ W_v[:, columns]  # (n, d_head)
    head, _ = attention(q, k, v)  # (n, d_head)
    return head @ W_o[columns]  # (n, d_model)
