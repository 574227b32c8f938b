"""A process runs further submissions only where the course's cells leave nothing behind."""

import os
import signal
from pathlib import Path

import pytest

from autograder.authoring import read_course, read_exercise, source_notebook
from autograder.grade import Worker
from autograder.grade.calm import is_calm, leaves_nothing
from tests.autograder.grade.conftest import LIMITS
from tests.autograder.grade.notebook import NUMPY, check, checks_of, locked, student, text_of
from tests.autograder.processes import tree

EXERCISES = Path(__file__).parents[3] / "exercises"
F = student("def f(x):\n    return x")
LEAVES = [
    "np.random.seed(0)",
    "assert np.random.rand() < 1",
    "dice = np.random\nassert dice.random() < 1",
    "assert np.random.random() < 1",
    "from numpy import random\nrandom.seed(0)",
    "from random import random\nassert random() < 1",
    "np.seterr(all='raise')",
    "np.set_printoptions(precision=2)",
    "assert f(lambda *args, **kwargs: np.exp(*args, **kwargs)) == 1",
    "np.pi = 3",
    "np.float = float",
    "np.linalg.seen = 1",
    "dice = getattr(np, 'linalg')\ndice.seen = 1",
    "np.linalg.norm = len",
    "setattr(np, 'pi', 3)",
    "getattr(np, 'seterr')(all='raise')",
    "name = 'seterr'\ngetattr(np, name)(all='raise')",
    "import sys\nsys.setrecursionlimit(50)",
    "import warnings\nwarnings.simplefilter('error')",
    "import os\nos.environ['A'] = 'b'",
    "from autograder.diagnose import signature",
    "open('x', 'w')",
    "exec('x = 1')",
    "class A:\n    pass",
    "def f():\n    global x\n    x = 1",
    "%matplotlib inline",
    "out = np.empty(3)\nf(out)",
    "out = np.empty_like([1.0])\nf(out)",
    "from numpy import empty\nf(empty(3))",
    "f(np.sqrt([1.0, -1.0], where=[True, False]))",
    "how = {'where': [True, False]}\nf(np.sqrt([1.0, -1.0], **how))",
    "f(np.pad([1.0], 2, 'empty'))",
    "f(np.ndarray(3))",
    "from numpy import ndarray\nf(ndarray(3))",
    "f(np.array([1]).__class__(3))",
    "f(type(np.array([1]))(3))",
    "kind = type(np.array([1]))\nf(kind(3))",
    "kind = np.ndarray\nf(kind(3))",
    "from numpy import ndarray as kind\nf(kind(3))",
    "f(*map(np.ndarray, [3]))",
    "f(getattr(np, 'ndarray')(3))",
    "def g(kind=np.ndarray):\n    return kind(3)\nf(g())",
    "pairs = np.dtype([('a', 'i1'), ('b', 'i8')], align=True)",
    "assert f(np.clip, np.ones(3)) == 1",
    "assert f(np.add.outer, np.ones(3)) == 1",
    "from numpy import pad\nassert f(pad, np.ones(3)) == 1",
    "kind = type(f)\nkind.seen = 1",
    "module = max([np])\nmodule.seen = 1",
    "module = np.linalg\nmodule.seen = 1\nmodule = ValueError()",
    "def g(module):\n    module.seen = 1\nmodule = ValueError()\ng(np.linalg)",
    "assert f(1) == 1" + " + 0" * 2000,
]
CALM = [
    "assert f(1) == 1",
    "rng = np.random.default_rng(1)\nx = rng.random(3)\nassert (f(x) == x).all()",
    "assert isinstance(f(1), (int, np.ndarray))",
    "assert getattr(f(1), 'dtype', None) is None",
    "with np.errstate(all='ignore'):\n    assert np.isinf(f(np.inf))",
    "x = np.arange(3)\nbefore = x.tobytes()\nf(x)\nassert x.tobytes() == before",
    "assert type(f(1)) in (int, np.ndarray), f'not a {type(f(1)).__name__}'",
    "def same(x: np.ndarray) -> tuple[np.ndarray, int]:\n    return x, 1\nassert same(2) == (2, 1)",
    "assert isinstance(f(1), type(2) | np.ndarray)",
    "x = np.clip(np.pad([2], 1), 1, None)\nassert np.multiply.outer(f(x), x).sum() == 16",
    "error = AssertionError('no')\nerror.got = f(1)\nassert error.args == ('no',)",
    "try:\n    f()\nexcept TypeError as error:\n    assert 'f' in str(error)",
]


@pytest.fixture(scope="module")
def worker():
    with Worker(limits=LIMITS) as made:
        yield made


@pytest.fixture
def seated(worker):
    """A worker whose examiner has run a submission and stays."""
    assert outcomes(worker, "assert f(1) == 1") == ["passed"]
    assert worker._grader.taken > 0
    return worker


def outcomes(worker, *checks, definition=F):
    run = worker.run([NUMPY, definition, *map(check, checks)], names={"f"})
    return [str(result.outcome) for result in checks_of(run)]


@pytest.mark.parametrize("source", LEAVES)
def test_what_sets_or_reads_state_beside_the_notebook_is_not_calm(source):
    assert not is_calm(source)


@pytest.mark.parametrize("source", CALM)
def test_what_works_with_arrays_of_its_own_is_calm(source):
    assert is_calm(source)


def test_one_cell_that_is_not_calm_decides_for_all_and_the_students_do_not_count():
    assert leaves_nothing([student("np.random.seed(0)"), NUMPY, check(CALM[0])])
    assert not leaves_nothing([NUMPY, check(CALM[0]), locked(LEAVES[0])])


@pytest.mark.parametrize("path", sorted(EXERCISES.glob("0*.md")), ids=lambda path: path.stem)
def test_every_check_of_this_course_is_calm(path):
    course = read_course(path.parent)
    cells = source_notebook(read_exercise(path, course), course, "calm").cells
    sources = [
        cell.source
        for cell in cells
        if cell.cell_type == "code" and not cell.metadata.get("nbgrader", {}).get("solution")
    ]
    assert [source for source in sources if not is_calm(source)] == []


@pytest.mark.parametrize("source", CALM)
def test_calm_checks_pass_in_a_process_that_has_run_others(seated, source):
    taken = seated._grader.taken
    assert outcomes(seated, source) == ["passed"]
    assert seated._grader.taken == taken + 1


def test_what_is_not_calm_gets_a_process_of_its_own(seated):
    assert outcomes(seated, "np.random.seed(0)\nassert f(1) == 1") == ["passed"]
    assert seated._grader.taken == 0


def test_a_check_finds_no_name_of_an_earlier_submission(seated):
    assert outcomes(seated, "kept = 3\nassert f(1) == 1") == ["passed"]
    assert outcomes(seated, "assert kept == 3") == ["ungraded"]
    assert seated._grader.taken >= 3


def test_a_warning_is_shown_to_each_submission(seated):
    cells = [NUMPY, F, check("np.mean(np.array([]))\nassert f(1) == 1")]
    for _ in range(2):
        shown = checks_of(seated.run(cells, names={"f"}))[0]
        assert "Mean of empty slice" in text_of(shown)


def test_a_call_that_takes_too_long_ends_the_process_and_is_said_by_a_fresh_one(seated):
    forever = student("def f(x):\n    while True:\n        pass")
    assert outcomes(seated, "f(1)", definition=forever) == ["timeout"]
    assert seated._grader.taken == 0
    assert outcomes(seated, "assert f(1) == 1") == ["passed"]


def test_memory_that_runs_out_is_found_by_a_fresh_process(seated):
    large = f"assert np.zeros({LIMITS.grader_memory}).sum() == f(0)"
    assert outcomes(seated, large) == ["out_of_memory"]
    assert seated._grader.taken == 0


def test_memory_that_a_submission_leaves_is_free_for_the_next(seated):
    half = LIMITS.grader_memory // 16
    ring = f"ring = [np.zeros({half})]\nring.append(ring)\nassert f(1) == 1"
    makes_it_old = "many = [[] for _ in range(30_000)]\nassert f(1) == 1"
    assert outcomes(seated, ring, makes_it_old) == ["passed", "passed"]
    catches = (
        f"try:\n    x = np.zeros({half})\nexcept MemoryError:\n    x = None\n"
        "assert x is not None and f(1) == 1"
    )
    assert outcomes(seated, catches) == ["passed"]


def test_a_process_that_has_held_much_memory_is_replaced(seated):
    much = f"x = np.ones({LIMITS.grader_memory // 20})\nassert f(1) == 1"
    assert outcomes(seated, much) == ["passed"]
    assert seated._grader.taken == 0


def test_an_examiner_that_has_gone_is_replaced(seated):
    seated._grader._line.close()
    assert outcomes(seated, "assert f(1) == 1") == ["passed"]


def test_after_many_submissions_another_takes_over(seated, monkeypatch):
    monkeypatch.setattr("autograder.grade.grader.MOST", seated._grader.taken + 1)
    assert outcomes(seated, "assert f(1) == 1") == ["passed"]
    assert seated._grader.taken == 0
    assert outcomes(seated, "assert f(1) == 1") == ["passed"]
    assert seated._grader.taken == 1


ODD = {
    "right": "def f(x):\n    return x",
    "wrong": "def f(x):\n    return x + 1",
    "raises": "def f(x):\n    raise ValueError('no')",
    "prints": "def f(x):\n    print('here')\n    return x",
    "keeps": "kept = []\ndef f(x):\n    kept.append(x)\n    return kept[0]",
    "returns itself": "def f(x):\n    return f",
    "ends": "import os\ndef f(x):\n    os._exit(1)",
    "warns": "def f(x):\n    return np.mean(np.array([])) if x is None else x",
    "large": "def f(x):\n    return np.zeros(3_000_000)",
    "no function": "f = 3",
}
LOOKS = [
    "x = np.arange(6.0)\nassert (f(x) == np.arange(6.0)).all(), 'the values differ'",
    "helper = f(3)\nassert helper == 3",
    "assert helper == 3\nassert f(4) == 4",
    "rng = np.random.default_rng(1)\nx = rng.random(3)\nassert np.array_equal(f(x.copy()), x)",
    "with np.errstate(all='ignore'):\n    assert f(1 / np.float64(0)) == np.inf",
]


def test_submissions_that_share_a_process_get_what_each_gets_alone(worker, monkeypatch):
    def all_of(names):
        runs = {}
        for name in names:
            cells = [NUMPY, student(ODD[name]), *map(check, LOOKS)]
            runs[name] = worker.run(cells, names={"f"})
            for cell in runs[name].cells:
                cell.elapsed = 0.0
        return {name: run.cells for name, run in runs.items()}

    shared = all_of(ODD), all_of(reversed(ODD))
    monkeypatch.setattr("autograder.grade.grader.MOST", 1)
    alone = all_of(ODD)
    assert shared[0] == alone
    assert shared[1] == alone


def test_an_examiner_that_is_stopped_for_good_costs_nothing(seated, monkeypatch):
    monkeypatch.setattr("autograder.grade.worker.FIRST_REPORT", 1.0)
    (pid,) = [pid for pid in tree(seated._grader.process.pid) if not tree(pid)]
    os.kill(pid, signal.SIGSTOP)
    assert outcomes(seated, "assert f(1) == 1") == ["passed"]
