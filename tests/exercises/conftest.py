"""The whole catalogue as one class, graded by stock nbgrader and by the engine."""

from pathlib import Path

import pytest

from tests.exercises import engine, kill_matrix
from tests.exercises.gate import run


@pytest.fixture(scope="session")
def gate(tmp_path_factory):
    """The folder of the courses, with what stock nbgrader says of everything."""
    folder = tmp_path_factory.mktemp("gate")
    verdicts, seed = run(folder)
    kill_matrix.write(Path("_build/kill_matrix.md"), verdicts, seed)
    return folder, verdicts


@pytest.fixture(scope="session")
def verdicts(gate):
    return gate[1]


@pytest.fixture(scope="session")
def graded(gate):
    """The course in which the engine graded everything."""
    folder, verdicts = gate
    return engine.grade(folder, verdicts)
