"""Cells run one after another, and what they show is collected, bounded and short."""

import contextlib
import resource
import signal
import sys

import pytest

from autograder.student.limits import allow
from autograder.student.outputs import Outputs, Stream
from autograder.student.shell import Shell


class Guest(Shell):
    """A shell that gives the streams back after each cell: pytest needs them."""

    def run(self, source, number):
        out, err = (Stream(self.outputs, *name) for name in (("stdout", 1), ("stderr", 2)))
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            return super().run(source, number)


@pytest.fixture
def shell(monkeypatch):
    made = Guest(limit=1000)
    monkeypatch.setitem(sys.modules, "__main__", made.module)
    return made


def test_cells_share_a_namespace(shell):
    shell.run("x = 2", 1)
    assert shell.run("x + 1", 2) == [{"output_type": "execute_result", "data": {"text/plain": "3"}}]
    assert shell.value == 3


def test_what_a_cell_takes_from_the_future_holds_for_later_ones(shell):
    assert shell.run("from __future__ import annotations", 1) == []
    assert shell.run("def f(x: Unknown) -> Unknown: return x\nf(3)", 2) != []
    assert shell.value == 3
    shell.begin_anew()
    assert shell.run("def f(x: Unknown): return x", 3)[-1]["ename"] == "NameError"


@pytest.mark.parametrize("source", ["3;", "x = 3", "None", "", "# a comment", "if True: 3"])
def test_only_the_value_of_a_last_expression_is_shown(shell, source):
    assert shell.run(source, 1) == []


def test_streams_stay_in_order(shell):
    cell = "import sys\nprint('a')\nprint('b', file=sys.stderr)\nprint('c')\nprint('d')"
    shown = [(output["name"], output["text"]) for output in shell.run(cell, 1)]
    assert shown == [("stdout", "a\n"), ("stderr", "b\n"), ("stdout", "c\nd\n")]


def test_an_error_shows_the_line_of_the_cell(shell):
    shell.run("def f(x):\n    return 1 / x", 1)
    error = shell.run("y = 1\nf(0)", 2)[-1]
    assert error["ename"] == "ZeroDivisionError"
    trace = "\n".join(error["traceback"])
    assert "Cell 2, line 2" in trace and "Cell 1, line 2, in f" in trace
    assert "----> 2     return 1 / x" in trace
    assert "autograder" not in trace


@pytest.mark.parametrize("source", ["x = 1\ny = = 2", "x = 1\ny = 2 = 2", "return\ny = 2"])
def test_a_cell_with_wrong_syntax_shows_its_own_line_and_none_of_a_library(shell, source):
    line, code, message = shell.run(source, 1)[-1]["traceback"]
    number = 1 if source.startswith("return") else 2
    assert line == f"Line {number}"
    assert code.splitlines()[0].strip() == source.splitlines()[number - 1]
    assert message.startswith("SyntaxError: ")


def test_a_cell_that_asks_for_wrong_syntax_shows_where_it_asks(shell):
    trace = "\n".join(shell.run("x = 1\neval('1 +')", 1)[-1]["traceback"])
    assert "----> 2 eval('1 +')" in trace


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("def f(", "SyntaxError"),
        ("raise SystemExit", "SystemExit"),
        ("raise KeyboardInterrupt", "KeyboardInterrupt"),
        ("def f(): f()\nf()", "RecursionError"),
        ("class E(Exception):\n    def __str__(self): raise ValueError\nraise E", "E"),
        ("class R:\n    def __repr__(self): raise ValueError\nR()", "ValueError"),
        ("1" * 5000, "SyntaxError"),
        ("(" * 5000, "SyntaxError"),
        ("x = '\0'", "SyntaxError"),
    ],
)
def test_whatever_a_cell_raises_is_shown_and_the_next_one_runs(shell, source, name):
    error = shell.run(source, 1)[-1]
    assert error["ename"] in (name, "ValueError", "MemoryError")
    assert sum(map(len, error["traceback"])) < 10_000
    assert shell.run("1", 2)[0]["data"] == {"text/plain": "1"}


def test_output_is_cut_with_a_mark(shell):
    (output,) = shell.run("for _ in range(1000): print('x' * 99)", 1)
    assert len(output["text"]) < 1200
    assert "the output was cut here: it was longer than 1,000 characters" in output["text"]


def test_an_error_is_shown_after_output_that_was_cut(shell):
    outputs = shell.run("print('x' * 10**6)\n1 / 0", 1)
    assert outputs[-1]["ename"] == "ZeroDivisionError"


def test_half_a_character_is_replaced(shell):
    (output,) = shell.run("print('\\ud800')", 1)
    output["text"].encode()


def test_a_class_of_a_cell_belongs_to_main(shell):
    shell.run("class A: pass\nimport pickle\ngot = pickle.loads(pickle.dumps(A()))", 1)
    assert type(shell.namespace["got"]).__module__ == "__main__"


def test_an_interrupt_between_two_cells_is_forgotten(shell):
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGXCPU)
    try:
        shell.guard.install()
        signal.raise_signal(signal.SIGINT)
        error = shell.run("import signal\nsignal.raise_signal(signal.SIGINT)", 1)[-1]
        assert error["ename"] == "KeyboardInterrupt"
    finally:
        signal.signal(signal.SIGINT, before[0])
        signal.signal(signal.SIGXCPU, before[1])


@pytest.mark.parametrize(("seconds", "error"), [(60, []), (0, ["TimeLimit"])])
def test_the_process_s_own_clock_says_whether_its_time_is_used_up(shell, seconds, error):
    before = signal.signal(signal.SIGXCPU, shell.guard.overrun)
    limits = resource.getrlimit(resource.RLIMIT_CPU)
    try:
        allow(seconds)
        shown = shell.run("import signal\nsignal.raise_signal(signal.SIGXCPU)", 1)
        assert [output["ename"] for output in shown] == error
    finally:
        signal.signal(signal.SIGXCPU, before)
        resource.setrlimit(resource.RLIMIT_CPU, limits)


def test_many_outputs_are_bounded_in_number():
    outputs = Outputs(10**6)
    for _ in range(5000):
        outputs.write("stdout", "a")
        outputs.write("stderr", "b")
    assert len(outputs.take()) <= 1000
