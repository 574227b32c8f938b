"""Axes, strides and views (chapter 1)."""

import numpy as np


def axis_tape(shape, order):
    """Read the memory tape of an array in the order of its transposed axes.

    An array of the given shape is filled with 0, 1, 2, ... along memory. It is transposed,
    and the transposed array is read row by row.

    Parameters
    ----------
    shape : tuple of int
        The shape of the array before the transpose.
    order : tuple of int
        The new order of the axes, as in ``np.transpose``: axis ``k`` of the result is axis
        ``order[k]`` of the array.

    Returns
    -------
    list of int
        The memory positions in the order in which they are read.
    """
    tape = np.arange(np.prod(shape, dtype=int)).reshape(shape)  # shape
    return [int(cell) for cell in tape.transpose(order).ravel()]


def is_view(a, b):
    """Tell whether two arrays look at the same memory.

    Parameters
    ----------
    a, b : numpy.ndarray
        Two arrays of any shape.

    Returns
    -------
    bool
        True when at least one memory cell belongs to both arrays.
    """
    return bool(np.shares_memory(a, b))
