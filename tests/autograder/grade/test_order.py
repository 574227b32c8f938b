"""Visible checks run first; hidden ones then find what their place in the notebook gives them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.grade.order import Namespaces, deferred, needs
from tests.autograder.grade.notebook import check, checks_of, locked, student, text_of


def hidden(source, **options):
    return check(source, hidden=True, **options)


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("x = f(1)\nassert x == y", {"f", "y"}),
        ("x = x + 1", {"x"}),
        ("x += 1", {"x"}),
        ("x = [\n    x\n]", {"x"}),
        ("def g(x):\n    return x\ng(2)", set()),
        ("[n for n in values if n]", {"values"}),
        ("for n in values:\n    assert n", {"values"}),
        ("with open(p) as f:\n    f.read()", {"open", "p"}),
        ("try:\n    f()\nexcept ValueError as e:\n    print(e)", {"f", "ValueError", "print"}),
        ("import numpy as np\nnp.ones(3)", set()),
        ("%magic x", {"magic", "x"}),
    ],
)
def test_a_cell_needs_what_it_reads_before_it_binds_it(source, names):
    assert needs(source) == names


def test_hidden_checks_and_what_uses_their_names_come_second():
    cells = [
        student("def f(x): return x"),
        hidden("got = f(1)\nkept = got"),
        check("got = f(2)\nassert got == 2"),
        check("assert kept"),
        locked("twice = kept + kept"),
        check("assert twice == 2"),
    ]
    assert deferred(cells) == {1, 3, 4, 5}


NAMES = st.sampled_from("abc")
CELLS = st.lists(st.tuples(st.booleans(), NAMES, NAMES | st.none(), st.integers(0, 9)), max_size=8)


def text(target, read, value):
    if read is None:
        return f"{target} = {value}"
    return f"{target} = {read} + {value} if '{read}' in globals() else {value}"


@given(CELLS)
def test_every_cell_finds_the_names_that_it_would_find_in_order(made):
    """Two passes leave each cell the same names as one pass in the notebook's order does."""
    cells = [
        check(text(target, read, value), hidden=is_hidden)
        for is_hidden, target, read, value in made
    ]
    one, expected = {}, []
    for cell in cells:
        expected.append({name: one[name] for name in needs(cell.source) if name in one})
        exec(cell.source, one)
    second, namespace, seen = deferred(cells), {}, {}
    namespaces = Namespaces(namespace)

    def run(index):
        wanted = needs(cells[index].source)
        seen[index] = {name: namespace[name] for name in wanted if name in namespace}
        exec(cells[index].source, namespace)

    for index in range(len(cells)):
        if index in second:
            namespaces.remember(index)
        else:
            run(index)
    for index in sorted(second):
        namespaces.enter(index)
        run(index)
        namespaces.leave(index)
    assert [seen[index] for index in range(len(cells))] == [
        {name: value for name, value in each.items() if name != "globals"} for each in expected
    ]


SHARED = """
import mmap
m = mmap.mmap(-1, 99)
def f(x):
    m[:6] = str(x).encode()
    open("kept", "w").write(str(x))
    return x
def g(x):
    print(m[:6], open("kept").read() if __import__("os").path.exists("kept") else "")
    return x
"""


def test_memory_and_files_that_forks_share_carry_no_hidden_input_out(worker):
    cells = [student(SHARED), hidden("assert f(271828)"), check("g(1);")]
    first, second = checks_of(worker.run(cells, names={"f", "g"}))
    assert str(first.outcome) == "passed"
    assert "271828" not in text_of(second) + second.message


def test_a_visible_check_that_uses_what_a_hidden_one_left_keeps_its_words_to_itself(strongest):
    cells = [
        student("def f(x): return x"),
        hidden("kept = f(271828)"),
        check("assert kept == 1, kept"),
    ]
    result = checks_of(strongest.run(cells, names={"f"}))[1]
    assert (str(result.outcome), result.outputs) == ("failed", [])
    assert "271828" not in result.message
