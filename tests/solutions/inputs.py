"""Arrays that the tests of several functions draw from."""

import contextlib

import numpy as np


def normal(seed, *shape):
    """Standard normal numbers, the same for the same seed and shape."""
    return np.random.default_rng([seed, *shape]).standard_normal(shape)


def block_inputs(seed, *leading, n_features):
    """`x` and the four projections of a block, scaled so that scores stay near 1."""
    x = normal(seed, *leading, n_features)
    weights = normal(seed + 1, 4, n_features, n_features) / np.sqrt(n_features)
    return x, *weights


@contextlib.contextmanager
def left_unchanged(*arrays):
    """Fail unless every array is byte for byte what it was."""
    before = [(a.tobytes(), a.shape, a.dtype, a.strides) for a in arrays]
    yield
    assert [(a.tobytes(), a.shape, a.dtype, a.strides) for a in arrays] == before


def influence(function, x):
    """Tell which tokens move which outputs: ``[i, j]`` is True when token j moves output i."""
    base = function(x)
    moved = np.empty((len(x), len(x)), dtype=bool)
    for j in range(len(x)):
        changed = x.copy()
        changed[j] += 1.0 + np.arange(x.shape[1])
        moved[:, j] = (function(changed) != base).any(axis=1)
    return moved
