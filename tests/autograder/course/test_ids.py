"""Names of students' folders: what can be an id everywhere, and what is said of the rest."""

import subprocess

import pytest

from autograder.course.doctor import examine
from autograder.course.ids import bad_id
from tests.autograder.ordinary import as_ordinary

MAY_NOT_LOOK = """
import sys
from pathlib import Path
from autograder.course.directory import CourseDirectory
course = CourseDirectory(Path(sys.argv[1]))
print(course.submitters("first"), end="")
"""


@pytest.mark.parametrize(
    "name",
    ["ada", "ada.lovelace@example.org", "O'Brien", "Zoë Müller", "李四", "2024-17", "a&b", "-x"],
)
def test_an_ordinary_id_is_good(name):
    assert bad_id(name) == ""


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("<b>", "holds < and >, which nbgrader takes"),
        ('a"b', 'holds ", which'),
        ("a\\", "holds \\, which"),
        ("*", "holds *, which"),
        ("a\nb", "'a\\nb' holds a character that nobody sees"),
        ("a\x1b[2J", "that nobody sees"),
        ("a\u200bb", "that nobody sees"),
        ("a\ud800", "is no text"),
        ("é" * 101, "is longer than 200 bytes"),
    ],
)
def test_what_cannot_be_an_id_is_refused_with_one_reason(name, why):
    said = bad_id(name)
    assert why in said and said.isprintable()
    assert said.count("Rename it") == 1


def test_a_folder_that_may_not_be_looked_into_is_counted(tmp_path):
    for student, folder in {"ada": "first", "bo": "second", "eve": "first"}.items():
        (tmp_path / "submitted" / student / folder).mkdir(parents=True)
    (tmp_path / "submitted" / "eve").chmod(0)
    for folder in (tmp_path, *tmp_path.parents):
        if not folder.stat().st_mode & 0o001:
            folder.chmod(folder.stat().st_mode | 0o001)
    ran = subprocess.run(as_ordinary(MAY_NOT_LOOK, tmp_path), capture_output=True, text=True)
    assert ran.stdout == "['ada', 'eve']", ran.stderr


def test_the_doctor_names_folders_to_rename(course):
    (course.submitted / "<b>" / "double").mkdir(parents=True)
    (course.submitted / "ada" / "double").mkdir(parents=True)
    (finding,) = (f for f in examine(str(course.root)) if f.subject == "student's folder")
    assert not finding.ok and "'<b>' holds < and >" in finding.found
    assert "formgrader" in finding.remedy
