"""Split features into heads, and merge them back (chapter 2)."""

import numpy as np


def split_heads(x, n_heads):
    """Split the features of each token into heads.

    ``split_heads(x, H)[b, h, t, j] == x[b, t, h * d_head + j]``

    Parameters
    ----------
    x : numpy.ndarray, shape (B, T, D)
        A batch of B sequences of T tokens with D features.
    n_heads : int
        The number of heads H. It divides D.

    Returns
    -------
    numpy.ndarray of float, shape (B, H, T, d_head)
        Head h holds the columns h * d_head to (h + 1) * d_head - 1 of `x`, in the same order.

    Raises
    ------
    ValueError
        If D is not divisible by `n_heads`.
    """
    n_batch, n_tokens, n_features = x.shape
    if n_features % n_heads != 0:
        raise ValueError(f"{n_features} features do not divide into {n_heads} heads")
    d_head = n_features // n_heads
    x = np.asarray(x, dtype=float)
    x = x.reshape(n_batch, n_tokens, n_heads, d_head)  # (B, T, H, d_head)
    return x.transpose(0, 2, 1, 3)  # (B, H, T, d_head)


def merge_heads(x):
    """Put the heads of each token side by side again: the inverse of `split_heads`.

    ``merge_heads(x)[b, t, h * d_head + j] == x[b, h, t, j]``

    Parameters
    ----------
    x : numpy.ndarray, shape (B, H, T, d_head)
        The heads of a batch of sequences.

    Returns
    -------
    numpy.ndarray of float, shape (B, T, H * d_head)
        The features of each token, head 0 first.
    """
    n_batch, n_heads, n_tokens, d_head = x.shape
    x = np.asarray(x, dtype=float)
    x = x.transpose(0, 2, 1, 3)  # (B, T, H, d_head)
    return x.reshape(n_batch, n_tokens, n_heads * d_head)  # (B, T, D)
