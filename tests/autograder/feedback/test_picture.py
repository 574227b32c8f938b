"""Two arrays side by side: every number has the colour of the block in which it belongs."""

from autograder.feedback.picture import picture
from autograder.model import Comparison, Grid


def grid(shape, numbers):
    return Grid(shape, tuple(map(str, numbers)))


def colours(block):
    return [[number.colour for number in row] for row in block.rows]


def test_a_number_in_the_wrong_block_shows_by_its_colour():
    expected = grid((1, 2, 2, 2), [0, 1, 4, 5, 2, 3, 6, 7])
    got = grid((1, 2, 2, 2), [0, 1, 2, 3, 4, 5, 6, 7])
    drawn = picture(Comparison(got, expected, (2, 3, 4, 5)))
    assert [block.name for block in drawn.got] == ["[0, 0]", "[0, 1]"]
    assert [colours(block) for block in drawn.expected] == [[[0, 0], [0, 0]], [[1, 1], [1, 1]]]
    assert [colours(block) for block in drawn.got] == [[[0, 0], [1, 1]], [[0, 0], [1, 1]]]
    assert [n.wrong for row in drawn.got[0].rows for n in row] == [False, False, True, True]
    assert drawn.said == "4 of 8 numbers are wrong; they are underlined."


def test_a_single_block_is_coloured_by_row():
    drawn = picture(
        Comparison(grid((2, 2), [3, 4, 1, 2]), grid((2, 2), [1, 2, 3, 4]), (0, 1, 2, 3))
    )
    assert colours(drawn.got[0]) == [[1, 1], [0, 0]]


def test_a_number_that_belongs_in_two_blocks_has_no_colour():
    drawn = picture(Comparison(grid((2, 1), [0, 5]), grid((2, 1), [0, 0]), (1,)))
    assert colours(drawn.got[0]) == [[None], [None]]


def test_other_shapes_are_named():
    drawn = picture(Comparison(grid((3,), [1, 2, 3]), grid((1, 3), [1, 2, 3])))
    assert drawn.said == "Your shape is (3,); expected is (1, 3)."


def test_what_is_too_wide_to_read_is_not_drawn():
    assert picture(Comparison(grid((40,), range(40)), grid((40,), range(40)))) is None
