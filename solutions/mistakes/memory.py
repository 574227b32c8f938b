"""Wrong versions of chapter 1: the memory tape, views and copies."""

import numpy as np

from solutions.catalogue import Catalogue
from solutions.reference.memory import axis_tape, is_view

CATALOGUE = Catalogue()


def _tape(shape):
    """Fill an array of this shape with its own memory positions."""
    return np.arange(np.prod(shape, dtype=int)).reshape(shape)


@CATALOGUE.mistake(
    "T01",
    replaces=axis_tape,
    killed_by="axis_tape--worked-example axis_tape--three-axes axis_tape--head-swap",
    message=(
        "Your tape never leaves the order of memory. A new shape alone changes nothing in it; the "
        "question is in which order the transposed array meets the cells, row by row."
    ),
    section="01_axes_views#reshape-and-transpose",
)
def reshape_instead_of_transpose(shape, order):
    swapped = _tape(shape).reshape([shape[axis] for axis in order])
    return swapped.ravel().tolist()


@CATALOGUE.mistake(
    "T02",
    replaces=axis_tape,
    killed_by="axis_tape--three-axes",
    message=(
        "You applied the order backwards: it says where each new axis comes from, and you read "
        "it as where each old axis goes. Swapping two axes hides this, a cycle of three does not."
    ),
    section="01_axes_views#reshape-and-transpose",
)
def order_read_as_destination(shape, order):
    return _tape(shape).transpose(np.argsort(order)).ravel().tolist()


@CATALOGUE.mistake(
    "T03",
    replaces=axis_tape,
    killed_by="axis_tape--three-axes axis_tape--head-swap",
    message="You reverse all the axes, whatever the order asks for.",
    section="01_axes_views#reshape-and-transpose",
)
def reverse_all_axes(shape, order):
    return _tape(shape).T.ravel().tolist()


@CATALOGUE.mistake(
    "T04",
    replaces=axis_tape,
    killed_by="axis_tape--list",
    message="You return an array. A tape is a plain list of positions.",
    section="01_axes_views#memory-tape",
)
def array_instead_of_list(shape, order):
    return _tape(shape).transpose(order).ravel()


@CATALOGUE.mistake(
    "T05",
    replaces=axis_tape,
    killed_by="axis_tape--list",
    message=(
        "You return lists inside lists. They show the transposed array; a tape is flat, one "
        "position after the other."
    ),
    section="01_axes_views#memory-tape",
)
def nested_lists(shape, order):
    return _tape(shape).transpose(order).tolist()


@CATALOGUE.mistake(
    "T06",
    replaces=axis_tape,
    killed_by="axis_tape--three-axes axis_tape--head-swap",
    message=(
        "You read the transposed array column by column: your first axis moves fastest. Reading "
        "row by row lets the last axis move fastest."
    ),
    section="01_axes_views#memory-tape",
)
def read_column_by_column(shape, order):
    return _tape(shape).transpose(order).ravel(order="F").tolist()


@CATALOGUE.mistake(
    "T07",
    replaces=axis_tape,
    killed_by="axis_tape--worked-example axis_tape--three-axes axis_tape--head-swap",
    message=(
        "Your tape never leaves the order of memory. A new shape alone changes nothing in it; the "
        "question is in which order the transposed array meets the cells, row by row."
    ),
    section="01_axes_views#reshape-and-transpose",
)
def read_in_memory_order(shape, order):
    return _tape(shape).transpose(order).ravel(order="K").tolist()


@CATALOGUE.mistake(
    "T08",
    replaces=axis_tape,
    killed_by="axis_tape--three-axes",
    message=(
        "You answer the inverse question: for each memory position, when it is read. The tape "
        "says for each step of the reading, which memory position is met."
    ),
    section="01_axes_views#memory-tape",
)
def reading_times_instead_of_positions(shape, order):
    return np.argsort(_tape(shape).transpose(order).ravel()).tolist()


@CATALOGUE.mistake(
    "T09",
    replaces=axis_tape,
    killed_by="axis_tape--list axis_tape--worked-example axis_tape--one-axis",
    message="You number the memory from 1. The first cell of the tape is position 0.",
    section="01_axes_views#memory-tape",
)
def count_from_one(shape, order):
    return (_tape(shape).transpose(order).ravel() + 1).tolist()


@CATALOGUE.mistake(
    "T10",
    replaces=axis_tape,
    killed_by="axis_tape--three-axes",
    message=(
        "You only swap two axes. An order can move every axis at once, as a cycle of three does."
    ),
    section="01_axes_views#reshape-and-transpose",
)
def swap_one_pair(shape, order):
    moved = [(k, axis) for k, axis in enumerate(order) if k != axis]
    tape = _tape(shape)
    return (tape.swapaxes(*moved[0]) if moved else tape).ravel().tolist()


@CATALOGUE.mistake(
    "T11",
    replaces=axis_tape,
    killed_by="axis_tape--worked-example axis_tape--three-axes axis_tape--head-swap",
    message=(
        "You take the axes in the new order, but you keep the steps along memory in the old "
        "order. Each axis takes its own step with it."
    ),
    section="01_axes_views#memory-tape",
)
def steps_left_behind(shape, order):
    steps = [int(np.prod(shape[axis + 1 :], dtype=int)) for axis in range(len(shape))]
    cells = np.ndindex(*[shape[axis] for axis in order])
    return [sum(i * step for i, step in zip(cell, steps, strict=True)) for cell in cells]


@CATALOGUE.mistake(
    "V01",
    replaces=is_view,
    killed_by="is_view--transpose-and-copy is_view--overlapping-slices",
    message=(
        "You ask whether the two names mean the same object. A view is an object of its own that "
        "looks at somebody else's memory."
    ),
    section="01_axes_views#views-and-copies",
)
def same_object(a, b):
    return a is b


@CATALOGUE.mistake(
    "V02",
    replaces=is_view,
    killed_by="is_view--overlapping-slices",
    message=(
        "You look at who made the array. Two views of one array share memory although neither "
        "was made from the other."
    ),
    section="01_axes_views#views-and-copies",
)
def one_is_the_base_of_the_other(a, b):
    return a is b or a.base is b or b.base is a


@CATALOGUE.mistake(
    "V03",
    replaces=is_view,
    killed_by="is_view--transpose-and-copy is_view--equal-numbers",
    message="You compare the numbers. A copy holds the same numbers in memory of its own.",
    section="01_axes_views#views-and-copies",
)
def equal_numbers(a, b):
    return np.array_equal(a, b)


@CATALOGUE.mistake(
    "V04",
    replaces=is_view,
    killed_by="is_view--interleaved-slices",
    message=(
        "You compare where the arrays begin and end. Two slices can lie between each other's "
        "cells and still have none in common."
    ),
    section="01_axes_views#views-and-copies",
)
def overlapping_bounds(a, b):
    return np.may_share_memory(a, b)


@CATALOGUE.mistake(
    "V05",
    replaces=is_view,
    killed_by="is_view--overlapping-slices",
    message=(
        "You compare the first cells only. An array and a slice that starts further along share "
        "memory, too."
    ),
    section="01_axes_views#views-and-copies",
)
def same_first_cell(a, b):
    return a.ctypes.data == b.ctypes.data


@CATALOGUE.mistake(
    "V06",
    replaces=is_view,
    killed_by="is_view--interleaved-slices",
    message=(
        "You ask whether both arrays were cut from the same array. They were, and still they may "
        "look at different cells of it."
    ),
    section="01_axes_views#views-and-copies",
)
def same_owner(a, b):
    owner_a = a if a.base is None else a.base
    owner_b = b if b.base is None else b.base
    return owner_a is owner_b


@CATALOGUE.mistake(
    "V07",
    replaces=is_view,
    killed_by="is_view--transpose-and-copy",
    message=(
        "You answer the opposite question: you say True for a copy. True means that the memory "
        "is shared."
    ),
    section="01_axes_views#views-and-copies",
)
def is_copy(a, b):
    return not np.shares_memory(a, b)


@CATALOGUE.mistake(
    "V08",
    replaces=is_view,
    killed_by="is_view--inputs-unchanged",
    message=(
        "You write into the first array to see whether the second one changes, and leave your "
        "mark there. A question must not change what it asks about."
    ),
    section="01_axes_views#views-and-copies",
)
def write_and_look(a, b):
    before = b.copy()
    a += 1
    return not np.array_equal(before, b)


@CATALOGUE.mistake(
    "V09",
    replaces=is_view,
    killed_by="is_view--equal-numbers",
    message=(
        "You ask whether an array is a view of anything at all. The question is whether it looks "
        "at the memory of the other one."
    ),
    section="01_axes_views#views-and-copies",
)
def owns_no_memory(a, b):
    return not (a.flags.owndata and b.flags.owndata)


@CATALOGUE.mistake(
    "V10",
    replaces=is_view,
    killed_by="is_view--transpose-and-copy is_view--equal-numbers",
    message=(
        "You compare shapes or numbers of cells. How an array looks says nothing about which "
        "memory it looks at."
    ),
    section="01_axes_views#views-and-copies",
)
def same_size(a, b):
    return a.size == b.size


@CATALOGUE.mistake(
    "V11",
    replaces=is_view,
    killed_by="is_view--transpose-and-copy",
    message="You return an answer for each number. The question has one answer: True or False.",
    section="01_axes_views#views-and-copies",
)
def answer_for_each_number(a, b):
    return np.asarray(a) == np.asarray(b).reshape(a.shape)
