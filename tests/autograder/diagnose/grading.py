"""A submission on its real way: released, filled in, aligned, run in the sandbox, diagnosed."""

import json
from functools import cache

from autograder.authoring import answer_source, fill, release_notebook, source_notebook
from autograder.diagnose.cells import probe_cells, recognised
from autograder.intake import read_notebook
from autograder.repair import align, read_release
from tests.autograder.diagnose.conftest import COURSE, READ


@cache
def released(name):
    """Return the student's notebook, and what the course knows of it."""
    handed_out = release_notebook(READ[name], COURSE)
    source = source_notebook(READ[name], COURSE, "a seed")
    return handed_out, read_release(source, handed_out, name)


def ids_of(name):
    """Return the ids of each function's checks."""
    exercise = READ[name]
    return {f: [c.id for c in exercise.checks if c.function == f] for f in exercise.functions}


def submission(name, entry=None, **answers):
    """Return a notebook with one function answered by `entry`, or with sources by name."""
    sources = {**answer_source(READ[name], COURSE, entry), **answers}
    return json.dumps(fill(released(name)[0], sources)).encode()


def grade(worker, file, name, data):
    """Grade a notebook; return the run, and the mistakes that were recognised."""
    cells = align(read_notebook(data, f"{name}.ipynb"), released(name)[1]).code
    run = worker.run([*cells, *probe_cells(file, ids_of(name))], names=set(READ[name].functions))
    return run, recognised(file, run.cells)


def outcomes(run, function):
    """Return the outcomes of a function's checks, and of its probes."""
    checks = [c.outcome for c in run.cells if c.grade_id.startswith(f"{function}--")]
    (probes,) = [c for c in run.cells if c.grade_id == f"diagnosis:{function}"]
    return checks, probes
