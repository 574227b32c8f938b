"""Comparing sources without parsing them."""

import pytest

from autograder.repair.text import asked_for, defined, without


@pytest.mark.parametrize(
    ("source", "block", "rest"),
    [
        ("a\nb\nc", "b", "a\nc"),
        ("a\nb", "a", "b"),
        ("a  \nb", "a\nb", ""),
        ("ab\nc", "b", None),
        ("    b", "b", None),
        ("a", "", None),
    ],
)
def test_a_block_is_taken_out_in_whole_lines(source, block, rest):
    assert without(source, block) == rest


def test_names_on_the_outermost_lines_only():
    source = "%%time\nx: int = 1\ndef f():\n    y = 2\nclass C:\n    z = 3\nx == 4\nf(a=5)"
    assert defined(source) == {"x", "f", "C"}


def test_a_starter_asks_for_what_it_defines_else_for_what_it_assigns():
    assert asked_for("limit = 3\ndef f():\n    pass") == {"f"}
    assert asked_for("answer = None") == {"answer"}
    assert asked_for("# YOUR CODE HERE") == frozenset()
