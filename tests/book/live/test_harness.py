"""What the page's Python does with a cell: output, values, errors, limits."""

import re


def text(result, kind=None):
    """Return what a run printed, on one stream or both."""
    return "".join(part for name, part in result["streams"] if kind in (None, name))


def test_the_value_of_the_last_line_is_shown(python):
    assert python.run("x = 6\nx * 7")["text"] == "42"
    assert "text" not in python.run("x = 6")


def test_variables_stay_until_a_fresh_start(python):
    python.run("kept = 1", session="a")
    assert python.run("kept", session="a")["text"] == "1"
    assert "NameError" in python.run("kept", session="b")["error"]
    assert "NameError" in python.run("kept", session="a", fresh=True)["error"]


def test_both_streams_come_in_the_order_of_printing(python):
    code = "import sys\nprint('a')\nprint('b', file=sys.stderr)\nprint('c')"
    streams = python.run(code)["streams"]
    assert streams == [["out", "a\n"], ["error", "b\n"], ["out", "c\n"]]


def test_a_flood_of_output_is_cut(python):
    printed = text(python.run("for i in range(200_000):\n    print(i)"))
    assert printed.endswith("[The output is cut here.]\n")
    assert 200_000 <= len(printed) < 200_100


def test_a_long_value_is_cut(python):
    assert python.run("'x' * 1_000_000")["text"].endswith("[The output is cut here.]\n")


def test_a_traceback_holds_the_readers_lines_alone(python):
    error = python.run("import numpy as np\n\ndef f():\n    np.ones(3).reshape(2, 2)\n\nf()")[
        "error"
    ]
    assert re.findall(r'File "(.*?)", line (\d+)', error) == [
        ("your code", "6"),
        ("your code", "4"),
    ]
    assert "np.ones(3).reshape(2, 2)" in error
    assert error.endswith("ValueError: cannot reshape array of size 3 into shape (2,2)")


def test_a_syntax_error_shows_the_line(python):
    error = python.run("x = (1")["error"]
    assert "SyntaxError" in error
    assert "your code" in error


def test_input_says_what_to_do_instead(python):
    assert "write the value into your code" in python.run("input('n? ')")["error"]


def test_endless_recursion_is_an_error_and_python_goes_on(python):
    assert "call itself without an end" in python.run("def f():\n    return f()\n\nf()")["error"]
    assert python.run("1 + 1")["text"] == "2"


def test_a_whole_number_that_is_too_large_for_the_page_comes_with_the_way_out(python):
    code = "import numpy as np\nnp.array([1]) + 2**40"
    assert python.run("import numpy as np\nnp.arange(3).dtype.itemsize")["text"] == "4"
    error = python.run(code)["error"]
    assert "OverflowError" in error
    assert error.endswith("write dtype=np.int64, or use floats.")
    wide = python.run("import numpy as np\nint(np.array([1], dtype=np.int64)[0] + 2**40)")
    assert wide["text"] == "1099511627777"


def test_exit_ends_the_cell_only(python):
    assert "SystemExit" in python.run("import sys\nsys.exit(3)")["error"]
    assert python.run("1 + 1")["text"] == "2"


def test_large_arrays_fit_or_fail_with_a_memory_error(python):
    assert python.run("import numpy as np\nnp.ones(25_000_000).nbytes")["text"] == "200000000"
    assert "MemoryError" in python.run("[np.empty(1 << 27) for _ in range(4)]")["error"]
    assert python.run("1 + 1")["text"] == "2"


def test_a_figure_is_a_png_with_its_title_as_alt_text(python):
    code = "import matplotlib.pyplot as plt\nplt.plot([1, 2])\nplt.title('Two points')\nplt.show()"
    (figure,) = python.run(code)["figures"]
    assert figure["alt"] == "Two points"
    assert figure["png"].startswith("iVBOR")
    assert python.run("1")["figures"] == []


def test_a_reference_definition_finds_the_names_of_its_module(python):
    code = "def f():\n    return np.e, masked_softmax.__name__"
    python.run(code, session="lent", reference="attention")
    assert python.run("f()", session="lent")["text"] == "(2.718281828459045, 'masked_softmax')"
    assert "NameError" in python.run("attention", session="lent")["error"]


def test_the_readers_own_names_come_before_lent_ones(python):
    python.run("def masked_softmax():\n    return 'mine'", session="own")
    code = "def f():\n    return masked_softmax()"
    python.run(code, session="own", reference="attention")
    assert python.run("f()", session="own")["text"] == "'mine'"


def outcomes(python, *checks, code="def f():\n    return 1"):
    """Run checks, written as (stage, code), and return what became of them."""
    listed = [
        {"id": f"f--{number}", "title": "t", "stage": stage, "code": source}
        for number, (stage, source) in enumerate(checks)
    ]
    result = python.ask(command="check", cells=[code], main=0, checks=listed)
    return [(one["id"], one["outcome"], one["message"]) for one in result["checks"]]


def test_failures_after_the_first_failed_stage_are_blocked(python):
    fails = "assert f() == 2, 'not two'"
    found = outcomes(python, (4, fails), (2, fails), (1, "f()"), (2, fails))
    assert found == [
        ("f--2", "passed", ""),
        ("f--1", "failed", "not two"),
        ("f--3", "failed", "not two"),
        ("f--0", "blocked", "not two"),
    ]


def test_a_starter_is_not_attempted(python):
    ((_, outcome, _),) = outcomes(
        python, (1, "f()"), code="def f():\n    raise NotImplementedError()"
    )
    assert outcome == "not_attempted"


def test_an_assertion_without_a_message_shows_its_line(python):
    ((_, _, message),) = outcomes(python, (1, "assert f() == 2"))
    assert message == "This is not true: assert f() == 2"


def test_an_error_in_a_check_shows_the_readers_line(python):
    ((_, outcome, message),) = outcomes(python, (1, "f()"), code="def f():\n    return 1 / 0")
    assert outcome == "failed"
    assert 'File "your code", line 2' in message
    assert "ZeroDivisionError" in message


def test_one_check_does_not_change_what_the_next_one_sees(python):
    found = outcomes(python, (1, "f = None"), (1, "f()"))
    assert [outcome for _, outcome, _ in found] == ["passed", "passed"]


def test_checks_do_not_run_when_the_cell_itself_stops(python):
    result = python.ask(command="check", cells=["1 / 0"], main=0, checks=[])
    assert result["error"].endswith("ZeroDivisionError: division by zero")
    assert result["checks"] == []
