"""Checks use a later place only where they find the same there."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from autograder.grade import Worker, plain
from autograder.grade.messages import Job
from autograder.grade.plan import names_lent
from autograder.grade.standing import repeats, runs_at_once, standing
from autograder.model import Limits
from tests.autograder.grade.notebook import NUMPY, check, checks_of, locked, student

NAMES = {"f", "g", "h"}
F, G = student("def f(x): return x"), student("def g(x): return f(x) + 1")


def hidden(source, **options):
    return check(source, hidden=True, **options)


def outcomes(worker, cells):
    return [str(result.outcome) for result in checks_of(worker.run(cells, names=NAMES))]


def stops(*cells):
    return standing(cells, names_lent(Job(list(cells), NAMES, Limits(), True)))


def test_checks_before_a_further_definition_wait_until_the_end():
    assert stops(NUMPY, F, check("f(1)"), G, check("g(1)")) == {5: [[2, 4]]}


def test_checks_before_the_last_definition_wait_until_the_end_too():
    assert stops(F, check("f(1)"), G) == {3: [[1]]}


def test_a_notebook_with_one_place_stops_there():
    assert stops(F, student("y = f(1)"), check("f(1)"), check("f(2)")) == {4: [[2, 3]]}


def test_a_notebook_whose_checks_need_nothing_stops_nowhere():
    assert stops(F, check("1 == 1"), G) == {}


SAME = {
    "import again": "import numpy as np\ndef g(x): return np.exp(x)",
    "docstring alone": '"""g comes later."""',
    "constants as defaults": "def g(x, axis=-1, dtype=float, shape=(1, 2), most=np.inf): return x",
    "annotations": "def g(x: np.ndarray, n: int = 1) -> tuple[np.ndarray, int]: return x, n",
    "a function in it": "def g(x):\n    def inner(y): return y\n    return inner(x)",
    "a generator of its own": "def g(x): return np.random.default_rng(0).normal(size=3)",
    "a comment that names f": "def g(x):\n    return x  # unlike f",
    "a shape that is set": "def g(x):\n    x.shape = (6,)\n    y = x.copy()\n    y.shape = 6",
    "views by strides": "def g(x): return np.lib.stride_tricks.as_strided(x, (1,), (8,))",
    "a function of a part": (
        "from numpy.lib.stride_tricks import as_strided\ndef g(x): return as_strided(x, (1,), (8,))"
    ),
    "a private helper": "def _half(x): return x / 2\ndef g(x): return _half(x)",
}

OTHER = {
    "a statement": "def g(x): return x\ng(1)",
    "a variable": "y = 1",
    "a value that is shown": "1",
    "a decorator": "def d(f): return f\n@d\ndef g(x): return x",
    "a default that keeps": "def g(x, seen=[]): return seen",
    "a default that is computed": "def g(x, y=f(1)): return x",
    "a class": "class G: pass",
    "a global": "def g(x):\n    global y\n    y = x",
    "the shape of a function": "def g(x):\n    f.shape = x",
    "the shape of what may be a function": "def g(x):\n    y = f\n    y.shape = x",
    "the shape of one of two": "def g(x):\n    y, z = f, 1\n    y.shape = x",
    "the shape of each": "def g(x):\n    for y in [f]:\n        y.shape = x",
    "the shape of one of several": "def g(x):\n    y = [f, x][0]\n    y.shape = x",
    "a shape outside of a function": "x = 1\nx.shape = 2",
    "a shape of the function around": (
        "def g(x):\n    def f():\n        x.shape = 1\n    return f"
    ),
    "an attribute of a function": "def g(x):\n    f.real = x",
    "a private attribute": "def g(x):\n    f.__defaults__ = (x,)",
    "an exception with details": "def g(x):\n    e = ValueError(x)\n    e.got = x\n    raise e",
    "an attribute of NumPy": "def g(x): np.asanyarray = np.sum",
    "an attribute that is told by its absence": (
        "def g(x):\n    try:\n        del np.seen\n    except AttributeError:\n        return 1"
    ),
    "a setting that a generator leaves": "def g(x):\n    with np.errstate(all='raise'): yield x",
    "other built-ins": "import numpy as __builtins__",
    "a built-in by import": "from numpy import ones as open",
    "a frame": "def g(x): return (x for x in x).gi_frame",
    "globals": "def g(x): return globals()",
    "exec": "def g(x): exec(x)",
    "getattr": "def g(x): return getattr(x, 'y')",
    "another module": "import os",
    "a part of NumPy": "import numpy.random",
    "numbers that share a state": "def g(x): return np.random.normal(size=3)",
    "that state by another name": "def g(x):\n    r = np.random\n    return r.normal()",
    "all names of a module": "from numpy import *",
    "settings": "def g(x): np.seterr(all='raise')",
    "a template": "def g(x): return '{0.__globals__}'.format(f)",
    "a magic": "%time\ndef g(x): return x",
    "no Python": "def g(x:",
    "a long cell": "def g(x): return x" + "\n" * plain.MAX_PLAIN,
    "the last value": "def g(x): return _",
    "the last input": "def g(x): return _i",
    "an earlier input": "def g(x): return _i2",
    "all inputs": "def g(x): return _ih",
    "a name of Python's": "def __getattr__(name): return 1",
}

KNOWN = {
    "a second f": "def f(x): return -x",
    "a name that f uses": "def helper(x): return x",
    "a built-in that f uses": "def sum(x): return 0",
    "a name that the check uses": "def h(x): return x",
    "another module by the same name": "import math as np",
}

FIRST = student("def f(x): return helper(x) if x > 1 else sum([x])")
CHECK = check("assert f(1) == 1\nassert 'h' not in globals()  # not g")


@pytest.mark.parametrize("case", SAME)
def test_checks_go_past_a_cell_that_changes_nothing_for_them(case):
    cells = [NUMPY, FIRST, CHECK, student(SAME[case]), check("g(1)")]
    assert stops(*cells) == {5: [[2, 4]]}


@pytest.mark.parametrize("source", [*OTHER.values(), *KNOWN.values()], ids=[*OTHER, *KNOWN])
def test_checks_wait_before_a_cell_that_might_change_something_for_them(source):
    cells = [NUMPY, FIRST, CHECK, student(source), check("g(1)")]
    assert stops(*cells) == {3: [[2]], 5: [[4]]}


@pytest.mark.parametrize("case", OTHER)
def test_an_earlier_cell_that_is_more_than_definitions_keeps_all_places(case):
    cells = [NUMPY, F, student(OTHER[case]), check("f(1)"), student("def k(): return 1")]
    assert stops(*cells, check("f(2)")) == {4: [[3]], 6: [[5]]}


DETAILS = "def fail(x):\n    error = ValueError()\n    error.got = x\n    raise error"


def test_a_helper_of_the_course_may_give_an_exception_its_details():
    cells = [FIRST, CHECK, locked(DETAILS), G, check("g(1)")]
    assert stops(*cells) == {5: [[1, 4]]}


@pytest.mark.parametrize("name", ["real", "__defaults__"])
def test_no_helper_sets_what_a_plain_cell_can_read(name):
    cells = [FIRST, CHECK, locked(DETAILS.replace("got", name)), G, check("g(1)")]
    assert stops(*cells) == {2: [[1]], 5: [[4]]}


def test_a_notebook_of_too_many_characters_is_not_read():
    long = "def g(x): return x" + "\n" * (plain.MAX_PLAIN - 20)
    cells = [F, *[student(long)] * 20, check("f(1)"), student("def h(x): return x")]
    assert list(stops(*cells)) == [len(cells) - 1]
    assert not repeats(cells)
    assert repeats([F, student(long)])


def test_a_check_with_a_sum_of_many_terms_is_read():
    assert stops(F, check("f(1)" + " + 0" * 2000), G) == {3: [[1]]}


def test_a_check_in_the_students_process_waits_where_it_stands():
    there = check("f(1)", in_student_process=True)
    assert stops(F, there, G, check("g(1)")) == {2: [[1]], 4: [[3]]}
    assert stops(F, check("f(1)"), G, there) == {4: [[1], [3]]}


def test_a_check_that_uses_what_an_earlier_place_left_has_a_fork_of_its_own():
    assert stops(F, check("kept = f"), G, check("kept(1) + f(1)")) == {4: [[1], [3]]}


def test_a_cell_of_the_courses_is_no_exception():
    helper = locked("def helper(x): return x + 1")
    assert stops(F, check("f(1)"), helper, check("f(1)")) == {4: [[1, 3]]}
    assert stops(F, check("f(1)"), locked("table = [1]"), check("f(1)")) == {2: [[1]], 4: [[3]]}


PLAIN = st.sampled_from(
    [
        "import numpy as np",
        "def f(x): return x + 1",
        "def f(x): return -x",
        "def f(x): return helper(x)",
        "def helper(x): return x + 1",
        "def f(x): return g(x)",
        "def g(x): return f(x) * 2",
        "def g(x):\n    print(x)\n    return x",
        "def g(x): raise ValueError(x)",
        "def h(x): return g(f(x))",
        "def h(x, seen=()): return seen + (x,)",
    ]
)
ANY = PLAIN | st.sampled_from(
    [
        "def h(x, seen=[]):\n    seen.append(x)\n    return len(seen)",
        "def h(x):\n    import os\n    os._exit(0)",
        "def h(x): return 'g' in globals()",
        "n = 0\ndef g(x):\n    global n\n    n += x\n    return n",
        "f = abs",
        "f(1)",
        "del f",
    ]
)
TESTS = [
    "assert f(1) == 2",
    "assert f(-1) == 1, f(3)",
    "assert g(2) == 2",
    "assert g(2) == 6 or f(2) == 3",
    "assert h(1) in (1, 2, (1,), 4)",
    "kept = f(1)",
    "assert kept == 2",
    "keep = f",
    "assert keep(1) == 2",
    "g(h(f(1)))",
]
CHECKS = st.builds(check, st.sampled_from(TESTS), hidden=st.booleans())
NOTEBOOKS = st.sampled_from([PLAIN, PLAIN, ANY]).flatmap(
    lambda sources: st.lists(sources.map(student) | CHECKS, min_size=3, max_size=9)
)
UNPLAIN = student("unused = 1")


@given(NOTEBOOKS)
@settings(max_examples=40, deadline=None)
def test_every_check_ends_as_it_would_where_it_stands(strongest, cells):
    """A first cell that is not plain keeps every check where it stands."""
    found = [
        [(str(result.outcome), result.score, result.message) for result in checks_of(run)]
        for run in (strongest.run([*first, *cells], names=NAMES) for first in ([], [UNPLAIN]))
    ]
    assert found[0] == found[1]


def test_cells_that_run_by_one_order_show_what_they_would_one_by_one(strongest):
    cells = [NUMPY, student("from numpy import mT"), student("def f(x): return x is 1"), G]
    cells += [check("assert f(2) is False"), student('"help"\ndef h(x): return x')]
    assert runs_at_once(cells, stops(*cells))
    assert not runs_at_once([*cells, student('"a value"')], {})
    runs = [strongest.run(each, names=NAMES).cells for each in (cells, [*cells, UNPLAIN])]
    kept = [[(c.outputs, c.execution_count, c.limits) for c in run[: len(cells)]] for run in runs]
    assert kept[0] == kept[1]
    assert kept[0][1][0][0]["ename"] == "ImportError"
    assert "SyntaxWarning" in kept[0][2][0][0]["text"]


def test_a_loss_costs_its_own_check_where_checks_of_several_cells_share_a_fork(strongest):
    cells = [student("def f(x):\n    while x: pass\n    return x"), check("f(0);")]
    cells += [check("f(1)"), hidden("f(2)"), hidden("assert f(0) == 0")]
    cells += [student("def g(x): return x"), check("assert g(1) == 1"), hidden("g(f(0));")]
    assert list(stops(*cells)) == [len(cells)]
    assert outcomes(strongest, cells) == ["passed", "timeout", "timeout"] + ["passed"] * 3


def test_the_kernel_ends_a_call_that_catches_everything():
    stubborn = "def f(x):\n    while x:\n        try:\n            while True: pass\n"
    stubborn += "        except: pass\n    return x"
    cells = [student(stubborn), check("f(0);"), check("f(1)"), check("assert f(0) == 0")]
    assert repeats(cells)
    with Worker(limits=Limits(check=1, patience=60)) as worker:
        assert outcomes(worker, cells) == ["passed", "timeout", "passed"]


def test_a_lost_process_is_replaced_by_one_that_has_run_the_same_cells(strongest):
    cells = [NUMPY, F, student("g = "), G, student("def h(x):\n    while x: pass\n    return f(x)")]
    cells += [check("h(1)"), check("assert g(1) == 2"), check("h(2)"), check("assert h(0) == 0")]
    plain_cells = [cell for cell in cells if cell.source != "g = "]
    assert repeats(plain_cells) and not repeats(cells)
    for notebook in (cells, plain_cells):
        assert outcomes(strongest, notebook) == ["timeout", "passed"] * 2
