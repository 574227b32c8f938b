"""What is read off a check's text: whose result it ends in, and what passes that should not."""

import pytest

from autograder.course.judging import NAN, ending, weak

THEIRS = [
    "f(3)",
    "x = f(3)\nx",
    "a, b = f(3)\nb",
    "x = f(3)\nx[0].sum()",
    "round(float(f(1)))",
    "def again():\n    return f(2)\nagain()",
    "for x in f(3):\n    pass\nx",
    "w",
    "f(3) or 2",
]
OWN = [
    "f(3);",
    "x = f(3)",
    "4 * (f(2) == 4)",
    "np.mean(f(x) == y)",
    "score(f)",
    "total = 0\nfor x in (1, 2):\n    total += f(x) == x\ntotal",
    "x = f(1)\nx = 2\nx",
    "points - abs(f(3) - 3)",
    "1.5",
    "",
    "def (",
]


@pytest.mark.parametrize("source", THEIRS)
def test_a_check_ends_in_what_the_student_returned(source):
    assert ending(source, {"f", "w"}) in ("f", "w")


@pytest.mark.parametrize("source", OWN)
def test_a_check_ends_in_a_value_of_its_own_or_in_none(source):
    assert ending(source, {"f", "w"}) == ""


STRETCHED = [
    "np.testing.assert_allclose(f(x), expected)",
    "got = f(x)\nassert np.allclose(got, expected)",
    "assert np.isclose(expected, f(x)).all()",
    "assert (f(x) == expected).all()",
    "assert np.all(f(x) == expected)",
    "assert not (f(x) != expected).any()",
    "assert np.max(np.abs(f(x) - expected)) < 1e-9",
    "assert np.linalg.norm(f(x) - expected) < 1e-9",
]
EXACT = [
    "np.testing.assert_allclose(f(x), expected, strict=True)",
    "got = f(x)\nassert got.shape == expected.shape\nassert np.allclose(got, expected)",
    "got = f(x)\nassert len(got) == 3\nassert np.allclose(got, expected)",
    "assert np.array_equal(f(x), expected)",
    "assert f(3) == 9 and abs(f(3) - 9) < 1e-9",
    "assert (f(x) >= 0).all()",
    "assert np.allclose(mine, expected)",
]


@pytest.mark.parametrize("source", STRETCHED)
def test_a_comparison_that_stretches_a_result_is_weak(source):
    ((line, why),) = weak(source, {"f"})
    assert line == source.count("\n") + 1
    assert "assert the shape, too" in why


@pytest.mark.parametrize("source", EXACT)
def test_a_comparison_of_shapes_and_numbers_is_not(source):
    assert weak(source, {"f"}) == []


def test_a_loop_that_ends_with_the_shorter_is_weak():
    ((_, why),) = weak("for a, b in zip(f(x), expected):\n    assert a == b", {"f"})
    assert "write strict=True" in why
    assert weak("for a, b in zip(f(x), y, strict=True):\n    assert a == b", {"f"}) == []


def test_a_negation_that_lets_nan_pass_is_weak():
    assert weak("assert not (np.abs(f(x) - y) > 1e-9).any()", {"f"}) == [(1, NAN)]
    assert weak("assert (np.abs(f(x) - y) <= 1e-9).all()", {"f"}) == []
