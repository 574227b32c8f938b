"""One small course, released and graded once for the tests that only read it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.course.grading import grade
from autograder.course.stock import Stock
from tests.autograder.classroom import ASSIGNMENT, RIGHT, answered, make_course, released, submit


@pytest.fixture
def unreleased(tmp_path):
    return make_course(tmp_path / "course")


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    course = make_course(tmp_path_factory.mktemp("class") / "course")
    Stock(course).generate_assignment(ASSIGNMENT)
    return course


@pytest.fixture(scope="module")
def results(course):
    """Grade a class that holds every kind of submission, damaged ones between good ones."""
    for student, notebook in submissions(released(course)).items():
        submit(course, student, notebook)
    (course.submission("no-file", ASSIGNMENT)).mkdir(parents=True)
    return {result.student: result for result in grade(course, ASSIGNMENT)}


def submissions(release):
    """Return a notebook, or the text of one, for each student."""
    right = answered(release, **RIGHT)
    twice = answered(release, **RIGHT)
    twice["cells"].append(twice["cells"][2])
    missing = answered(release, **RIGHT)
    del missing["cells"][2]
    schema = answered(release, **RIGHT)
    schema["cells"][2]["metadata"]["nbgrader"]["schema_version"] = 1
    return {
        "a-right": right,
        "b-twice": twice,
        "c-schema": schema,
        "d-text": "{",
        "e-list": "[]",
        "f-cells": '{"cells": [1]}',
        "g[1]": right,
        "h-dead": answered(release, double="import os; os._exit(0)"),
        "i-missing": missing,
        "j-empty": release,
        "k-partly": answered(release, double=RIGHT["double"], mean="def mean(v):\n    return 1.5"),
        "z-words": answered(release, **RIGHT, **{"mean--why": "Because."}),
    }


@pytest.fixture(scope="session")
def nbgrader():
    """Return a function that runs the real command as a person without the venv on PATH does."""

    def run(course, *arguments):
        command = [Path(sys.executable).with_name("nbgrader"), *arguments]
        environment = {"PATH": "/usr/bin:/bin", "HOME": os.environ.get("HOME", "/")}
        return subprocess.run(
            command, cwd=course.root, env=environment, capture_output=True, text=True
        )

    return run
