"""A split with the right shape and the wrong numbers, and an input that shows it (chapter 2)."""

import numpy as np


def split_without_transpose(x, n_heads):
    """Split features into heads the wrong way: the shape is right, the numbers are not.

    Parameters
    ----------
    x : numpy.ndarray, shape (B, T, D)
        A batch of B sequences of T tokens with D features.
    n_heads : int
        The number of heads H. It divides D.

    Returns
    -------
    numpy.ndarray, shape (B, H, T, d_head)
        The memory of `x` in its old order, cut into pieces of d_head numbers.
    """
    n_batch, n_tokens, n_features = x.shape
    return x.reshape(n_batch, n_heads, n_tokens, n_features // n_heads)  # (B, H, T, d_head)


def catch_the_trap():
    """Return an input on which `split_without_transpose` differs from the right split.

    Returns
    -------
    x : numpy.ndarray, shape (B, T, D)
        At most 1,000 numbers, all of them finite.
    n_heads : int
        The number of heads H. It divides D.
    """
    x = np.arange(24.0).reshape(1, 4, 6)  # (B, T, D): no two numbers are equal
    return x, 2  # more than one token and more than one head
