"""Which files of a course go to whom: as nbgrader takes them, and never what was not released."""

import os

import pytest

from autograder.course import CourseDirectory
from autograder.course.directory import CourseError
from autograder.course.supplements import read_supplements

CONFIG = "c = get_config()\n"


@pytest.fixture
def course(tmp_path):
    course = CourseDirectory(tmp_path / "course")
    for folder in (course.source, course.release):
        (folder / "work").mkdir(parents=True)
    return course


@pytest.fixture
def lay(course):
    """Return a function that writes files below source, release or both."""

    def write(*paths, into="source release", text="x"):
        for place in into.split():
            for path in paths:
                target = course.root / place / "work" / path
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_text(text)

    return write


def configure(course, text):
    (course.root / "nbgrader_config.py").write_text(CONFIG + text)


def read(course, **more):
    found = read_supplements(course, "work", **more)
    return sorted(found.given), sorted(found.spare), sorted(found.kept)


def test_released_files_are_given_and_others_stay_with_their_side(course, lay):
    lay("data.csv", "images/a/dot.png")
    lay("start.py", into="release")
    lay("answers.csv", into="source")
    assert read(course) == (["data.csv", "images/a/dot.png"], ["start.py"], ["answers.csv"])
    found = read_supplements(course, "work")
    assert found.for_students.keys() == {"data.csv", "images/a/dot.png", "start.py"}
    assert found.for_checks.keys() == found.for_students.keys() | {"answers.csv"}


def test_notebooks_timestamps_and_what_nbgrader_ignores_are_left_out(course, lay):
    lay("work.ipynb", "sub/other.ipynb", "work.ipynb~", "work.ipynb.orig", ".work.ipynb.swp")
    lay("timestamp.txt", ".hidden", "__pycache__/a.pyc", "b.pyc", "feedback/page.html")
    lay(".ipynb_checkpoints/work-checkpoint.ipynb")
    assert read(course) == ([], [], [])


def test_the_courses_own_patterns_are_taken(course, lay):
    lay("a.log", "b.pyc", "keep.txt")
    configure(course, "c.CourseDirectory.ignore = ['*.log']\n")
    assert read(course)[0] == ["b.pyc", "keep.txt"]
    configure(course, "c.CourseDirectory.ignore.append('*.log')\n")
    assert read(course)[0] == ["keep.txt"]


def test_what_students_may_change_is_theirs_and_its_answer_is_for_checks(course, lay):
    lay("model.py", into="source", text="the answer")
    lay("model.py", into="release", text="the start")
    configure(course, "c.Autograde.exclude_overwriting = {'work': ['model.py']}\n")
    assert read(course) == ([], ["model.py"], ["model.py"])
    found = read_supplements(course, "work")
    assert found.for_students == {"model.py": b"the start"}
    assert found.for_checks == {"model.py": b"the answer"}


def test_another_content_in_the_source_asks_for_a_decision(course, lay):
    lay("sub/data.csv", into="source", text="new")
    lay("sub/data.csv", into="release", text="old")
    with pytest.raises(CourseError, match=r"sub/data.csv differ, so it is not clear"):
        read(course)
    found = read_supplements(course, "work", compares=False)
    assert (found.for_students, found.for_checks) == ({"sub/data.csv": b"old"},) * 2


def test_too_much_and_what_is_no_file_are_named(course, lay, monkeypatch):
    monkeypatch.setattr("autograder.course.supplements.MOST_BYTES", 10)
    monkeypatch.setattr("autograder.course.supplements.MOST_FILES", 3)
    lay("big.bin", text="x" * 11)
    with pytest.raises(CourseError, match=r"more than 0 MiB. Take out what submissions don't need"):
        read(course)
    lay("big.bin", text="x" * 10)
    assert read(course) == (["big.bin"], [], [])  # the same content counts once
    lay("big.bin", "b", "c", "d")
    with pytest.raises(CourseError, match="holds more than 3 files"):
        read(course)
    for name in "bcd":
        (course.source / "work" / name).unlink()
    os.mkfifo(course.source / "work" / "pipe")
    with pytest.raises(CourseError, match=r"pipe is no plain file. Take it out of the course"):
        read(course)


def test_a_file_that_is_a_folder_on_the_other_side_is_named(course, lay):
    lay("a", into="source")
    lay("a/b", into="release")
    with pytest.raises(CourseError, match=r"work: a is a file and a folder. Rename one"):
        read(course)


def test_the_same_content_is_kept_once(course, lay):
    lay("a.csv", "b.csv", "c.csv")
    assert list(read_supplements(course, "work").contents.values()) == [b"x"]
