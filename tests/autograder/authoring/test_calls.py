"""What a check may do around its calls of the student's functions."""

from textwrap import dedent

import pytest

from autograder.authoring.calls import check_calls


def complaints(source):
    found = []
    check_calls(dedent(source), {"f", "g"}, lambda line, message: found.append((line, message)))
    return sorted({line for line, _ in found}), " ".join(message for _, message in found)


READY = "x = draw()\nexpected = slow(x)\nassert np.isfinite(expected).all()\n"

ALLOWED = {
    "a copy": f"{READY}got = f(x.copy())\nassert_same(got, expected)\nprint(x)",
    "an input that nobody reads again": f"{READY}got = f(x)\nassert_same(got, expected)",
    "a call inside the comparison": f"{READY}assert_same(f(x), expected)",
    "literals": "expected = np.array([[1.0, 2.0]], dtype=float)\nassert_same(f(3), expected)",
    "whole numbers": "n = 3\nshape = (n, n + 1)\nassert f(n, shape).shape == shape and n == 3",
    "sizes of an input": "x = draw()\nn, m = x.shape\ngot = f(x)\nassert got.shape == (m, n)",
    "a new array under the old name": f"{READY}f(x)\nx = draw()\nprint(x)",
    "inputs made in each round": (
        "for n in (2, 3):\n    x = draw(n)\n    expected = slow(x)\n"
        "    assert np.isfinite(expected).all()\n    assert_same(f(x, n), expected)"
    ),
    "a list of cases": (
        "cases = [(n, draw(n), slow(n)) for n in (2, 3)]\n"
        "for n, x, expected in cases:\n    assert np.isfinite(expected).all()\n"
        "    got = f(x, n)\n    assert_same(got, expected)"
    ),
    "all of a list asserted at once": (
        "xs = [draw(), draw()]\nexpecteds = [slow(x) for x in xs]\n"
        "assert all(np.isfinite(e).all() for e in expecteds)\n"
        "for x, expected in zip(xs, expecteds):\n    assert_same(f(x.copy()), expected)"
    ),
    "results of results": "y = f(3)\nz = g(y.copy())\nassert_same(z, y)",
    "masks as an index": f"{READY}mask = draw() > 0\ngot = f(x)\nassert (got[mask] == 0).all()",
    "comparisons outside asserts": (
        "for n in (2, 3):\n    ends = [i < k for i in range(n) for k in draw()]\n    f(n)"
    ),
    "exceptions": (
        "for n in (2, 3):\n    try:\n        f(np.ones(n), n)\n    except ValueError:\n"
        "        continue\n    raise AssertionError('no error')"
    ),
}


@pytest.mark.parametrize("source", ALLOWED.values(), ids=ALLOWED)
def test_allowed(source):
    assert complaints(source) == ([], "")


READ_AFTER = {
    "a name": ("x = draw()\nf(x)\nprint(x)", [3]),
    "a keyword argument": ("x = draw()\nf(a=x)\nprint(x)", [3]),
    "a starred argument": ("xs = [draw(), draw()]\nf(*xs)\nprint(xs)", [3]),
    "part of a list": ("x = draw()\nf([x])\nprint(x)", [3]),
    "another name": ("x = draw()\ny = x\nf(x)\nprint(y)", [4]),
    "a view": ("x = draw()\ny = x.T[0]\nf(x)\nprint(y)", [4]),
    "the base of a view": ("x = draw()\nf(x.reshape(3, 1))\nprint(x)", [3]),
    "a view by a function": ("x = draw()\nf(np.transpose(x))\nprint(x)", [3]),
    "an attribute": ("x = draw()\nf(x)\nprint(x.shape)", [3]),
    "a list of numbers": ("x = [1, 2]\nf(x)\nprint(x)", [3]),
    "a second call": ("x = draw()\nf(x)\ng(x)", [3]),
    "the next round": ("x = draw()\nfor n in (1, 2):\n    f(x, n)", [3]),
    "the next element": ("x = draw()\ny = [f(x, n) for n in (1, 2)]", [2]),
    "a condition": ("x = draw()\nwhile g(3):\n    f(x)", [3]),
    "a generator of random numbers": ("rng = make()\nf(rng)\nrng.random()", [3]),
    "an array of a locked cell": ("f(GIVEN)\nprint(GIVEN)", [2]),
    "a change in place": ("x = draw()\nf(x)\nx += 1", [3]),
    "a change of a part": ("x = draw()\nf(x)\nx[0] = 1", [3]),
    "through a helper": ("x = draw()\ndef run(a):\n    return f(a)\nrun(x)\nprint(x)", [5]),
    "through a lambda": ("x = draw()\nrun = lambda: f(x)\nrun()\nprint(x)", [4]),
    "through an f-string": ("x = draw()\nf(x)\nassert True, f'{x}'", [3]),
    "an unpacked pair": ("x, n = draw(), 3\nf(x, n)\nprint(n)\nprint(x)", [4]),
}


@pytest.mark.parametrize(("source", "lines"), READ_AFTER.values(), ids=READ_AFTER)
def test_input_read_after_the_call(source, lines):
    found, message = complaints(source)
    assert found == lines
    assert "is read after the call of" in message


NOT_READY = {
    "never asserted": ("e = slow(3)\ngot = f(3)\nassert_same(got, e)", [3]),
    "asserted too late": (
        "e = slow(3)\ngot = f(3)\nassert np.isfinite(e).all()\nassert_same(got, e)",
        [4],
    ),
    "computed too late": ("got = f(3)\ne = slow(3)\nassert_same(got, e)", [3]),
    "computed in the comparison": ("got = f(3)\nassert_same(got, slow(3))", [2]),
    "compared with ==": ("e = slow(3)\nassert (f(3) == e).all()", [2]),
    "compared by a difference": ("e = slow(3)\nassert abs(f(3) - e).max() < 1e-9", [2]),
    "compared by allclose": ("e = slow(3)\nassert np.allclose(f(3), e)", [2]),
    "one of two": (
        "a, b = slow(3)\nassert np.isfinite(a).all()\nc, d = f(3)\n"
        "assert_same(c, a)\nassert_same(d, b)",
        [5],
    ),
    "filled after a literal": ("e = np.zeros(3)\ne[0] = slow(3)\nassert_same(f(3), e)", [3]),
    "added to a literal": ("e = np.zeros(3)\ne += slow(3)\nassert_same(f(3), e)", [3]),
    "in a list of cases": (
        "for n, e in [(2, slow(2)), (3, slow(3))]:\n    assert_same(f(n), e)",
        [2],
    ),
}


@pytest.mark.parametrize(("source", "lines"), NOT_READY.values(), ids=NOT_READY)
def test_expected_value_that_is_not_ready(source, lines):
    found, message = complaints(source)
    assert found == lines
    assert "finite" in message
