import numpy as np

from solutions.reference.heads import split_heads
from solutions.reference.trap import catch_the_trap, split_without_transpose


def test_the_trap_shows_a_split_of_right_shape_and_wrong_numbers():
    x, n_heads = catch_the_trap()
    right, wrong = split_heads(x, n_heads), split_without_transpose(x, n_heads)
    assert wrong.shape == right.shape
    assert not np.array_equal(wrong, right)


def test_the_trap_needs_more_than_one_token():
    x = np.arange(12.0).reshape(2, 1, 6)
    np.testing.assert_array_equal(split_without_transpose(x, 3), split_heads(x, 3))


def test_head_0_of_the_wrong_split_holds_whole_tokens():
    x, n_heads = catch_the_trap()
    head = split_without_transpose(x, n_heads)[0, 0]
    np.testing.assert_array_equal(head.reshape(-1, x.shape[2]), x[0, : x.shape[1] // n_heads])
