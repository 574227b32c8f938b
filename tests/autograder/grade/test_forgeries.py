"""Submissions that want points for nothing, or to know what is hidden."""

import pytest

from autograder.grade import Outcome
from tests.autograder.grade.notebook import NUMPY, check, checks_of, outcome, student, text_of

EXPECTED = "x = np.arange(6.0).reshape(2, 3)\nexpected = x + 1\n"
SAME = EXPECTED + "np.testing.assert_allclose(f(x.copy()), expected)"

FORGERIES = {
    "equal to everything": """
class Yes:
    shape = (2, 3)
    dtype = np.dtype(float)
    def __eq__(self, other): return True
    def __array__(self, *args, **kwargs): return np.arange(6.0).reshape(2, 3) + 1
    def __abs__(self): return 0
    def __sub__(self, other): return 0
    __rsub__ = __sub__
def f(x): return Yes()
""",
    "a subclass that compares its own way": """
class Near(np.ndarray):
    def __array_ufunc__(self, *args, **kwargs): return np.True_
    def __eq__(self, other): return True
def f(x): return x.view(Near)
""",
    "a tuple that compares its own way": """
class Same(tuple):
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __array__(self, *args, **kwargs): return np.arange(6.0).reshape(2, 3) + 1
    def __sub__(self, other): return 0
    __rsub__ = __sub__
def f(x): return Same(x.tolist())
""",
    "np.testing patched": """
np.testing.assert_allclose = lambda *args, **kwargs: None
np.array_equal = np.allclose = lambda *args, **kwargs: True
def f(x): return x
""",
    "builtins patched": """
import builtins
builtins.AssertionError = type("Quiet", (Exception,), {})
builtins.abs = lambda x: 0
builtins.all = builtins.any = lambda x: True
def f(x): return x
""",
    "the harness patched": """
import sys
for module in list(sys.modules.values()):
    for name in ("fault_of", "error_of", "of_value", "check_bytes", "disjoint"):
        if hasattr(module, name):
            setattr(module, name, lambda *args, **kwargs: None)
def f(x): raise ValueError
""",
    "every input made NaN": """
def f(x):
    x[...] = np.nan
    return x
""",
    "a float that is close to everything": """
class Near(float):
    def __rsub__(self, other): return 0.0
    def __abs__(self): return 0.0
    def __le__(self, other): return True
def f(x): return Near(1.0)
""",
    "frames and objects searched": """
import gc, sys
def f(x):
    found = []
    frame = sys._getframe()
    while frame:
        found += list(frame.f_locals.values()) + list(frame.f_globals.values())
        frame = frame.f_back
    for item in gc.get_objects():
        if isinstance(item, dict) and "expected" in item:
            return item["expected"]
    for item in found:
        if isinstance(item, np.ndarray) and item.shape == x.shape and item is not x:
            return item
    return x
""",
    "SystemExit": "def f(x): raise SystemExit(0)",
    "os._exit": "import os\ndef f(x): os._exit(0)",
    "segmentation fault": "import ctypes\ndef f(x): ctypes.string_at(0)",
    "killed": "import os, signal\ndef f(x): os.kill(os.getpid(), signal.SIGKILL)",
    "deep recursion in C": """
import sys
sys.setrecursionlimit(10**9)
def f(x): return f(x)
""",
    "a generator": "def f(x):\n    yield x + 1",
    "a module": "import math\nf = math",
    "nothing": "",
    "patched numpy conversion": """
np.ndarray.__array__ = None
def f(x): return [[1, 2, 3], [4, 5]]
""",
}


@pytest.mark.parametrize("attack", FORGERIES)
def test_a_forgery_earns_nothing(worker, attack):
    result = outcome(worker, FORGERIES[attack], SAME)
    assert result.outcome in ("failed", "crashed", "timeout", "out_of_memory"), result
    assert result.score == 0


def test_the_oracle_is_out_of_reach_of_a_call_that_spoils_its_input(worker):
    test = EXPECTED + "got = f(x)\nassert np.array_equal(got, expected)"
    assert outcome(worker, "def f(x):\n    x += 1\n    return x", test).outcome == "passed"
    spoil = "def f(x):\n    x[...] = np.nan\n    return x"
    assert outcome(worker, spoil, test).outcome == "failed"


def test_bytes_between_the_columns_that_were_given_are_not_shown_nor_given_back(worker):
    steal = """
def f(x):
    whole = x.base
    hidden = np.lib.stride_tricks.as_strided(x, (2, 3), (24, 8))
    return hidden[:, 2], float(np.nansum(hidden[:, 2]))
"""
    test = """
data = np.arange(1.0, 10.0).reshape(3, 3)
got, total = f(data[:, :2])
assert total == 0, "the third column was shown"
"""
    assert outcome(worker, steal, test).outcome in ("crashed", "passed")
    reach = "assert not np.array_equal(got, data[:2, 2])"
    assert outcome(worker, steal, test + reach).outcome in ("crashed", "passed")


def test_a_hidden_input_does_not_come_back_through_a_later_cell(worker):
    carry = """
import os
seen = []
def f(x):
    seen.append(x)
    open("seen.txt", "w").write(str(x))
    os.environ["SEEN"] = str(x)
    return x
"""
    show = "import os\nprint(seen, os.environ.get('SEEN'), os.path.exists('seen.txt'))"
    cells = [
        NUMPY,
        student(carry),
        check("assert f(271828)"),
        student(show),
        check("assert f(2) == 2"),
    ]
    run = worker.run(cells, names={"f"})
    assert "271828" not in "".join(text_of(cell) for cell in run.cells)
    assert "[] None False" in text_of(run.cells[3])
    assert [cell.outcome for cell in checks_of(run)] == ["passed", "passed"]


def test_what_is_said_in_a_check_is_bounded_and_stays_in_that_check(worker):
    talk = "def f(x):\n    print('secret', x)\n    raise ValueError('secret ' * 10**6)"
    cells = [student(talk), check("f(3)"), check("assert True")]
    first, second = checks_of(worker.run(cells, names={"f"}))
    assert first.outcome == "failed"
    assert "secret" in text_of(first)
    assert len(text_of(first)) < 50_000
    assert text_of(second) == ""


def test_an_honest_neighbour_is_graded_the_same(worker):
    def honest():
        cells = [NUMPY, student("def f(x): return x + 1\nprint(f(1))"), check(SAME)]
        run = worker.run(cells, names={"f"})
        return [(cell.outcome, cell.score, cell.outputs, cell.message) for cell in run.cells]

    before = honest()
    for attack in ("os._exit", "segmentation fault", "builtins patched", "np.testing patched"):
        assert outcome(worker, FORGERIES[attack], SAME).outcome != Outcome.PASSED
        assert honest() == before
