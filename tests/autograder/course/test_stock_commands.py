"""Plain nbgrader works in a course directory: its real commands, without the venv on PATH."""

import csv
import shutil

import pytest

from autograder.course import CourseDirectory
from tests.autograder.classroom import (
    ASSIGNMENT,
    HIDDEN_NUMBER,
    RIGHT,
    answered,
    make_course,
    released,
    submit,
)

WRONG = "def double(x):\n    print(x)\n    return 17.0"


@pytest.fixture(scope="module")
def done(tmp_path_factory, nbgrader):
    """Run the four commands in a course that nothing else has touched."""
    course = make_course(tmp_path_factory.mktemp("plain") / "course")
    commands = [nbgrader(course, "generate_assignment", ASSIGNMENT)]
    release = released(course)
    submit(course, "right", answered(release, **RIGHT))
    submit(course, "wrong", answered(release, double=WRONG))
    for command in ("autograde", "generate_feedback"):
        commands.append(nbgrader(course, command, ASSIGNMENT))
    commands.append(nbgrader(course, "export"))
    return course, commands


@pytest.fixture
def own(done, tmp_path):
    """A copy of the course, to do with as a test likes."""
    return CourseDirectory(shutil.copytree(done[0].root, tmp_path / "course"))


def page(course, student):
    folder = course.feedback / student / ASSIGNMENT
    return (folder / f"{ASSIGNMENT}.html").read_text(encoding="utf-8")


def test_a_fresh_gradebook_needs_no_alembic_on_the_path(done):
    _, commands = done
    assert [command.returncode for command in commands] == [0, 0, 0, 0], commands[0].stderr


def test_the_scores_are_exported(done):
    course, _ = done
    rows = list(csv.DictReader((course.root / "grades.csv").open(encoding="utf-8")))
    assert {row["student_id"]: float(row["score"]) for row in rows} == {"right": 5, "wrong": 0}


def test_feedback_shows_no_hidden_source_no_traceback_and_no_hidden_number(done):
    course, _ = done
    for student in ("right", "wrong"):
        text = page(course, student)
        assert "BEGIN HIDDEN" not in text
        assert HIDDEN_NUMBER not in text
        assert "2.25" not in text
        assert "most recent call last" not in text


def test_feedback_says_which_checks_failed(done):
    course, _ = done
    assert "What to look at first" in page(course, "wrong")
    assert "What to look at first" not in page(course, "right")


def test_without_a_receipt_feedback_is_nbgraders_own_but_for_what_is_hidden(own, nbgrader):
    shutil.rmtree(own.receipts)
    made = nbgrader(own, "generate_feedback", ASSIGNMENT, "--student", "wrong", "--force")
    assert made.returncode == 0, made.stderr
    text = page(own, "wrong")
    assert "This hidden check failed." in text
    assert "AssertionError" in text
    assert HIDDEN_NUMBER not in text


def test_the_stock_profile_leaves_the_pipeline_untouched(own, nbgrader):
    command = ("generate_feedback", ASSIGNMENT, "--force")
    stock = nbgrader(own, *command, "--NbGrader.config_file=nbgrader_stock")
    assert stock.returncode == 0, stock.stderr
    assert "BEGIN HIDDEN" in page(own, "wrong")
