"""Which query may see which key (chapter 5). True keeps, False blocks."""

import numpy as np


def causal_mask(n):
    """Let each token see itself and the tokens before it.

    Parameters
    ----------
    n : int
        The number of tokens.

    Returns
    -------
    numpy.ndarray of bool, shape (n, n)
        ``mask[i, j]`` is True when query i may see key j, that is when j <= i.
    """
    return np.tril(np.ones((n, n), dtype=bool))


def padding_mask(lengths, n):
    """Block the keys that only fill a batch up to a common length.

    Parameters
    ----------
    lengths : sequence of int, length B
        The number of real tokens in each sequence.
    n : int
        The common length of the padded sequences.

    Returns
    -------
    numpy.ndarray of bool, shape (B, 1, n)
        ``mask[b, 0, j]`` is True when key j is a real token of sequence b, for every query.
    """
    lengths = np.asarray(lengths)  # (B,)
    keep = np.arange(n) < lengths[:, None]  # (B, n)
    return keep[:, None, :]  # (B, 1, n)
