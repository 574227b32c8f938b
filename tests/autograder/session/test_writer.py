"""What a run says of the gradebook that it writes."""

import shutil

import pytest

from autograder.course.directory import CourseError
from autograder.course.receipts import Receipts
from autograder.session.writer import WAITING, Writer
from tests.autograder.classroom import ASSIGNMENT, RIGHT, answered, released, submit
from tests.autograder.session.runs.command import finish, start


def test_a_gradebook_that_is_not_backed_up_is_named(course, server_of, tmp_path):
    url = server_of(course)
    submit(course, "bo", answered(released(course), **RIGHT))
    commands = tmp_path / "commands"  # without pg_dump
    commands.mkdir()
    if bwrap := shutil.which("bwrap"):
        (commands / "bwrap").symlink_to(bwrap)
    code, said = finish(start(course, "--db", url, environment={"PATH": str(commands)}))
    assert code == 1, said  # cy can't be read
    assert "warning: The gradebook was not backed up: pg_dump is missing" in said
    code, said = finish(start(course, "--db", url, environment={"PATH": str(commands)}))
    assert code == 1, said
    assert "backed up" not in said  # nothing was changed


def test_a_gradebook_that_is_gone_ends_a_run_however_many_receipts_wait(course):
    (receipt, *_) = Receipts(course, ASSIGNMENT).all()
    course.gradebook.unlink()
    with (
        pytest.raises(CourseError, match=f"{course.gradebook} is missing"),
        Writer(course, ASSIGNMENT) as writer,
    ):
        for _ in range(2 * WAITING):
            writer.put(receipt)
