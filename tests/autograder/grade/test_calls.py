"""A check calls the student's function in another process, and it is as if it were in one."""

import pytest

from tests.autograder.grade.notebook import NUMPY, check, checks_of, locked, outcome, student

HOLDS = {
    "a transpose shares memory": (
        "def f(a, b): return bool(np.shares_memory(a, b))",
        "x = np.arange(6.0).reshape(2, 3)\nassert f(x, x.T) and not f(x, x.copy())",
    ),
    "slices that overlap share memory": (
        "def f(a, b): return bool(np.shares_memory(a, b))",
        "x = np.ones((5, 7))\nassert f(x[:3], x[2:]) and not f(x[:2], x[2:])\n"
        "assert not f(x[:, :3], x[:, 3:])",
    ),
    "a result is the argument": ("def f(x): return x", "x = np.ones(3)\nassert f(x) is x"),
    "a result is a view of the argument": (
        "def f(x): return x[::-1].reshape(3, 1)",
        "x = np.arange(3.0)\ny = f(x)\nassert y.base is x\ny[0] = 7\nassert x[2] == 7",
    ),
    "two results share memory": (
        "def f():\n    x = np.zeros((2, 3))\n    return x, x.T",
        "a, b = f()\na[0, 1] = 5\nassert b[1, 0] == 5 and a.base is None and b.base is a",
    ),
    "the same list twice": (
        "def f(a, b): return a is b",
        "x = []\nassert f(x, x) and not f(x, [])",
    ),
    "an array is changed": (
        "def f(x): x[:, 0] = 9",
        "x = np.zeros((2, 3))\nf(x[:, 1:])\nassert (x == [[0, 9, 0], [0, 9, 0]]).all()",
    ),
    "a view with wide gaps is changed": (
        "def f(x): x[...] = 9",
        "x = np.zeros((1000, 1000))\nf(x[::500, ::500])\nassert x.sum() == 36 and x[500, 500] == 9",
    ),
    "two views that lie far apart are changed": (
        "def f(a, b):\n    a[...] = 1\n    b[...] = 2",
        "x = np.zeros(10**6)\nf(x[:2], x[-2:])\nassert (x[[0, 1, -2, -1]] == [1, 1, 2, 2]).all()",
    ),
    "a shape is changed": (
        "def f(x): x.shape = (6,)",
        "x = np.zeros((2, 3))\nf(x)\nassert x.shape == (6,)",
    ),
    "a type is changed": (
        "def f(x): x.dtype = '<i8'",
        "x = np.zeros(3)\nf(x)\nassert x.dtype == int",
    ),
    "strides are changed": (
        "def f(x): x.shape, x.strides = (3, 2), (8, 24)",
        "x = np.arange(6.0).reshape(2, 3)\nf(x)\nassert (x == [[0, 3], [1, 4], [2, 5]]).all()",
    ),
    "an argument is locked": (
        "def f(x): x.setflags(write=False)",
        "x = np.zeros(3)\nf(x)\nassert not x.flags.writeable",
    ),
    "an argument is opened and written to": (
        "def f(x):\n    x.setflags(write=True)\n    x[0] = 1",
        "x = np.zeros(3)\nx.flags.writeable = False\nf(x)\nassert x[0] == 1 and x.flags.writeable",
    ),
    "more is masked": (
        "def f(x): x[1] = np.ma.masked",
        "x = np.ma.MaskedArray(np.arange(3))\nf(x)\nassert x.mask.tolist() == [False, True, False]",
    ),
    "a change before an error": (
        "def f(x):\n    x[0] = 1\n    raise ValueError",
        "x = np.zeros(3)\ntry:\n    f(x)\nexcept ValueError:\n    assert x[0] == 1\n"
        "else:\n    assert False",
    ),
    "a list is changed": (
        "def f(x): x.append(x[0]); x.append(x)",
        "a = np.ones(2)\nx = [a]\nf(x)\nassert x[1] is a and x[2] is x",
    ),
    "a cache is filled": (
        "def f(n, cache):\n    cache[n] = cache.get(n, 0) + 1\n    return cache",
        "c = {}\nassert f(3, c) is c\nf(3, c)\nassert c == {3: 2}",
    ),
    "a set is changed": ("def f(x): x.add(3)", "x = {1}\nf(x)\nassert x == {1, 3}"),
    "a generator goes on": (
        "def f(rng): return rng.standard_normal(3)",
        "rng, own = np.random.default_rng(3), np.random.default_rng(3)\n"
        "got = np.concatenate([f(rng), f(rng)])\nassert (got == own.standard_normal(6)).all()\n"
        "assert rng.integers(10**9) == own.integers(10**9)",
    ),
    "a Mersenne twister goes on": (
        "def f(rng): return rng.random()",
        "make = lambda: np.random.Generator(np.random.MT19937(3))\nrng, own = make(), make()\n"
        "assert [f(rng), f(rng), rng.random()] == list(own.random(3))",
    ),
    "a matrix is a matrix": (
        "def f(x): return np.matrix(x)",
        "got = f(np.eye(2))\nassert type(got) is np.matrix and type(got) is not np.ndarray",
    ),
    "a subclass is named": (
        "class Odd(np.ndarray): pass\ndef f(x): return x.view(Odd)",
        "got = f(np.eye(2))\nassert type(got) is not np.ndarray\n"
        "assert type(got).__name__ == 'Odd' and not isinstance(got, np.ndarray)",
    ),
    "a masked array is one": (
        "def f(x): return np.ma.masked_less(x, 1)",
        "got = f(np.arange(3))\nassert type(got) is np.ma.MaskedArray and got.sum() == 3",
    ),
    "a masked array that hides nothing is one": (
        "def f(x): return np.__dict__['ma'].MaskedArray(x)",
        "np.testing.assert_array_equal(f(np.arange(3)), [0, 1, 2], strict=False)",
    ),
    "an array owns its memory": (
        "def f(x): return x.base is None, x[1:].base is x, x.flags.owndata",
        "assert f(np.ones(3)) == (True, True, True) and f(np.ones(3)[1:])[0] is False\n"
        "assert f(np.ones((2, 3, 4)).transpose(1, 0, 2) + 0)[0]",
    ),
    "a layout is kept": (
        "def f(x): return x.flags.c_contiguous, x.strides",
        "x = np.ones((4, 6))\nassert f(x[:, ::2]) == (False, (48, 16))\n"
        "assert f(np.asfortranarray(x)) == (False, (8, 32))",
    ),
    "read-only stays read-only": (
        "def f(x): x[0] = 1",
        "x = np.zeros(3)\nx.flags.writeable = False\ntry:\n    f(x)\nexcept ValueError:\n"
        "    pass\nelse:\n    assert False",
    ),
    "scalars keep their types": (
        "def f(x): return x",
        "for x in (1, 2**80, -0.0, float('inf'), True, None, 'é', b'x', 1j, np.float32(2), "
        "np.int8(3), np.bool_(True), (1, [2]), {1: (2,)}, {3}, frozenset({4}), slice(1, 2), "
        "range(3), ..., np.float64, int, np.exp, np.dtype('f4')):\n"
        "    assert type(f(x)) is type(x) and repr(f(x)) == repr(x), x",
    ),
    "arrays keep their types": (
        "def f(x): return x",
        "for x in (np.array(2.0), np.zeros((0, 3)), np.ones(2, '>f4'), np.array(['a', 'bc']), "
        "np.array(['2020-01-01'], 'M8[D]'), np.ones(2, complex), np.ones((2, 3), order='F')):\n"
        "    assert f(x) is x and np.array_equal(f([x, 1])[0], x)",
    ),
    "a broadcast result has its values": (
        "def f(): return np.broadcast_to(np.arange(3), (4, 3))",
        "assert f().shape == (4, 3) and (f()[3] == [0, 1, 2]).all()",
    ),
    "a function is given": (
        "def f(g, x): return g(x) + g(x)",
        "assert f(lambda x: 2 * x, 3) == 12 and (f(np.exp, np.zeros(2)) == 2).all()",
    ),
    "a function comes back": ("def f(n): return lambda x: x + n", "assert f(3)(4) == 7"),
    "a function goes there and back": (
        "def f(g): return g",
        "g = len\nassert f(g) is g and f(f) is f",
    ),
    "an object is asked for attributes": (
        "class Point:\n    def __init__(self, x): self.x = x\n"
        "    def twice(self): return 2 * self.x\nf = Point",
        "p = f(3)\nassert p.x == 3 and p.twice() == 6 and type(p).__name__ == 'Point'",
    ),
    "a named tuple, an enumeration and a text of a class of its own are what they are made from": (
        "import enum\nfrom collections import namedtuple\nPair = namedtuple('Pair', 'x y')\n"
        "class Kind(enum.IntEnum):\n    ONE = 1\nclass Word(str): pass\n"
        "def f(): return Pair(1, [Kind.ONE, Word('a')])",
        "got = f()\nassert got == (1, [1, 'a']) and isinstance(got, tuple) and got.x == 1\n"
        "assert type(got).__name__ == 'Pair' and got.y[0].name == 'ONE'",
    ),
    "a class with an order of its own is asked": (
        "class Vector(tuple):\n"
        "    def __getitem__(self, i): return tuple.__getitem__(self, i - 1)\n"
        "f = Vector",
        "v = f([3, 4])\nassert v[1] == 3 and len(v) == 2",
    ),
    "a container of another class is compared by what it holds": (
        "from collections import Counter, OrderedDict, defaultdict\n"
        "def f(text): return Counter(text), OrderedDict(a=text), defaultdict(int)",
        "counts, ordered, empty = f('aab')\nassert counts == {'a': 2, 'b': 1} != ordered\n"
        "assert ordered == {'a': 'aab'} and empty == {} and empty['x'] == 0",
    ),
    "a list of another class may change": (
        "class Stack(list):\n    def push(self, x): self.append(x)\nf = Stack",
        "s = f()\nassert s == []\ns.push(1)\nassert s == [1] and len(s) == 1",
    ),
    "a generator is iterated": (
        "def f(n):\n    yield from range(n)",
        "assert list(f(3)) == [0, 1, 2]",
    ),
    "an object array is converted": (
        "def f(x): return (x + 1).astype(object)",
        "np.testing.assert_allclose(f(np.arange(3.0)), [1, 2, 3])",
    ),
    "a print is caught": (
        "def f(): print('hello')",
        "import io\nfrom contextlib import redirect_stdout\n"
        "with redirect_stdout(io.StringIO()) as s:\n    f()\nassert s.getvalue() == 'hello\\n'",
    ),
    "a built-in exception is caught": (
        "def f(n): raise [ValueError, KeyError, ZeroDivisionError, np.linalg.LinAlgError][n]('no')",
        "kinds = [ValueError, KeyError, ZeroDivisionError, np.linalg.LinAlgError]\n"
        "for n, kind in enumerate(kinds):\n"
        "    try:\n        f(n)\n    except kind as error:\n        assert error.args == ('no',)\n"
        "    else:\n        assert False",
    ),
    "an exception of the student's own is caught by its base": (
        "class Wrong(ValueError): pass\ndef f(): raise Wrong('x')",
        "try:\n    f()\nexcept ValueError as error:\n    assert type(error).__name__ == 'Wrong'\n"
        "else:\n    assert False",
    ),
    "an exception that takes more than a message is caught by its base": (
        "def f(data): return data.decode('ascii')",
        "try:\n    f(b'\\xff')\nexcept ValueError as error:\n"
        "    assert type(error).__name__ == 'UnicodeDecodeError' and '0xff' in str(error)\n"
        "else:\n    assert False",
    ),
    "an exception of several kinds is caught by each": (
        "class Wrong(KeyError, ValueError): pass\ndef f(): raise Wrong('x')",
        "for kind in (KeyError, ValueError, LookupError):\n    try:\n        f()\n"
        "    except kind:\n        pass",
    ),
    "a view by strides, or through a memoryview, is one": (
        "def f(x):\n"
        "    strided = np.lib.stride_tricks.as_strided(x, x.shape[::-1], x.strides[::-1])\n"
        "    return strided, np.asarray(memoryview(x)).T",
        "x = np.arange(6.0).reshape(2, 3)[:, :2]\nfor y in f(x):\n"
        "    assert np.shares_memory(x, y)\n    y[0, 1] += 9\nassert x[1, 0] == 3 + 2 * 9",
    ),
    "random.seed holds": (
        "import random\nrandom.seed(4)\nnp.random.seed(4)\n"
        "def f(): return random.random(), np.random.rand()",
        "import random\nrandom.seed(4)\nnp.random.seed(4)\n"
        "assert f() == (random.random(), np.random.rand())",
    ),
    "the docstring and the signature are the notebook's": (
        'def f(x, axis=-1, *, scale=(1, 2)):\n    """Do it."""',
        "import inspect\nassert f.__doc__ == 'Do it.'\n"
        "assert str(inspect.signature(f)) == '(x, axis=-1, *, scale=(1, 2))'",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", HOLDS)
def test_it_holds_that(strongest, case):
    definition, test = HOLDS[case]
    result = outcome(strongest, definition, test)
    assert result.outcome == "passed", result


HIDING = ["np.ma.masked_all(3)", "np.ma.MaskedArray([1, 9, 9], [0, 1, 1])", "np.ma.masked"]
BLIND = ["np.testing.assert_allclose(f(), 1)", "assert np.max(np.abs(f() - 1)) < 1e-9"]


@pytest.mark.parametrize("hiding", [*HIDING, f"[{HIDING[0]}]", f"{{1: {HIDING[1]}}}"])
@pytest.mark.parametrize("blind", [*BLIND, "try:\n    f()\nexcept Exception:\n    pass\nf()[0]"])
def test_masked_numbers_do_not_pass_a_check_that_knows_no_masks(strongest, hiding, blind):
    result = outcome(strongest, f"def f(): return {hiding}", blind)
    assert (result.outcome, result.score) == ("failed", 0), result


@pytest.mark.parametrize("how", ["x.resize(9, refcheck=False)", "x.dtype = 'f4,f4'"])
def test_a_change_that_cannot_be_followed_fails_its_check_and_says_so(strongest, how):
    test = "x = np.zeros(3)\ntry:\n    f(x)\nexcept Exception:\n    pass"
    result = outcome(strongest, f"def f(x): {how}", test)
    assert (result.outcome, result.score) == ("failed", 0), result
    assert "return a new array instead" in result.message


def test_a_name_that_no_solution_cell_defines_is_not_lent(strongest):
    cells = [student("def helper(): return 1\nimport math as g\ndef f(): return helper()")]
    cells += [check("helper()"), check("assert f() == 1"), check("g.pi")]
    results = checks_of(strongest.run(cells, names={"f", "g"}))
    assert [result.outcome for result in results] == ["ungraded", "passed", "failed"]
    assert "helper" in results[0].message


def test_a_name_of_the_course_is_the_courses(strongest):
    cells = [locked("def f(): return 1"), student("def f(): return 2"), check("assert f() == 1")]
    assert checks_of(strongest.run(cells, names={"f"}))[0].outcome == "passed"


def test_numpy_in_a_check_is_the_graders(strongest):
    patch = "import numpy as np\nnp.array_equal = lambda *args: True\ndef f(): return np"
    cells = [NUMPY, student(patch), check("assert not np.array_equal(1, 2)")]
    assert checks_of(strongest.run(cells, names={"np", "f"}))[0].outcome == "passed"


def test_a_check_sees_the_function_as_it_was_at_its_place(strongest):
    cells = [student("def f(): return 1"), check("assert f() == 1")]
    cells += [student("def f(): return 2"), check("assert f() == 2")]
    results = checks_of(strongest.run(cells, names={"f"}))
    assert [result.outcome for result in results] == ["passed", "passed"]


def test_a_helper_of_the_course_may_call_the_students_function(strongest):
    cells = [locked("def twice(): return 2 * f()"), student("def f(): return 3")]
    cells += [check("assert twice() == 6")]
    assert checks_of(strongest.run(cells, names={"f"}))[0].outcome == "passed"


def test_a_variable_of_a_solution_cell_is_lent_as_a_copy(strongest):
    cells = [NUMPY, student("w = np.ones(3)\ndef f(): return float(w.sum())")]
    cells += [check("assert type(w) is np.ndarray and w.shape == (3,)\nw[0] = 9\nassert f() == 3")]
    assert checks_of(strongest.run(cells, names={"f", "w"}))[0].outcome == "passed"


def test_a_function_that_is_named_in_a_text_only_is_lent_too(strongest):
    assert outcome(strongest, "def f(): return 1", "assert eval('f()') == 1").outcome == "passed"


def test_a_function_that_outlives_its_check_is_the_courses_fault(strongest):
    cells = [student("def f(): return 1"), check("kept = f"), check("kept()")]
    results = checks_of(strongest.run(cells, names={"f"}))
    assert [result.outcome for result in results] == ["passed", "ungraded"]
    assert "outlived" in results[1].message
