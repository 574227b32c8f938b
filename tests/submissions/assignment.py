"""One small assignment with every kind of cell, and an honest submission to it.

Seven points are automatic, five by hand. It needs no package, so that every grader runs it fast.
"""

import re
from copy import deepcopy
from functools import cache

from autograder.repair import Release, read_release
from autograder.repair.text import checksum

NAME = "numbers"
AUTOMATIC, MAXIMUM = 7, 12
ANSWER = re.compile(r"^([ ]*)### BEGIN SOLUTION$.*?^[ ]*### END SOLUTION$", re.M | re.S)
STUB = r"\1# YOUR CODE HERE\n\1raise NotImplementedError()"
HIDDEN = re.compile(r"^### BEGIN HIDDEN TESTS$.*?^### END HIDDEN TESTS$", re.M | re.S)

MEAN = '''def mean(values):
    """Return the mean."""
    ### BEGIN SOLUTION
    return sum(values) / len(values)
    ### END SOLUTION'''
SPREAD = '''def spread(values):
    """Return the root of the mean squared distance from the mean."""
    ### BEGIN SOLUTION
    centre = mean(values)
    return math.sqrt(mean([(value - centre) ** 2 for value in values]))
    ### END SOLUTION'''
CLOSE = '''def assert_close(got, expected):
    """Raise unless two numbers are equal but for rounding."""
    assert abs(got - expected) <= 1e-12 * max(1.0, abs(expected)), f"{got} is not {expected}"'''
MEAN_EXAMPLE = """# mean--example (1 point): the example of the statement.
assert_close(mean([1.0, 2.0, 6.0]), 3.0)"""
MEAN_HIDDEN = """# mean--negative (2 points, hidden): numbers of both signs.
### BEGIN HIDDEN TESTS
assert_close(mean([-4.5, 1.25, 0.5]), -11 / 12)
### END HIDDEN TESTS"""
SPREAD_EXAMPLE = """# spread--example (2 points): the example of the statement.
values = [2.0, 4.0, 4.0, 4.0, 5.0, 5.0, 7.0, 9.0]
got = spread(values)
assert_close(got, 2.0)"""
SPREAD_HIDDEN = """# spread--single (2 points, hidden): one number has no spread.
### BEGIN HIDDEN TESTS
assert_close(spread([17.75]), 0.0)
### END HIDDEN TESTS"""

OWN = """### BEGIN SOLUTION
max([3, 1, 2])
### END SOLUTION"""

ANSWERS = {
    "mean": '''def total(values):
    result = 0.0
    for value in values:
        result += value
    return result


def mean(values):
    """Return the mean."""
    return total(values) / len(values)''',
    "spread": '''def spread(values):
    """Return the root of the mean squared distance from the mean."""
    middle = mean(values)
    squares = [(value - middle) * (value - middle) for value in values]
    return math.sqrt(mean(squares))''',
    "words": "Because distances of both signs would cancel.",
    "own": "def biggest(values):\n    return max(values)\n\n\nbiggest([3, 1, 2])",
}


@cache
def _source() -> dict:
    return {
        "cells": [
            text("title", "# Numbers"),
            code("imports", "import math", "imports", locked=True),
            code("given", CLOSE, "given-close", locked=True),
            text("task-1", "## 1. The mean\n\nWrite `mean(values)`."),
            code("mean", MEAN, "mean", solution=True),
            code("mean-example", MEAN_EXAMPLE, "mean--example", grade=True, locked=True, points=1),
            code("mean-hidden", MEAN_HIDDEN, "mean--negative", grade=True, locked=True, points=2),
            code("try-it", "# Try your function here."),
            text("task-2", "## 2. The spread\n\nWrite `spread(values)`."),
            code("spread", SPREAD, "spread", solution=True),
            code("s-example", SPREAD_EXAMPLE, "spread--example", grade=True, locked=True, points=2),
            code("s-hidden", SPREAD_HIDDEN, "spread--single", grade=True, locked=True, points=2),
            text("prompt", "## 3. In words\n\nWhy are the distances squared?"),
            text("words", "YOUR ANSWER HERE", "words", grade=True, solution=True, points=2),
            text("prompt-2", "## 4. A function of your own"),
            code("own", OWN, "own", grade=True, solution=True, points=1),
            text("explore", "Show two more ideas below.", "explore", task=True, points=2),
            text("end", "**Points: 12.**"),
        ],
        "metadata": {
            "autograder": {"course": "small", "exercise": NAME, "version": "0123456789abcdef"},
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
            "language_info": {"name": "python"},
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def source() -> dict:
    """Return the instructor's notebook."""
    return deepcopy(_source())


def released() -> dict:
    """Return what students get: neither answers nor hidden lines, with nbgrader's checksums."""
    notebook = source()
    for cell in notebook["cells"]:
        cell["source"] = HIDDEN.sub("", ANSWER.sub(STUB, cell["source"])).rstrip("\n")
        about = cell["metadata"].get("nbgrader")
        if about:
            flags = {key: about[key] for key in ("grade", "solution", "locked", "grade_id")}
            points = about.get("points", 0)
            about["checksum"] = checksum(cell["source"], cell["cell_type"], points=points, **flags)
    return notebook


@cache
def release() -> Release:
    """Return what the course knows of the assignment."""
    return read_release(_source(), released(), NAME)


def honest() -> dict:
    """Return a full submission, with outputs and a cell of the student's own."""
    notebook = released()
    for grade_id, answer in ANSWERS.items():
        find(notebook, grade_id)["source"] = answer
    for count, cell in enumerate(c for c in notebook["cells"] if c["cell_type"] == "code"):
        cell["execution_count"] = count + 1
        cell["outputs"] = [{"output_type": "stream", "name": "stdout", "text": "done\n"}]
    notebook["cells"].insert(7, code("mine", "mean([1.0, 2.0])  # my own try"))
    return notebook


def find(notebook: dict, grade_id: str) -> dict:
    """Return the cell of a notebook that carries an id."""
    return notebook["cells"][place_of(notebook, grade_id)]


def place_of(notebook: dict, grade_id: str) -> int:
    """Return where in a notebook a cell with an id stands."""
    ids = [cell["metadata"].get("nbgrader", {}).get("grade_id") for cell in notebook["cells"]]
    return ids.index(grade_id)


def code(id: str, source: str, grade_id: str = "", **about: object) -> dict:
    """Return a code cell."""
    cell = {"cell_type": "code", "execution_count": None, "id": id, "outputs": []}
    return {**cell, "metadata": _metadata(grade_id, about), "source": source}


def text(id: str, source: str, grade_id: str = "", **about: object) -> dict:
    """Return a text cell."""
    metadata = _metadata(grade_id, about)
    return {"cell_type": "markdown", "id": id, "metadata": metadata, "source": source}


def _metadata(grade_id: str, about: dict) -> dict:
    if not grade_id:
        return {}
    task = about.get("task", False)
    flags = {"grade": False, "solution": False, "locked": task, "task": task}
    return {"nbgrader": {"grade_id": grade_id, "schema_version": 3, **flags, **about}}
