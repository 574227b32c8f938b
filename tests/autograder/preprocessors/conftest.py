"""A released course with two notebooks an assignment, and formgrader's own way to grade in it."""

import logging
import shutil
import warnings

import pytest
from nbgrader.apps.api import NbGraderAPI
from nbgrader.coursedir import CourseDirectory as NbGraderCourse
from sqlalchemy.exc import SAWarning

from autograder.batch.executors import local
from autograder.batch.settings import read_settings
from autograder.course import CourseDirectory
from autograder.course.config import load_config
from autograder.sandbox.levels import probe
from autograder.session.grading import Session
from tests.autograder.record.classroom import ASSIGNMENT, CLASS, make_course, submit
from tests.autograder.record.conftest import release


@pytest.fixture(scope="module")
def handed_in(tmp_path_factory):
    """A course in which four students handed in, and nobody is graded."""
    course = make_course(tmp_path_factory.mktemp("handed-in") / "course")
    release(course)
    for student, work in CLASS.items():
        submit(course, student, work)
    return course


@pytest.fixture
def course(handed_in, tmp_path):
    """A copy of the course for one test."""
    return copy(handed_in, tmp_path / "course")


def copy(course, root):
    shutil.copytree(course.root, root)
    return CourseDirectory(root)


def press_the_button(course, student):
    """Do what formgrader's button does; return whether it worked, and nbgrader's log."""
    config = load_config(course)
    api = NbGraderAPI(NbGraderCourse(config=config), config=config)
    api.log.setLevel(logging.INFO)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SAWarning)  # nbgrader's own queries
        result = api.autograde(ASSIGNMENT, student)
    return result["success"], result.get("log", "") + result.get("error", "")


def grade_by_command(course, *students, force=True):
    """Grade as ``autograder grade`` does."""
    settings = read_settings(course)
    return Session(course, ASSIGNMENT, settings, local(1, probe()), 1, force).grade(students)
