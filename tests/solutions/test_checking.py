import numpy as np
import pytest

from solutions.checking import assert_same

RIGHT = np.array([[1.0, 2.0], [3.0, 4.0]])


def test_the_same_array_passes():
    assert_same(RIGHT.copy(), RIGHT)
    assert_same(RIGHT * (1 + 1e-10), RIGHT)


@pytest.mark.parametrize(
    ("got", "says"),
    [
        (RIGHT.tolist(), "expected a NumPy array, got list"),
        (np.ma.array(RIGHT), "expected a NumPy array, got MaskedArray"),
        (RIGHT[0], r"expected shape \(2, 2\), got \(2,\)"),
        (RIGHT.astype(object), "got an array of object"),
        (RIGHT.astype(complex), "got an array of complex128"),
        (RIGHT + np.array([[0, 0], [0, 1]]), r"1 of 4 numbers differ, the first at index \(1, 1\)"),
        (np.where(RIGHT > 3, np.nan, RIGHT), "expected 4, got nan"),
        (np.where(RIGHT > 3, np.inf, RIGHT), "expected 4, got inf"),
        (RIGHT * (1 + 1e-8), "4 of 4 numbers differ"),
    ],
)
def test_anything_else_fails_and_says_where(got, says):
    with pytest.raises(AssertionError, match=says):
        assert_same(got, RIGHT)


def test_booleans_and_integers_of_the_right_value_pass():
    assert_same(np.array([True, False]), [True, False])
    assert_same(np.array([1, 0]), [1.0, 0.0])
