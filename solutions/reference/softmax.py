"""Turn scores into weights (chapters 3 and 5)."""

import numpy as np


def softmax(x, axis=-1):
    """Turn scores into positive weights that sum to 1 along an axis.

    Parameters
    ----------
    x : numpy.ndarray
        Scores of any shape, of any size up to 1e300.
    axis : int
        The axis along which the weights sum to 1.

    Returns
    -------
    numpy.ndarray of float
        Weights, in the shape of `x`.
    """
    x = np.asarray(x, dtype=float)
    # The largest score becomes 0, so that exp can't overflow.
    shifted = x - x.max(axis=axis, keepdims=True)
    weights = np.exp(shifted)
    return weights / weights.sum(axis=axis, keepdims=True)


def masked_softmax(scores, mask=None):
    """Softmax over the last axis, in which blocked positions get weight 0.

    Parameters
    ----------
    scores : numpy.ndarray, shape (..., n_q, n_k)
        The score of each query with each key.
    mask : numpy.ndarray of bool, optional
        Broadcasts to the shape of `scores`. True keeps a position, False blocks it.

    Returns
    -------
    numpy.ndarray of float, shape (..., n_q, n_k)
        Weights. A row whose keys are all blocked is all zeros.

    Raises
    ------
    TypeError
        If `mask` is not boolean.
    """
    scores = np.asarray(scores, dtype=float)
    if mask is None:
        mask = True
    if np.asarray(mask).dtype != bool:
        raise TypeError("the mask must be boolean: True keeps a position, False blocks it")
    scores = np.where(mask, scores, -np.inf)
    largest = scores.max(axis=-1, keepdims=True)
    largest = np.where(np.isfinite(largest), largest, 0.0)  # a row with every key blocked
    weights = np.exp(scores - largest)
    total = weights.sum(axis=-1, keepdims=True)
    return weights / np.where(total > 0, total, 1.0)
