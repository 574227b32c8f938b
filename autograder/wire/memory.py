"""Arrays and the memory that they share.

Arrays with the same owner travel as one block, each with its place in it, so that they share
memory again on the other side. Bytes that none of them covers are sent as zeros: a view of a
column says nothing about the columns beside it.
"""

import functools
import re
from collections.abc import Sequence

import numpy as np

from autograder.wire.frames import WireError
from autograder.wire.nodes import Layout

DTYPE = re.compile(r"[<>|=]?[biufcSUmM]\d+(\[\d*[a-zA-Z]+\])?")
MAX_ITEM = 1 << 20
MAX_SIZE = 1 << 31
SPARSE = 1 << 16
NOTHING = np.empty(0, np.uint8)
LONG = np.dtype(np.longdouble).itemsize
FILLED = 10 if np.finfo(np.longdouble).nmant == 63 else LONG
"""Bytes of an extended float that hold the number; those behind it hold what lay there before."""
STRIDED = type(np.lib.stride_tricks.as_strided(NOTHING).base)


def sendable(array: np.ndarray) -> bool:
    """Say whether the dtype is one that travels: numbers, booleans, text, bytes, times."""
    dtype = array.dtype
    if dtype.kind in "biufc":
        return True
    return dtype.names is None and DTYPE.fullmatch(dtype.str) is not None


def root(array: np.ndarray) -> np.ndarray:
    """Return the array that the memory comes from, as far as arrays know."""
    while isinstance(below := _below(array.base), np.ndarray):
        array = below
    return array


def _below(base: object) -> object:
    """Return what an array looks at through an object that only says how."""
    if isinstance(base, memoryview):
        return base.obj
    return base.base if type(base) is STRIDED else base


def owner_key(array: np.ndarray) -> int:
    """Return the identity of what owns the memory of an array."""
    owner = root(array)
    if isinstance(owner.base, memoryview):
        return id(owner.base.obj)
    return id(owner if owner.base is None else owner.base)


def address(array: np.ndarray) -> int:
    """Return where the first element lies."""
    return array.__array_interface__["data"][0]


def extent(array: np.ndarray) -> tuple[int, int]:
    """Return the first address that a non-empty array covers, and the one after the last."""
    low = high = address(array)
    if array.flags.forc:
        return low, low + array.nbytes
    for n, stride in zip(array.shape, array.strides, strict=True):
        if stride < 0:
            low += (n - 1) * stride
        else:
            high += (n - 1) * stride
    return low, high + array.itemsize


def dense(array: np.ndarray) -> np.ndarray | None:
    """Return the bytes of an array as they lie in memory, or None if it has gaps or repeats."""
    if array.flags.c_contiguous:
        return array.reshape(-1).view(np.uint8)
    order = sorted(range(array.ndim), key=lambda axis: -abs(array.strides[axis]))
    ordered = array.transpose(order)
    if ordered.flags.c_contiguous:
        return ordered.reshape(-1).view(np.uint8)
    return None


def layout(array: np.ndarray, start: int) -> Layout:
    """Return how an array lies in a block that starts at an address."""
    offset = address(array) - start if array.size else 0
    return Layout(array.dtype.str, list(array.shape), list(array.strides), offset)


def disjoint(shape: Sequence[int], strides: Sequence[int], itemsize: int) -> bool:
    """Say whether no two elements share a byte (some odd layouts that don't are refused too)."""
    reach = itemsize
    for stride, n in sorted((abs(s), n) for s, n in zip(strides, shape, strict=True) if n > 1):
        if stride < reach:
            return False
        reach += (n - 1) * stride
    return True


@functools.lru_cache(256)
def dtype_of(text: str) -> np.dtype:
    """Return the dtype that a header names, if it is one that travels."""
    if not DTYPE.fullmatch(text):
        raise WireError(f"the dtype {text!r} does not travel")
    try:
        dtype = np.dtype(text)
    except (TypeError, ValueError, OverflowError):
        raise WireError(f"{text!r} is no dtype") from None
    if not 0 < dtype.itemsize <= MAX_ITEM:
        raise WireError(f"elements of {dtype.itemsize} bytes do not travel")
    return dtype


def place(buffer: np.ndarray, where: Layout, strict: bool) -> np.ndarray:
    """Return the array that a layout cuts out of a block of bytes.

    Parameters
    ----------
    buffer : numpy.ndarray of uint8, shape (nbytes,)
    where : Layout
    strict : bool
        Refuse elements that overlap, and bytes that are no booleans or no characters: the layout
        comes from the untrusted side.
    """
    dtype = dtype_of(where.dtype)
    shape, strides = where.shape, where.strides
    if len(shape) != len(strides):
        raise WireError("the shape and the strides of an array don't fit")
    if 0 in shape:
        if np.prod([max(n, 1) for n in shape], dtype=float) > MAX_SIZE:
            raise WireError("the axes of an empty array are too long")
        return np.empty(shape, dtype)
    low = high = where.offset
    for n, stride in zip(shape, strides, strict=True):
        if stride < 0:
            low += (n - 1) * stride
        else:
            high += (n - 1) * stride
    if low < 0 or high + dtype.itemsize > buffer.nbytes:
        raise WireError("an array reaches beyond its memory")
    if strict and not disjoint(shape, strides, dtype.itemsize):
        raise WireError("the elements of an array overlap")
    array = np.ndarray(shape, dtype, buffer, where.offset, strides)
    if strict:
        check_bytes(array)
    return array


def check_bytes(array: np.ndarray) -> None:
    """Refuse booleans that are neither 0 nor 1, and characters that are none."""
    kind = array.dtype.kind
    if kind == "b" and (array.view(np.uint8) > 1).any():
        raise WireError("a boolean is neither True nor False")
    if kind == "U":
        points = np.ascontiguousarray(array).reshape(-1).view(array.dtype.byteorder + "u4")
        if (points > 0x10FFFF).any():
            raise WireError("a character is none")


def owned(buffer: np.ndarray, where: Layout, strict: bool) -> np.ndarray:
    """Return an array that owns its memory, with the bytes of a block and the order of a layout."""
    source = place(buffer, where, strict)
    if source.nbytes != buffer.nbytes or any(
        stride < 0 for n, stride in zip(source.shape, source.strides, strict=True) if n > 1
    ):
        raise WireError("an array does not fill the memory that it owns")
    return source.copy(order="K")


class Group:
    """The arrays of one message that share an owner.

    Attributes
    ----------
    members : list of (int, numpy.ndarray)
        The node of each array, and the array.
    low : int
        The address at which the block starts.
    bytes : numpy.ndarray of uint8, shape (nbytes,)
        What is sent: uncovered bytes are zero.
    gaps : bool
        Whether there are uncovered bytes.
    """

    def __init__(self) -> None:
        self.members: list[tuple[int, np.ndarray]] = []
        self.low = 0
        self.bytes = NOTHING
        self.gaps = False
        self.laid: list[Layout] = []
        self.owner: int | None = None
        self.source: np.ndarray | None = None  # what the only member is a copy of

    def close(self) -> None:
        """Lay the block out, once all members are known."""
        self._lay_out()
        if long := [a for _, a in self.members if a.size and a.dtype.char in "gG"]:
            self.bytes = self.bytes.copy()
            for array in long:
                clear_gaps(self.bytes, layout(array, self.low))

    def _lay_out(self) -> None:
        full = [array for _, array in self.members if array.size]
        if not full:
            return
        spans = [extent(array) for array in full]
        self.low = min(low for low, _ in spans)
        nbytes = max(high for _, high in spans) - self.low
        for index, array in self.members:
            if array.size and array.nbytes == nbytes and (whole := dense(array)) is not None:
                self.bytes = whole
                if array.base is None and type(array) is np.ndarray and array.flags.owndata:
                    self.owner = index
                    return
        if self.bytes.nbytes:
            return
        self.gaps = True
        self.bytes = np.zeros(nbytes, np.uint8)  # (nbytes,)
        self.laid = [layout(array, self.low) for array in full]
        for array, where in zip(full, self.laid, strict=True):
            place(self.bytes, where, strict=False)[...] = array

    def sparse(self) -> bool:
        """Say whether the block would be much larger than what it carries."""
        if len(self.members) == 1 and self.members[0][1].flags.forc:
            return False
        spans = [extent(array) for _, array in self.members if array.size]
        if not spans:
            return False
        nbytes = max(high for _, high in spans) - min(low for low, _ in spans)
        return nbytes > SPARSE + 4 * sum(array.nbytes for _, array in self.members)

    def covers(self, where: Layout) -> bool:
        """Say whether an array with this layout stays within what was sent."""
        if not self.gaps:
            return True
        mask = np.zeros(self.bytes.nbytes, np.uint8)
        for sent in self.laid:  # a member may lie otherwise by now
            _bytes_of(mask, sent)[...] = 1
        return bool(_bytes_of(mask, where).all())

    def view(self, where: Layout) -> np.ndarray:
        """Return the array that a layout cuts out of the members' own memory."""
        place(self.bytes, where, strict=True)  # its bounds
        if not self.covers(where):
            raise WireError("an array reaches for memory that it was not given")
        owner = root(self.members[0][1])
        whole = dense(owner)
        if whole is None:
            return place(self.bytes, where, strict=True).copy()
        offset = where.offset + self.low - min(extent(owner))
        return np.ndarray(where.shape, dtype_of(where.dtype), whole, offset, where.strides)

    def write(self, data: np.ndarray) -> None:
        """Write changed bytes back into the members."""
        if data.nbytes != self.bytes.nbytes:
            raise WireError("changed memory has another size")
        open_ones = [a for _, a in self.members if a.size and a.flags.writeable]
        found = [place(data, layout(array, self.low), strict=False) for array in open_ones]
        for changed in found:
            check_bytes(changed)
        for array, changed in zip(open_ones, found, strict=True):
            array[...] = changed
        if self.source is not None and self.source.flags.writeable:
            self.source[...] = self.members[0][1]


def scalar_bytes(scalar: np.generic) -> bytes:
    """Return the bytes of a scalar, and nothing that lies between them."""
    data = scalar.tobytes()
    if scalar.dtype.char in "gG":
        cleared = np.frombuffer(bytearray(data), np.uint8)
        clear_gaps(cleared, Layout(scalar.dtype.str, [], [], 0))
        return cleared.tobytes()
    return data


def clear_gaps(data: np.ndarray, where: Layout) -> None:
    """Write zeros where an array of extended floats in a block holds no part of a number."""
    each = _bytes_of(data, where).reshape(*where.shape, -1, LONG)  # (*shape, parts, LONG)
    if not dtype_of(where.dtype).isnative:
        each = each[..., ::-1]
    each[..., FILLED:] = 0


def _bytes_of(mask: np.ndarray, where: Layout) -> np.ndarray:
    """Return the bytes of an array's elements, shape (*shape, itemsize)."""
    item = dtype_of(where.dtype).itemsize
    return np.ndarray((*where.shape, item), np.uint8, mask, where.offset, (*where.strides, 1))
