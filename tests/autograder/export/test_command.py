"""``nbgrader export`` in a course, as a person runs it."""

import os
import subprocess
import sys
from pathlib import Path

from tests.autograder.classroom import ASSIGNMENT
from tests.autograder.export.conftest import read


def nbgrader_export(course, *options):
    command = [Path(sys.executable).with_name("nbgrader"), "export", *options]
    environment = {"PATH": "/usr/bin:/bin", "HOME": os.environ.get("HOME", "/")}
    ran = subprocess.run(
        command, cwd=course.root, env=environment, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stderr


def test_the_course_exports_with_a_status_and_questions_in_the_notebooks_order(course):
    said = nbgrader_export(course)
    assert f"{ASSIGNMENT}: 3 of 6 have no final score" in said
    header = read(course.root / "grades.csv")[0]
    ids = ["double--small", "double--hidden", "mean--small", "mean--hidden", "mean--why"]
    assert header[11:17] == ["status", *(f"{ASSIGNMENT}/{id}" for id in ids)]


def test_another_layout_is_chosen_by_its_class(course, tmp_path):
    exporter = "--exporter=autograder.export.MoodleExporter"
    nbgrader_export(course, exporter, f"--assignment=[{ASSIGNMENT!r}]", "--to", tmp_path / "m.csv")
    assert read(tmp_path / "m.csv")[0][2:] == ["ID number", "Email address", ASSIGNMENT]


def test_the_stock_profile_exports_as_nbgrader_does(course, tmp_path):
    profile = "--NbGrader.config_file=nbgrader_stock"
    nbgrader_export(course, profile, "--to", tmp_path / "stock.csv")
    assert read(tmp_path / "stock.csv")[0][-1] == "max_score"
