import subprocess

import pytest

from autograder.course.create import new_course
from autograder.course.directory import CourseError, find_course
from tests.exercises.gate import EXERCISES
from tests.exercises.one import NAME, one_exercise


@pytest.fixture(scope="module")
def exercises(tmp_path_factory):
    return one_exercise(tmp_path_factory.mktemp("one") / "exercises")


@pytest.fixture(scope="module")
def course(tmp_path_factory, exercises):
    return new_course(tmp_path_factory.mktemp("new") / "deep" / "course", exercises)


def mode(path):
    return path.stat().st_mode & 0o777


def test_what_is_secret_is_the_owners_alone(course):
    assert [mode(p) for p in (course.root, course.source, course.root / "receipts")] == [0o700] * 3
    assert mode(course.seed_file) == 0o600


def test_two_courses_have_different_hidden_numbers(course, exercises, tmp_path):
    other = new_course(tmp_path / "other", exercises)
    assert other.seed_file.read_text() != course.seed_file.read_text()
    sources = [c.notebook(c.source, NAME).read_text() for c in (course, other)]
    assert sources[0] != sources[1]


def test_a_course_is_found_from_inside(course):
    assert find_course(course.source / NAME) == course


def test_elsewhere_there_is_no_course(tmp_path):
    with pytest.raises(CourseError, match="autograder new DIR --from exercises"):
        find_course(tmp_path)


def test_a_directory_that_holds_something_is_refused(tmp_path):
    (tmp_path / "kept.txt").touch()
    with pytest.raises(CourseError, match="not empty"):
        new_course(tmp_path, EXERCISES)
    assert [path.name for path in tmp_path.iterdir()] == ["kept.txt"]


def test_a_file_is_refused(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(CourseError, match="is a file"):
        new_course(tmp_path / "file", EXERCISES)


@pytest.fixture
def checkout(tmp_path):
    """Return a git checkout with an exercise in it."""
    subprocess.run(["git", "init", "-q", tmp_path / "checkout"], check=True)
    one_exercise(tmp_path / "checkout" / "exercises")
    return tmp_path / "checkout"


def test_students_work_never_lies_in_the_checkout(checkout):
    with pytest.raises(CourseError, match="could be committed"):
        new_course(checkout / "course", checkout / "exercises")
    assert not (checkout / "course").exists()
    new_course(checkout / "demo", checkout / "exercises", made_up=True)


def test_an_error_in_an_exercise_is_told_with_its_line_and_nothing_is_written(checkout, tmp_path):
    broken = checkout / "exercises" / f"{NAME}.md"
    broken.write_text(broken.read_text(encoding="utf-8").replace(":points:", ":pints:", 1))
    with pytest.raises(CourseError, match=r"02_split_merge\.md:\d+: .*pints"):
        new_course(tmp_path / "course", checkout / "exercises")
    assert not (tmp_path / "course").exists()
