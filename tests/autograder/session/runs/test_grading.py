"""What a run grades, what it leaves alone, and where everybody stands afterwards."""

import json
import os

import msgspec
import pytest

from autograder.course.directory import CourseError
from autograder.course.ids import LONGEST_ID
from autograder.course.locks import batch_lock
from tests.autograder.classroom import ASSIGNMENT, submit
from tests.autograder.record.rows import grade as grade_of
from tests.autograder.record.rows import rows


def test_a_class_is_graded_kept_and_recorded(course, grade, hand_in, right, wrong, kept, gradebook):
    hand_in(right, "ada", "bo")
    hand_in(wrong, "cy")
    hand_in("{", "dee")
    (course.submission("eve", ASSIGNMENT)).mkdir(parents=True)
    found = grade()
    assert {name: s.points for name, s in found.items()} == {
        "ada": 5, "bo": 5, "cy": 2, "dee": None, "eve": None,
    }  # fmt: skip
    assert [s.status for s in found.values()] == ["graded"] * 3 + ["ungraded"] * 2
    assert all(s.max_points == 7 for s in found.values())
    assert "is cut off: its end is missing" in found["dee"].problem
    assert kept.students == ["ada", "bo", "cy", "dee", "eve"]
    graded = json.loads(course.notebook(course.autograded / "cy", ASSIGNMENT).read_text())
    assert "BEGIN HIDDEN TESTS" in json.dumps(graded)
    assert not (course.autograded / "dee").exists()
    assert grade_of(gradebook.url, "cy", "double--small") == (0, None, False)
    assert grade_of(gradebook.url, "dee", "double--small") == (None, None, True)
    assert len(rows(gradebook.url)["submissions"]) == 5


def test_what_is_unchanged_is_not_run_again(grade, hand_in, right, times):
    hand_in(right, "ada", "bo")
    hand_in("{", "cy")
    first, before = grade(), times()
    again = grade()
    assert times() == before
    assert all(s.is_new for s in first.values())
    assert not any(s.is_new for s in again.values())
    assert [s.points for s in again.values()] == [s.points for s in first.values()]
    assert again["cy"].problem == first["cy"].problem


def test_force_runs_it_all_the_same(grade, hand_in, right, times):
    hand_in(right, "ada")
    grade()
    before = times()
    grade(force=True)
    assert times()["ada"] > before["ada"]


def test_a_changed_submission_runs_again_and_no_other(grade, hand_in, right, wrong, times):
    hand_in(right, "ada", "bo")
    grade()
    before = times()
    hand_in(wrong, "bo")
    found = grade()
    assert times()["ada"] == before["ada"]
    assert times()["bo"] > before["bo"]
    assert found["bo"].points == 2


def test_a_changed_check_runs_everybody_again(course, grade, hand_in, right, times):
    hand_in(right, "ada", "bo")
    grade()
    before = times()
    path = course.notebook(course.source, ASSIGNMENT)
    path.write_text(path.read_text().replace("double(4.3710928375) ==", "double(4.25) !="))
    assert grade()["ada"].points == 5
    assert all(times()[student] > before[student] for student in before)


def test_a_changed_setting_runs_everybody_again(grade, hand_in, right, times):
    hand_in(right, "ada")
    grade()
    before = times()
    grade(check=2.0)
    assert times()["ada"] > before["ada"]


def test_a_fault_of_the_machine_is_tried_again(grade, hand_in, right, kept, times):
    hand_in(right, "ada")
    grade()
    receipt = kept.read("ada")
    observed = msgspec.structs.replace(receipt.observed, fault="out of memory")
    kept.write(msgspec.structs.replace(receipt, observed=observed))
    assert grade()["ada"].is_new
    assert kept.read("ada").observed.fault == ""


def test_a_later_try_that_fails_replaces_nothing(course, grade, hand_in, right, kept, gradebook):
    hand_in(right, "ada")
    grade()
    good = kept.path("ada").read_bytes()
    notebook = course.notebook(course.autograded / "ada", ASSIGNMENT).read_bytes()
    hand_in("{", "ada")
    for is_new in (True, False):
        standing = grade()["ada"]
        assert (standing.status, standing.points, standing.is_new) == ("ungraded", 5, is_new)
        assert "The grade of an earlier try stands." in standing.problem
    assert kept.path("ada").read_bytes() == good
    assert course.notebook(course.autograded / "ada", ASSIGNMENT).read_bytes() == notebook
    assert kept.read_failed("ada").is_ungraded
    assert grade_of(gradebook.url, "ada", "double--small") == (1, None, False)


def test_a_try_that_succeeds_takes_the_failed_ones_place(grade, hand_in, right, wrong, kept):
    for notebook in (right, "{", wrong):
        hand_in(notebook, "ada")
        standing = grade()["ada"]
    assert (standing.status, standing.points) == ("graded", 2)
    assert kept.read_failed("ada") is None


def test_only_the_students_named_are_graded(grade, hand_in, right, kept):
    hand_in(right, "ada", "bo")
    assert list(grade("bo")) == ["bo"]
    assert kept.students == ["bo"]


def test_an_unknown_student_is_named_before_anybody_is_graded(course, grade, hand_in, right, kept):
    hand_in(right, "ada")
    (course.submitted / "bo" / "02_other").mkdir(parents=True)
    with pytest.raises(CourseError, match="'zoe' has no folder"):
        grade("ada", "zoe")
    with pytest.raises(CourseError, match=f"'bo' has not handed in {ASSIGNMENT}"):
        grade("bo")
    assert kept.students == []


def test_those_who_handed_nothing_in_are_listed(grade, hand_in, right):
    hand_in(right, "ada", "bo")
    grade()
    hand_in(right, "cy")
    assert list(grade("cy")) == ["cy"]
    found = grade()
    assert [s.status for s in found.values()] == ["graded"] * 3


@pytest.mark.parametrize(
    "student",
    ["m(1)", "ana maría", "o'neil", "-rf", "a.b", "%s{}", "naïve", "x" * 200],
)
def test_any_text_that_shows_and_says_only_itself_is_an_id(
    course, grade, right, kept, gradebook, student
):
    submit(course, student, right)
    assert grade(student)[student].points == 5
    assert not grade()[student].is_new
    assert kept.students == [student]
    assert course.notebook(course.autograded / student, ASSIGNMENT).is_file()
    assert grade_of(gradebook.url, student, "double--small") == (1, None, False)


def test_a_name_that_is_no_id_is_told_and_the_rest_is_graded(course, grade, right, kept):
    bad = (
        os.fsdecode(b"caf\xe9"),
        "x" * (LONGEST_ID + 1),
        "*",
        "m[1]",
        "<b>",
        "two\nlines",
        "\u202e",
    )
    for name in (*bad, "ada"):
        submit(course, name, right)
    found = grade()
    assert found["ada"].points == 5
    assert [s.status for s in found.values()].count("ungraded") == len(bad)
    problems = " ".join(s.problem for s in found.values())
    assert "is no text. Rename it" in problems
    assert f"longer than {LONGEST_ID} bytes" in problems
    assert all(student.isprintable() for student in found)
    assert kept.students == ["ada"]


def test_the_time_of_handing_in_goes_with_the_graded_notebook(course, grade, hand_in, right, kept):
    hand_in(right, "ada")
    stamp = course.submission("ada", ASSIGNMENT) / "timestamp.txt"
    stamp.write_text("2026-03-01 11:00:00 UTC")
    grade()
    assert (course.autograded / "ada" / ASSIGNMENT / stamp.name).read_text() == stamp.read_text()
    assert kept.read("ada").result.timestamp is not None


def test_a_second_run_on_the_course_is_refused(course, grade, hand_in, right, kept):
    hand_in(right, "ada")
    with batch_lock(course), pytest.raises(CourseError, match="another run is at work"):
        grade()
    assert kept.students == []
    assert grade()["ada"].points == 5


def test_what_a_killed_run_left_half_written_is_removed(course, grade, hand_in, right, kept):
    hand_in(right, "ada", "bo")
    grade()
    folders = [course.autograded / "ada" / ASSIGNMENT, kept.folder, kept.folder / "failed"]
    for folder in folders:
        folder.mkdir(exist_ok=True)
        (folder / ".abc.part").write_text("{")
    hand_in(right | {"metadata": {}}, "ada")
    grade()
    assert not [path for folder in folders for path in folder.glob(".*")]


@pytest.mark.parametrize("what", ["the receipt", "the notebook"])
def test_what_a_power_cut_left_empty_is_made_again(course, grade, hand_in, right, kept, what):
    hand_in(right, "ada", "bo")
    grade()
    notebook = course.notebook(course.autograded / "ada", ASSIGNMENT)
    path = kept.path("ada") if what == "the receipt" else notebook
    before = path.read_bytes()
    path.write_bytes(b"")
    found = grade()
    assert [name for name, standing in found.items() if standing.is_new] == ["ada"]
    assert kept.read("ada").points == 5
    assert what == "the receipt" or path.read_bytes() == before
