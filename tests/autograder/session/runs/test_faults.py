"""When the machine gives out: a clear error, nothing half-written, and the next run goes on."""

import os
import resource
import sqlite3
from contextlib import closing

import pytest

from autograder.course.directory import CourseError
from autograder.course.receipts import Receipts
from autograder.session.writer import Writer
from autograder.student.confine import prctl
from tests.autograder.classroom import ASSIGNMENT
from tests.autograder.session.runs.command import (
    finish,
    half_written,
    recorded,
    results,
    start,
)

PR_CAPBSET_DROP = 24
CAP_DAC_OVERRIDE = 1
CLASS = ("ada", "bo", "cy")


@pytest.fixture
def classroom(course, hand_in, right):
    hand_in(right, *CLASS)
    return course


def keep_modes():
    """Let the mode of a folder bind this process, also where it is root's."""
    if os.geteuid() == 0:
        prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE)


def full_after(size):
    """Return what makes a process's files end at a size, as those on a full disk do."""
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def assert_the_next_run_ends_well(course):
    code, said = finish(start(course, "--workers", "1"))
    assert code == 0, said
    assert list(results(course)) == list(CLASS)
    assert {row[0] for row in recorded(course)["submissions"]} == set(CLASS)
    assert half_written(course) == []


def test_a_disk_on_which_no_notebook_has_room(classroom):
    code, said = finish(start(classroom, "--workers", "1", preexec_fn=full_after(2500)))
    assert code == 2
    assert "can't be written: File too large. Make room" in said
    assert "Traceback" not in said
    assert Receipts(classroom, ASSIGNMENT).students == []
    assert recorded(classroom)["submissions"] == []
    assert half_written(classroom) == []
    assert_the_next_run_ends_well(classroom)


def test_a_disk_on_which_the_gradebook_has_no_room(classroom):
    before = classroom.gradebook.read_bytes()
    code, said = finish(start(classroom, "--workers", "1", preexec_fn=full_after(100_000)))
    assert code == 2
    assert "error: " in said
    assert "Traceback" not in said
    assert classroom.gradebook.read_bytes() == before
    assert_the_next_run_ends_well(classroom)


def test_graded_notebooks_that_may_not_be_written(classroom):
    classroom.autograded.mkdir()
    classroom.autograded.chmod(0o500)
    code, said = finish(start(classroom, "--workers", "1", preexec_fn=keep_modes))
    assert code == 2
    assert f"{classroom.autograded}" in said
    assert "can't be written: Permission denied. Make room or get write permission" in said
    assert Receipts(classroom, ASSIGNMENT).students == []
    classroom.autograded.chmod(0o700)
    assert_the_next_run_ends_well(classroom)


def test_a_course_that_may_not_be_written(classroom):
    classroom.root.chmod(0o500)
    code, said = finish(start(classroom, "--workers", "1", preexec_fn=keep_modes))
    assert code == 2
    assert "locks can't be locked: Permission denied. Get write permission for it" in said
    classroom.root.chmod(0o700)


def test_a_gradebook_that_another_program_keeps_locked(classroom, grade, kept):
    grade("ada")
    with closing(sqlite3.connect(classroom.gradebook, isolation_level=None)) as other:
        other.execute("begin exclusive")
        before = classroom.gradebook.read_bytes()
        with (
            pytest.raises(CourseError, match="Another program writes to it"),
            Writer(classroom, ASSIGNMENT, patience=0.2) as writer,
        ):
            writer.put(kept.read("ada"))
        other.execute("rollback")
    assert classroom.gradebook.read_bytes() == before
    assert_the_next_run_ends_well(classroom)


def test_a_writer_that_fails_ends_the_run_and_keeps_what_was_graded(classroom, kept):
    gradebook = classroom.gradebook.read_bytes()
    classroom.gradebook.write_bytes(b"not a database")
    code, said = finish(start(classroom, "--workers", "1"))
    assert code == 2
    assert "Traceback" not in said
    assert str(classroom.gradebook) in said
    classroom.gradebook.write_bytes(gradebook)
    assert_the_next_run_ends_well(classroom)
