"""Warm workers, one a level that this machine has, shared by the tests of the room."""

import pytest

from autograder.grade import Limits, Worker
from autograder.sandbox import SandboxError
from autograder.sandbox.levels import attempt

LIMITS = Limits(
    cell=1, check=1, submission=12, patience=2, memory=700 << 20, grader_memory=500 << 20
)


def levels():
    """Return the levels that hold here; one at least, or there is nothing to test."""
    found = []
    for name in ("namespaces", "landlock"):
        try:
            attempt(name)
            found.append(name)
        except SandboxError as error:
            print(f"{name}: {error}")
    assert found, "this machine has no sandbox"
    return found


@pytest.fixture(scope="session", params=levels())
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
