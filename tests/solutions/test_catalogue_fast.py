"""Every mistake and every other right answer against the checks, in this process: seconds.

The gate itself runs released notebooks under stock nbgrader, which takes minutes.
"""

import contextlib
import io
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from autograder.authoring import (
    answer_source,
    entries_for,
    fill,
    read_course,
    read_exercise,
    source_notebook,
)

COURSE = read_course(Path(__file__).parents[2] / "exercises")
EXERCISES = {path.stem: read_exercise(path, COURSE) for path in COURSE.exercises}


def entries(kind):
    return [
        pytest.param(name, entry, id=f"{name}-{entry.id}")
        for name, exercise in EXERCISES.items()
        for entry in entries_for(exercise, COURSE, kind)
    ]


@cache
def notebook(name, seed):
    return source_notebook(EXERCISES[name], COURSE, seed)


def failed_checks(name, entry=None, seed="a seed"):
    """Run an exercise with one function answered by `entry`; return the checks that fail."""
    answers = answer_source(EXERCISES[name], COURSE, entry)
    names, failed = {"__name__": "__main__"}, set()
    quiet = contextlib.redirect_stdout(io.StringIO())
    with quiet, np.errstate(all="ignore"):
        for cell in fill(notebook(name, seed), answers).cells:
            about = cell.metadata.get("autograder", {})
            if cell.cell_type != "code":
                continue
            if about.get("kind") != "check":
                exec(cell.source, names)
                continue
            try:
                exec(cell.source, dict(names))
            except Exception:
                failed.add(cell.metadata.nbgrader.grade_id)
    return failed


@pytest.mark.parametrize("name", EXERCISES)
def test_the_reference_passes_every_check_whatever_the_seed(name):
    assert all(not failed_checks(name, seed=f"seed {n}") for n in range(3))


@pytest.mark.parametrize(("name", "mistake"), entries("mistakes"))
def test_a_mistake_fails_the_checks_that_name_it(name, mistake):
    failed = failed_checks(name, mistake)
    here = {check.id for check in EXERCISES[name].checks}
    assert failed, "this mistake scores full marks"
    assert here.intersection(mistake.killed_by) <= failed


@pytest.mark.parametrize(("name", "alternative"), entries("alternatives"))
def test_another_right_answer_passes_every_check(name, alternative):
    assert not failed_checks(name, alternative)
