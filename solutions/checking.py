"""How a check compares: one function, given to the student in a locked cell of each exercise."""

import numpy as np


def assert_same(got, expected, rtol=1e-9, atol=1e-12):
    """Fail, and say where, unless `got` is the expected array: type, shape, then numbers.

    Parameters
    ----------
    got : object
        What the function returned.
    expected : array_like
        The right numbers.
    rtol, atol : float
        How far a number may lie from the right one, relative and absolute.
    """
    expected = np.asarray(expected, dtype=float)
    if type(got) is not np.ndarray:
        raise AssertionError(f"expected a NumPy array, got {type(got).__name__}")
    if got.dtype.kind not in "biuf":
        raise AssertionError(f"expected numbers, got an array of {got.dtype}")
    if got.shape != expected.shape:
        said = f"expected shape {expected.shape}, got {got.shape}"
    else:
        with np.errstate(all="ignore"):
            close = np.abs(got - expected) <= atol + rtol * np.abs(expected)
        if close.all():
            return
        first = tuple(int(i) for i in np.argwhere(~close)[0])
        said = (
            f"{int((~close).sum())} of {close.size} numbers differ, the first at index {first}: "
            f"expected {expected[first]:.8g}, got {got[first]:.8g}"
        )
    error = AssertionError(said)
    error.got, error.expected = got, expected  # feedback draws them side by side
    raise error
