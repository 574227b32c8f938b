import itertools

import numpy as np
import pytest

from solutions.reference.memory import axis_tape, is_view


@pytest.mark.parametrize("order", list(itertools.permutations(range(3))))
def test_the_tape_is_read_in_the_order_of_the_new_axes(order):
    shape = (2, 3, 5)
    strides = (15, 5, 1)
    new_shape = [shape[axis] for axis in order]
    expected = [
        sum(index[k] * strides[axis] for k, axis in enumerate(order))
        for index in np.ndindex(*new_shape)
    ]
    assert axis_tape(shape, order) == expected


def test_the_tape_is_a_list_of_plain_integers():
    tape = axis_tape((2, 3), (1, 0))
    assert tape == [0, 3, 1, 4, 2, 5]
    assert all(type(cell) is int for cell in tape)


def test_a_transposed_reshaped_or_sliced_array_looks_at_the_same_memory():
    a = np.arange(24).reshape(2, 3, 4)
    for b in (a, a.T, a.reshape(6, 4), a[1:], a[:, ::2]):
        assert is_view(a, b) is True


def test_a_copy_has_memory_of_its_own():
    a = np.arange(24).reshape(2, 3, 4)
    for b in (a.copy(), a.transpose(1, 0, 2).reshape(6, 4), a[[0, 1]], a + 0):
        assert is_view(a, b) is False


def test_slices_that_interleave_without_a_common_cell_are_no_views_of_each_other():
    a = np.arange(10)
    assert is_view(a[::2], a[1::2]) is False
