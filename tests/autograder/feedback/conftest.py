"""A small class, graded for real: one right, one wrong, one hostile, one damaged."""

import json

import pytest

from autograder.batch.executors import local
from autograder.batch.settings import read_settings
from autograder.course.releasing import release
from autograder.feedback.writing import Feedback
from autograder.sandbox.levels import probe
from autograder.session.grading import Session, submitters
from tests.autograder.classroom import (
    ASSIGNMENT,
    RIGHT,
    answered,
    make_course,
    released,
    submit,
)
from tests.autograder.feedback.hostile import HOSTILE, HOSTILE_ID, MARKDOWN

WRONG = "def double(x):\n    print('seen', x)\n    raise ValueError(f'seen {x}')"


@pytest.fixture(scope="session")
def course(tmp_path_factory):
    course = make_course(tmp_path_factory.mktemp("feedback") / "course")
    release(course, ASSIGNMENT)
    blank = released(course)
    submit(course, "ada", answered(blank, **RIGHT))
    submit(course, "bo", answered(blank, double=WRONG, mean=RIGHT["mean"]))
    hostile = answered(blank, double=HOSTILE, **{"mean--why": MARKDOWN})
    submit(course, HOSTILE_ID, hostile)
    submit(course, "cy", json.dumps(blank)[:200])
    submit(course, "di", blank)
    session = Session(course, ASSIGNMENT, read_settings(course), local(1, probe()), 1)
    session.grade(submitters(course, ASSIGNMENT, ()))
    return course


@pytest.fixture(scope="session")
def feedback(course):
    return Feedback(course, ASSIGNMENT)


@pytest.fixture(scope="session")
def pages(feedback):
    return {receipt.result.student: feedback.page(receipt) for receipt in feedback.receipts.all()}
