"""What a check earns, what a limit costs, and what is the grader's own fault."""

import sys

import pytest

from autograder.grade import Limits, Worker
from autograder.grade.files import NO_FILES
from autograder.grade.messages import Job
from autograder.grade.worker import PARTS, PLAIN, RARE
from tests.autograder.grade.notebook import (
    NUMPY,
    check,
    checks_of,
    locked,
    outcome,
    student,
    text_of,
)

VERDICTS = {
    "None": ("None", "passed", 4),
    "no value": ("x = 2", "passed", 4),
    "part": ("1.5", "partial", 1.5),
    "a NumPy number": ("np.float64(1.5)", "partial", 1.5),
    "nothing": ("0", "failed", 0),
    "everything": ("4", "passed", 4),
    "hidden by a semicolon": ("1.5;", "passed", 4),
    "too much": ("4.5", "ungraded", None),
    "less than nothing": ("-1", "ungraded", None),
    "not a number": ("float('nan')", "ungraded", None),
    "a truth value": ("True", "ungraded", None),
    "a text": ("'2'", "ungraded", None),
    "an array": ("np.ones(1)", "ungraded", None),
    "an error": ("assert False, 'why'", "failed", 0),
    "standard error": ("import sys\nprint('x', file=sys.stderr)", "passed", 4),
    "a warning of the student's": ("f()", "passed", 4),
    "what a function returned": ("g(3.9999)", "passed", 4),
    "nothing that a function returned": ("g(0)", "passed", 4),
    "an item of it": ("got = g([3.9])\ngot[0]", "passed", 4),
    "what a helper returned of it": ("def run():\n    return float(g(1))\nrun()", "passed", 4),
    "too much of it": ("g(9)", "passed", 4),
    "an array of it": ("g(np.ones(3))", "passed", 4),
    "what is counted of it": ("3 * (g(2) == 2)", "partial", 3),
    "a name of nobody's": ("nobody()", "ungraded", None),
    "a name that the student deleted": ("gone()", "failed", 0),
    "broken": ("def (", "ungraded", None),
    "a module that is not there": ("import no_such_module", "ungraded", None),
    "a value that cannot travel": ("g(object())", "ungraded", None),
}


@pytest.mark.parametrize("case", VERDICTS)
def test_a_verdict_follows_nbgraders_rule_but_for_what_is_documented(strongest, case):
    test, expected, score = VERDICTS[case]
    code = "import warnings\ndef f(): warnings.warn('old')\ndef g(x): return x"
    result = outcome(strongest, code, test, names=("f", "g", "gone"), points=4.0)
    assert (result.outcome, result.score) == (expected, score), result
    assert bool(result.message) == (expected != "passed")


OBJECT = "class A: x = 3\ndef f(x): return A()"
CHAIN = "g(f(np.ones(3)))"
NO_WAY_OUT = {
    "a type as a function": ("f = enumerate", CHAIN),
    "a type in an object": ("class F: use = zip\ndef f(x): return F()", "g(f(1).use([1], [2]))"),
    "a masked number": ("def f(x): return np.ma.masked_all(3)", "g(f(1)[0])"),
    "a date": ("def f(x): return np.datetime64('2026-01-01', 's')", "g(f(1).item())"),
    "text that has no syntax": ("def f(x): return 'f8,(2'", "np.dtype(f(1))"),
    "an object at the end": (OBJECT, "[f(1)][0]"),
    "an object of an earlier check": (OBJECT, "got = f(1)", "assert got.x == 3"),
    "itself, of an earlier check": ("def f(x): return f", "got = f(1)", "got(1)"),
}


@pytest.mark.parametrize("case", NO_WAY_OUT)
def test_what_a_function_returns_does_not_save_it_from_a_zero(strongest, case):
    code, *tests = NO_WAY_OUT[case]
    cells = [NUMPY, student(f"import numpy as np\n{code}\ndef g(x): return x"), *map(check, tests)]
    result = checks_of(strongest.run(cells, names={"f", "g"}))[-1]
    assert (result.outcome, result.score) == ("failed", 0), result


def test_the_starter_is_told_from_a_failure(strongest):
    starter = "def f(): raise NotImplementedError"
    test = "try:\n    f()\nexcept NotImplementedError:\n    raise\nexcept Exception:\n    pass"
    assert outcome(strongest, starter, test).not_implemented
    hidden = "try:\n    f()\nexcept Exception:\n    raise AssertionError('no') from None"
    assert outcome(strongest, starter, hidden).not_implemented
    assert not outcome(strongest, "def f(): raise ValueError", test).not_implemented
    assert not outcome(strongest, "def f(): raise ValueError", "f()").not_implemented


HANGS = {
    "in Python": "while True: pass",
    "swallowing every exception": (
        "while True:\n    try:\n        while True: pass\n    except BaseException: pass"
    ),
    "in C": "import re\nre.match('(a+)+b', 'a' * 60)",
    "asleep": "import time\ntime.sleep(10**6)",
    "deaf": "import signal, time\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\n"
    "signal.signal(signal.SIGXCPU, signal.SIG_IGN)\nwhile True: time.sleep(1)",
}  # fmt: skip


@pytest.mark.parametrize("hang", HANGS)
def test_a_cell_that_hangs_costs_only_itself(strongest, hang):
    cells = [student("def f(): return 1"), check("assert f() == 1"), student(HANGS[hang])]
    cells += [student("def g(): return f() + 1"), check("assert g() == 2 and f() == 1")]
    run = strongest.run(cells, names={"f", "g"})
    assert [result.outcome for result in checks_of(run)] == ["passed", "passed"]
    assert run.cells[2].limits == ["cell"], run.cells[2]
    assert run.cells[2].outputs


@pytest.mark.parametrize("hang", HANGS)
def test_a_call_that_hangs_costs_only_its_check(strongest, hang):
    body = HANGS[hang].replace("\n", "\n    ")
    cells = [student(f"def f():\n    {body}\ndef g(): return 1")]
    cells += [check("assert g() == 1"), check("try:\n    f()\nexcept BaseException:\n    pass")]
    cells += [check("assert g() == 1")]
    results = checks_of(strongest.run(cells, names={"f", "g"}))
    assert [result.outcome for result in results] == ["passed", "timeout", "passed"]
    assert results[1].limits[0] == "check"


def test_an_interrupted_cell_shows_the_line_it_was_in(strongest):
    run = strongest.run([student("print('begun')\nx = 0\nwhile True:\n    x += 1")], names=set())
    shown = text_of(run.cells[0])
    assert "begun" in shown and "x += 1" in shown
    assert "TimeLimit" in shown or "KeyboardInterrupt" in shown  # whichever clock is first


def test_a_cell_that_ends_the_process_costs_only_itself(strongest):
    cells = [student("def f(): return 1"), check("assert f() == 1")]
    cells += [student("import os\nos._exit(0)"), student("def g(): return f()")]
    cells += [check("assert g() == 1")]
    run = strongest.run(cells, names={"f", "g"})
    assert [result.outcome for result in checks_of(run)] == ["passed", "passed"]
    assert "Crashed" in text_of(run.cells[2])


BUSY = {
    "in Python": ("def f(): return 5", "while True: f()"),
    "in the grader alone": ("def f(): return range(10**7)", "while True: sum(f())"),
    "out of reach of an exception": (
        "def f(): return 1",
        "f()\nwhile True:\n    try:\n        while True: pass\n    except BaseException: pass",
    ),
    "in C": ("def f(): return 'a' * 60", "import re\nre.match('(a+)+b', f())"),
}


@pytest.mark.parametrize("case", BUSY)
def test_a_value_that_keeps_the_grader_busy_costs_its_check(strongest, case):
    definition, busy = BUSY[case]
    cells = [student(definition), check("assert f"), check(busy), check("assert f()")]
    results = checks_of(strongest.run(cells, names={"f"}))
    assert [result.outcome for result in results] == ["passed", "timeout", "passed"], results


def test_a_value_that_fills_the_graders_memory_costs_its_check(strongest):
    grow = "x = [f()]\nwhile True: x = x + [bytearray(10**7 * len(f()))]"
    # Half a gigabyte of fresh pages takes some machines more than the usual second.
    filling = check(grow, timeout=10.0)
    cells = [student("def f(): return 'aaaaaaaa'"), filling, check("assert f()")]
    results = checks_of(strongest.run(cells, names={"f"}))
    assert [result.outcome for result in results] == ["out_of_memory", "passed"]


def test_a_cell_whose_outputs_end_the_grader_is_left_out_and_the_rest_graded(strongest):
    cells = [student("x = 1"), student("def f(): return 'x' in globals()"), check("assert not f()")]
    job = Job(cells, {"f"}, strongest.limits, True, given_up={0: "crashed"})
    results = strongest._try(job, NO_FILES).results
    assert "Crashed" in text_of(results[0])
    assert results[2].outcome == "passed", results


def test_a_value_that_ends_the_grader_costs_its_check(strongest):
    die = "import os\nif f(): os._exit(1)"
    cells = [student("def f(): return 1"), check("assert f()"), check(die), check("assert f()")]
    results = checks_of(strongest.run(cells, names={"f"}))
    assert [result.outcome for result in results] == ["passed", "crashed", "passed"]


def test_memory_that_the_student_lacks_is_said_so(strongest):
    result = outcome(strongest, "def f(): return np.zeros(10**10)", "f()")
    assert (result.outcome, result.limits) == ("out_of_memory", ["memory"])


def test_a_submission_that_uses_up_its_time_is_graded_as_far_as_it_came():
    limits = Limits(cell=1, check=1, submission=2, patience=1)
    with Worker(limits=limits) as worker:
        cells = [student("def f(): return 1"), check("assert f() == 1")]
        cells += [student("import time\ntime.sleep(100)")] * 6
        run = worker.run(cells, names={"f"})
    assert checks_of(run)[0].outcome == "passed"
    assert run.cells[-1].limits == ["submission"]


def test_a_check_in_the_students_process_is_flagged_forgeable(strongest):
    code = "class A: pass\ndef f(): return A()\ndef g(): return 0.5"
    cells = [NUMPY, student(code)]
    for test in ("assert isinstance(f(), A)", "0.5", "assert False", "f(", "'text'", "g()"):
        cells.append(check(test, in_student_process=True))
    run = strongest.run(cells, names={"f", "g"})
    found = [(result.outcome, result.score) for result in checks_of(run)]
    assert found == [
        ("passed", 1), ("partial", 0.5), ("failed", 0), ("failed", 0), ("ungraded", None),
        ("passed", 1),
    ]  # fmt: skip
    assert all(result.flags == ["forgeable"] for result in checks_of(run))
    assert run.flags == ["forgeable"]


def test_without_a_sandbox_every_check_says_so():
    with Worker(sandbox="none") as worker:
        run = worker.run([student("def f(): return 1"), check("assert f() == 1")], names={"f"})
    assert checks_of(run)[0].outcome == "passed"
    assert run.flags == ["unsandboxed"] and checks_of(run)[0].flags == ["unsandboxed"]


def test_a_warm_process_that_dies_is_replaced(strongest):
    cells = [student("def f(): return 1"), check("assert f() == 1")]
    for process in (strongest._grader, *strongest._students.values()):
        process.kill()
        run = strongest.run(cells, names={"f"})
        assert checks_of(run)[0].outcome == "passed"


def test_input_finds_no_one(strongest):
    run = strongest.run(
        [student("try:\n    input('?')\nexcept EOFError: print('EOF')")], names=set()
    )
    assert "EOF" in text_of(run.cells[0])


def test_magics_and_figures_are_shown(strongest_with_matplotlib):
    cells = [student("%matplotlib inline\nimport matplotlib.pyplot as plt")]
    cells += [student("plt.plot([1, 2])"), student("%%capture\nprint('hidden')"), student("!ls")]
    cells += [
        student("display({1: 2})"),
        student("def f(): return 1\nf?"),
        check("assert f() == 1"),
    ]
    run = strongest_with_matplotlib.run(cells, names={"f"})
    assert checks_of(run)[0].outcome == "passed"
    assert any("image/png" in output.get("data", {}) for output in run.cells[1].outputs)
    assert run.cells[2].outputs == []
    assert "{1: 2}" in text_of(run.cells[4])


@pytest.mark.parametrize(
    "first", ["!pip install x", "%pip install x", "found = !ls", "r = %who_ls"]
)
def test_a_shell_that_is_not_there_stops_no_cell(strongest, first):
    cells = [student(f"{first}\ndef f(): return 1"), check("assert f() == 1")]
    assert checks_of(strongest.run(cells, names={"f"}))[0].outcome == "passed"


def test_a_magic_in_a_locked_cell_is_no_obstacle(strongest):
    cells = [locked("%matplotlib inline\nimport numpy as np\nx = 3"), student("def f(): return 3")]
    run = strongest.run([*cells, check("assert f() == x")], names={"f"})
    assert checks_of(run)[0].outcome == "passed"


def test_what_is_active_in_an_output_is_taken_out(strongest):
    cell = """
from IPython.display import HTML, Javascript, SVG, display
display(HTML("<b>bold</b><script>alert(1)</script><img src=x onerror=alert(1)>"))
display(Javascript("alert(1)"))
display({"image/png": "\\"><script>alert(1)</script>"}, raw=True)
"""
    shown = text_of(strongest.run([student(cell)], names=set()).cells[0])
    assert "<b>bold</b>" in shown
    assert "alert" not in shown and "<script" not in shown


def test_a_worker_does_not_import_nbgrader(strongest):
    import subprocess

    code = "from autograder.grade import Worker; import sys; assert 'nbgrader' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0
    listed = "import sys\nassert not [m for m in sys.modules if m.split('.')[0] == 'nbgrader']"
    assert outcome(strongest, "", listed).outcome == "passed"


def test_a_process_that_holds_parts_of_numpy_is_started_once_many_use_them():
    cells = [NUMPY, student("def f(x): return np.fft.fft(x) + np.random.default_rng(0).random()")]
    with Worker() as worker:
        assert outcome(worker, cells[-1].source, "assert f(np.zeros(2)).size == 2").score
        profiles = [worker._profile(cells) for _ in range(RARE)]
    assert profiles == [PLAIN] * (RARE - 1) + [(False, tuple(sorted(PARTS)))]


def test_each_check_shows_the_warnings_of_its_own_calls(strongest):
    cells = [NUMPY, student("def f(x): return 0 * np.log(x)"), *[check("f(np.zeros(2));")] * 2]
    shown = [text_of(result) for result in checks_of(strongest.run(cells, names={"f"}))]
    assert all("divide by zero" in text and "invalid value" in text for text in shown), shown
