"""The two arrays that a check found different, small enough to be shown side by side.

A check hands them over on the exception that it raises, as `got` and `expected`.
"""

import numpy as np

from autograder.model import Comparison, Grid

MOST = 200
"""Numbers in one array: more than that nobody reads."""
RTOL, ATOL = 1e-9, 1e-12


def compared(error: BaseException) -> Comparison | None:
    """Return what an exception carries, or None if that isn't two small arrays of numbers."""
    got, expected = getattr(error, "got", None), getattr(error, "expected", None)
    if not (_is_small(got) and _is_small(expected)):
        return None
    wrong: tuple[int, ...] = ()
    if got.shape == expected.shape:
        with np.errstate(all="ignore"):
            far = ~(np.abs(got - expected) <= ATOL + RTOL * np.abs(expected))
        wrong = tuple(int(i) for i in np.flatnonzero(far))
    return Comparison(_grid(got), _grid(expected), wrong)


def _is_small(value: object) -> bool:
    return type(value) is np.ndarray and value.dtype.kind in "biuf" and 0 < value.size <= MOST


def _grid(array: np.ndarray) -> Grid:
    return Grid(array.shape, tuple(f"{number:.6g}" for number in array.ravel().tolist()))
