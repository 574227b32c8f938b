"""One released course, copied for each test, and one warm worker for all."""

import shutil
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import pytest

from autograder.batch import task
from autograder.course import CourseDirectory
from autograder.course.receipts import Receipts
from autograder.course.stock import Stock
from autograder.grade.paper import Settings
from autograder.model import Limits
from autograder.session.grading import Session, submitters
from tests.autograder.classroom import (
    ASSIGNMENT,
    RIGHT,
    answered,
    make_course,
    released,
    submit,
)


@pytest.fixture(scope="session")
def template(tmp_path_factory):
    course = make_course(tmp_path_factory.mktemp("template") / "course")
    Stock(course).generate_assignment(ASSIGNMENT)
    return course


@pytest.fixture
def course(template, tmp_path):
    return copied(template, tmp_path / "course")


def copied(course, root):
    shutil.copytree(course.root, root)
    return CourseDirectory(root)


@pytest.fixture
def right(template):
    return answered(released(template), **RIGHT)


@pytest.fixture
def wrong(template):
    return answered(released(template), double="def double(x):\n    return x", mean=RIGHT["mean"])


class Shared(ThreadPoolExecutor):
    """Any executor of the standard library's kind will do: one thread, warm from test to test."""

    def shutdown(self, wait=True, *, cancel_futures=False):
        pass


@pytest.fixture(scope="session")
def shared():
    executor = Shared(1)
    yield executor
    executor.submit(task.close).result()
    ThreadPoolExecutor.shutdown(executor)


@pytest.fixture
def grade(course, shared):
    """Return what grades the class, or some of it, and gives the standings by student."""

    def grade(*students, force=False, **limits):
        settings = Settings((), Limits(**{"cell": 1.0, "check": 1.0, **limits}))
        session = Session(course, ASSIGNMENT, settings, lambda: shared, 1, force)
        standings = session.grade(submitters(course, ASSIGNMENT, students))
        found = standings if students else session.with_missing(standings)
        return {standing.student: standing for standing in found}

    return grade


@pytest.fixture
def hand_in(course):
    return lambda notebook, *students: [submit(course, student, notebook) for student in students]


@pytest.fixture
def kept(course):
    """The receipts of the course."""
    return Receipts(course, ASSIGNMENT)


@pytest.fixture
def times(kept):
    """When each student was graded last."""
    return lambda: {receipt.result.student: receipt.observed.graded_at for receipt in kept.all()}


@pytest.fixture
def gradebook(course):
    return SimpleNamespace(url=f"sqlite:///{course.gradebook}")
