"""An array gets another type, shape and strides, and stays the same object in the same memory."""

import itertools
import operator
import warnings
from collections.abc import Sequence

import numpy as np

from autograder.wire import memory
from autograder.wire.faults import Unusable
from autograder.wire.frames import WireError
from autograder.wire.nodes import Layout

NOT_HERE = (
    "the function gave an argument in place a type, shape or strides that can't be followed: "
    "return a new array instead"
)
# Those of ndarray: a masked array's own would change its mask, too.
SHAPE, DTYPE, STRIDES = (vars(np.ndarray)[name].__set__ for name in ("shape", "dtype", "strides"))
BYTE = np.dtype(np.uint8)


def form(array: np.ndarray) -> tuple:
    """Return how an array reads its bytes."""
    return array.dtype, array.shape, array.strides


def lay_out(array: np.ndarray, where: Layout, group: memory.Group | None) -> None:
    """Give an array the layout that its copy has now.

    Parameters
    ----------
    array : numpy.ndarray
        It was sent with the group.
    where : Layout
        The place of the copy in the group's block.
    group : Group or None
        An empty array needs none.

    Raises
    ------
    Unusable
        If that is not the same memory, or NumPy can't do it in place.
    """
    before = form(array)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            dtype, shape = memory.dtype_of(where.dtype), tuple(where.shape)
            if array.size and (group is None or group.source is not array):
                _check_place(array, where, group)
                _reform(array, dtype, shape, tuple(where.strides))
            else:
                _check_order(array, where, dtype)
                DTYPE(array, dtype)
                SHAPE(array, shape)
            memory.check_bytes(array)
        except (WireError, AttributeError, ValueError, TypeError):
            if form(array) != before:
                _reform(array, *before)
            raise Unusable(NOT_HERE) from None


def set_writeable(array: np.ndarray, value: object) -> None:
    """Open or close an array."""
    try:
        array.flags.writeable = value is True
    except ValueError:
        raise Unusable("the function made a read-only argument writeable") from None


def _check_place(array: np.ndarray, where: Layout, group: memory.Group | None) -> None:
    """Refuse what begins elsewhere, is larger, or reaches for bytes that were not sent."""
    if group is None:
        raise WireError("an array looks at memory that was not sent")
    memory.place(group.bytes, where, strict=False)
    if memory.address(array) != group.low + where.offset:
        raise WireError("an array begins elsewhere")
    if np.prod(where.shape, dtype=float) * memory.dtype_of(where.dtype).itemsize != array.nbytes:
        raise WireError("an array has another size")
    if not group.covers(where):
        raise WireError("an array reaches for memory that it was not given")


def _check_order(array: np.ndarray, where: Layout, dtype: np.dtype) -> None:
    """Refuse all but another shape and type: the copy of this array was laid out in C order."""
    if 0 in where.shape:
        memory.place(np.empty(0, np.uint8), where, strict=False)
    strides = _in_c_order(where.shape, dtype.itemsize)
    pairs = zip(where.shape, where.strides, strides, strict=True)
    if array.size and any(n > 1 and stride != own for n, stride, own in pairs):
        raise WireError("an array is not in C order")


def _reform(
    array: np.ndarray, dtype: np.dtype, shape: tuple[int, ...], strides: tuple[int, ...]
) -> None:
    """Set type, shape and strides: any that hold as many bytes.

    Between types of two sizes, single bytes go.
    """
    if array.dtype.itemsize != dtype.itemsize:
        for other in (BYTE, dtype):
            size = max(array.dtype.itemsize, other.itemsize)
            _fold(array, (array.nbytes // size, size // array.dtype.itemsize))
            if array.strides[1] != array.dtype.itemsize:
                STRIDES(array, (0, array.dtype.itemsize))
            DTYPE(array, other)
    DTYPE(array, dtype)
    _fold(array, shape)
    STRIDES(array, strides)
    if (array.dtype, array.shape, array.strides) != (dtype, shape, strides):
        raise ValueError


def _fold(array: np.ndarray, shape: tuple[int, ...]) -> None:
    """Set any shape of the same size.

    NumPy takes it in C order, and with strides of zero. These are for views alone: NumPy bounds the
    memory of an owner by its strides, so that it could not be stretched again.
    """
    try:
        STRIDES(array, _in_c_order(array.shape, array.dtype.itemsize))
    except ValueError:
        STRIDES(array, (0,) * array.ndim)
    SHAPE(array, shape)


def _in_c_order(shape: Sequence[int], itemsize: int) -> tuple[int, ...]:
    steps = itertools.accumulate([itemsize, *shape[:0:-1]], operator.mul)
    return tuple(steps)[len(shape) - 1 :: -1] if shape else ()
