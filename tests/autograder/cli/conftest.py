"""The graded class of the session's tests, for commands that work on one."""

import shutil

import pytest

from autograder.course import CourseDirectory
from tests.autograder.session.conftest import graded_once

__all__ = ["graded", "graded_once"]


@pytest.fixture
def graded(graded_once, tmp_path):
    """A course of the test's own: ada right, bo partly right, cy unreadable."""
    root = tmp_path / "course"
    shutil.copytree(graded_once.root, root)
    return CourseDirectory(root)
