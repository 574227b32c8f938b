"""Right answers to chapter 1, written another way."""

import numpy as np

from solutions.catalogue import Catalogue
from solutions.reference.memory import axis_tape, is_view

CATALOGUE = Catalogue()


@CATALOGUE.alternative("axis_tape:tolist", replaces=axis_tape)
def transpose_flatten_tolist(shape, order):
    tape = np.arange(np.prod(shape)).reshape(shape)
    return np.transpose(tape, order).flatten().tolist()


@CATALOGUE.alternative("axis_tape:flat", replaces=axis_tape)
def list_of_flat(shape, order):
    size = 1
    for length in shape:
        size *= length
    return list(np.arange(size).reshape(shape).transpose(*order).flat)


@CATALOGUE.alternative("axis_tape:steps", replaces=axis_tape)
def walk_with_steps(shape, order):
    steps = [1] * len(shape)
    for axis in range(len(shape) - 2, -1, -1):
        steps[axis] = steps[axis + 1] * shape[axis + 1]
    cells = [0]
    for axis in order:
        cells = [start + i * steps[axis] for start in cells for i in range(shape[axis])]
    return cells


@CATALOGUE.alternative("axis_tape:moveaxis", replaces=axis_tape)
def moveaxis_to_the_front(shape, order):
    tape = np.arange(np.prod(shape)).reshape(shape)
    moved = np.moveaxis(tape, order, range(len(order)))
    return [int(cell) for cell in moved.reshape(-1)]


@CATALOGUE.alternative("axis_tape:ravel-multi-index", replaces=axis_tape)
def ravel_multi_index(shape, order):
    new_index = np.indices([shape[axis] for axis in order]).reshape(len(order), -1)
    old_index = [new_index[order.index(axis)] for axis in range(len(shape))]
    return np.ravel_multi_index(old_index, shape).tolist()


@CATALOGUE.alternative("axis_tape:einsum", replaces=axis_tape)
def einsum_over_axis_numbers(shape, order):
    tape = np.arange(np.prod(shape)).reshape(shape)
    return np.einsum(tape, list(range(len(shape))), list(order)).ravel().tolist()


@CATALOGUE.alternative("axis_tape:ndindex", replaces=axis_tape)
def look_up_each_cell(shape, order):
    tape = np.arange(np.prod(shape)).reshape(shape)
    cells = []
    for new_index in np.ndindex(*[shape[axis] for axis in order]):
        old_index = [0] * len(shape)
        for k, axis in enumerate(order):
            old_index[axis] = new_index[k]
        cells.append(tape[tuple(old_index)])
    return cells


def _addresses(a):
    """Return the memory address of every cell."""
    index = np.indices(a.shape).reshape(a.ndim, -1)
    offsets = np.array(a.strides, dtype=int) @ index
    return {int(offset) + a.ctypes.data for offset in offsets}


@CATALOGUE.alternative("is_view:addresses", replaces=is_view)
def common_addresses(a, b):
    return not _addresses(a).isdisjoint(_addresses(b))


@CATALOGUE.alternative("is_view:bounds-first", replaces=is_view)
def bounds_first(a, b):
    if not np.may_share_memory(a, b):
        return False
    return np.shares_memory(a, b)


@CATALOGUE.alternative("is_view:numpy-bool", replaces=is_view)
def numpy_bool(a, b):
    return np.bool_(np.shares_memory(a, b))


@CATALOGUE.alternative("is_view:exact-work", replaces=is_view)
def exact_may_share_memory(a, b):
    return np.may_share_memory(a, b, max_work=-1)


@CATALOGUE.alternative("is_view:write-and-restore", replaces=is_view)
def write_look_and_restore(a, b):
    before_a, before_b = a.copy(), b.copy()
    a += 1
    shared = not np.array_equal(before_b, b)
    a[...] = before_a
    return shared
