"""A released course, whose graded class each test makes by hand."""

import json
import shutil
from datetime import datetime

import pytest

from autograder.course import CourseDirectory
from autograder.course.receipts import Receipts
from autograder.course.stock import Stock
from autograder.model import Flag, NotebookResult, Observed, Outcome, Receipt, Result, Verdict
from tests.autograder.classroom import ASSIGNMENT, answered, make_course, released

POINTS = {"double--small": 1, "double--hidden": 2, "mean--small": 1, "mean--hidden": 1}
AT = datetime(2026, 3, 1, 12)


@pytest.fixture(scope="session")
def released_once(tmp_path_factory):
    course = make_course(tmp_path_factory.mktemp("report") / "course")
    Stock(course).generate_assignment(ASSIGNMENT)
    return course


@pytest.fixture
def course(released_once, tmp_path):
    root = tmp_path / "course"
    shutil.copytree(released_once.root, root)
    return CourseDirectory(root)


@pytest.fixture
def graded(course):
    """Return a function that puts a student's receipt and graded notebook down."""
    release = released(course)

    def put(student, right=(), sources=None, outcome=Outcome.FAILED, at=AT, seconds=0.5, **result):
        verdicts = tuple(
            Verdict(id, Outcome.PASSED, most, most)
            if id in right
            else Verdict(id, outcome, None if outcome is Outcome.UNGRADED else 0.0, most)
            for id, most in POINTS.items()
        )
        manual = Verdict("mean--why", Outcome.MANUAL, None, 2)
        diagnoses = result.pop("diagnoses", {})
        flags = tuple(Flag(kind, "A reason") for kind in result.pop("flags", ()))
        notebook = NotebookResult(ASSIGNMENT, (*verdicts, manual), flags=flags, diagnoses=diagnoses)
        observed = Observed(AT, seconds={"all": seconds}, fault=result.pop("fault", ""))
        known = Result(student, ASSIGNMENT, "", "", "", (notebook,), at, **result)
        Receipts(course, ASSIGNMENT).write(Receipt(known, observed))
        path = course.notebook(course.autograded / student, ASSIGNMENT)
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(answered(release, **(sources or {}))), encoding="utf-8")

    return put
