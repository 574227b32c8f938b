"""Warm workers, one a level that this machine has, shared by the tests of the room."""

import pytest

from autograder.grade import Limits, Worker
from tests.autograder.levels import working

LIMITS = Limits(
    cell=0.9, check=0.9, submission=12, patience=2, memory=700 << 20, grader_memory=500 << 20
)


@pytest.fixture(scope="session", params=working())
def worker(request):
    with Worker(limits=LIMITS, sandbox=request.param) as made:
        yield made


@pytest.fixture(scope="session")
def strongest():
    with Worker(limits=LIMITS) as made:
        yield made


@pytest.fixture(scope="session")
def strongest_with_matplotlib():
    with Worker(["matplotlib"], limits=LIMITS) as made:
        yield made
