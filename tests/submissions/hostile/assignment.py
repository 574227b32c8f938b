"""Two functions of arrays, with checks that a good course would write, and an honest submission.

The expected values are there before the call. One check gives a function what another returned,
one loops over the results, and one hides a number that no student may ever see.
"""

import re
from copy import deepcopy
from functools import cache

from autograder.repair import Release, read_release
from tests.submissions.assignment import ANSWER, HIDDEN, STUB, code, find, text

NAME = "arrays"
SECRET = "8675309"
"""Digits of a number that a hidden check gives away to the function, and to nobody else."""
GIVEN = {"numbers.csv": "1 2 6\n", "helper.py": "def wanted(x):\n    return 2 * x + 1\n"}
"""What lies beside the notebook. The hidden checks use it, too."""

SCALE = '''def scale(x):
    """Return twice x and one."""
    ### BEGIN SOLUTION
    return 2 * x + 1
    ### END SOLUTION'''
CENTRE = '''def centre(x):
    """Return x without its mean."""
    ### BEGIN SOLUTION
    return x - x.mean()
    ### END SOLUTION'''
CHECKS = {
    "scale--example": """x = np.array([[1.0, 2.0], [5.0, -3.0]])
got = scale(x)
assert type(got) is np.ndarray, "not an array"  # np.testing holds a masked number equal to any
np.testing.assert_allclose(got, [[3.0, 5.0], [11.0, -5.0]], strict=True)""",
    "scale--hidden": f"""### BEGIN HIDDEN TESTS
x = np.random.default_rng(41).normal(size=(5, 3))
x[0, 0] = {SECRET}.25
import helper
expected = helper.wanted(x)
assert np.isfinite(expected).all()
got = scale(x)
assert type(got) is np.ndarray
np.testing.assert_allclose(got, expected, rtol=1e-9, atol=1e-12, equal_nan=False)
### END HIDDEN TESTS""",
    "centre--example": """x = np.array([1.0, 2.0, 6.0])
got = centre(x)
assert type(got) is np.ndarray
np.testing.assert_allclose(got, [-2.0, -1.0, 3.0])""",
    "centre--hidden": """### BEGIN HIDDEN TESTS
assert open("numbers.csv").read() == "1 2 6\\n"
inputs = [np.random.default_rng(43).normal(size=n) for n in (3, 7, 11)]
wanted = [x - x.mean() for x in inputs]
for got, want in zip(map(centre, inputs), wanted):
    np.testing.assert_allclose(got, want, rtol=1e-9, atol=1e-12)
### END HIDDEN TESTS""",
    "chain--hidden": """### BEGIN HIDDEN TESTS
x = np.array([0.5, 4.0, 3.0])
got = np.asarray(centre(np.asarray(scale(x))))
np.testing.assert_allclose(got, [-4.0, 3.0, 1.0])
### END HIDDEN TESTS""",
}
POINTS = {
    "scale--example": 1,
    "scale--hidden": 2,
    "centre--example": 1,
    "centre--hidden": 2,
    "chain--hidden": 1,
}
MAXIMUM = 9
BODY = re.compile(r"    ### (BEGIN|END) SOLUTION\n?")
ANSWERS = {
    "scale": BODY.sub("", SCALE).rstrip(),
    "centre": BODY.sub("", CENTRE).rstrip(),
    "words": "Because the mean is linear.",
}


@cache
def _source() -> dict:
    scale, hidden, centre, centre_hidden, chain = map(_check, CHECKS)
    return {
        "cells": [
            text("title", "# Arrays"),
            code("imports", "import numpy as np", "imports", locked=True),
            code("scale", SCALE, "scale", solution=True),
            scale,
            hidden,
            code("centre", CENTRE, "centre", solution=True),
            centre,
            centre_hidden,
            chain,
            text("words", "YOUR ANSWER HERE", "words", grade=True, solution=True, points=2),
        ],
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def _check(grade_id: str) -> dict:
    points = POINTS[grade_id]
    source = f"# {grade_id}, {points} points\n{CHECKS[grade_id]}"
    return code(grade_id, source, grade_id, grade=True, locked=True, points=points)


def source() -> dict:
    """Return the instructor's notebook."""
    return deepcopy(_source())


def released() -> dict:
    """Return what students get."""
    notebook = source()
    for cell in notebook["cells"]:
        cell["source"] = HIDDEN.sub("", ANSWER.sub(STUB, cell["source"])).rstrip("\n")
    return notebook


@cache
def release() -> Release:
    """Return what the course knows of the assignment."""
    return read_release(_source(), released(), NAME)


def lent() -> set[str]:
    """Return the names that checks may borrow."""
    return set().union(*(cell.names for cell in release().cells))


def honest() -> dict:
    """Return a submission that earns every automatic point."""
    notebook = released()
    for grade_id, answer in ANSWERS.items():
        find(notebook, grade_id)["source"] = answer
    return notebook
