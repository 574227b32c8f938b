"""Which receipt counts, when tries fail and when two processes grade at once."""

from datetime import timedelta

import msgspec
import pytest

from autograder.course import CourseDirectory
from autograder.course.directory import CourseError
from autograder.course.receipts import Receipts
from autograder.model import NotebookResult
from tests.autograder.record.classroom import ASSIGNMENT, CLASS, DUE, receipt, ungraded, verdict

GOOD = receipt("ana")
BAD = receipt("ana", submission="another", notebooks=(ungraded(CLASS["ana"], "plus--small"),))


@pytest.fixture
def kept(tmp_path):
    return Receipts(CourseDirectory(tmp_path), ASSIGNMENT)


def later(found, **time):
    when = found.observed.graded_at + timedelta(**time)
    return msgspec.structs.replace(
        found, observed=msgspec.structs.replace(found.observed, graded_at=when)
    )


def test_a_receipt_is_read_as_it_was_written_by_its_owner_alone(kept):
    kept.write(GOOD)
    assert kept.read("ana") == GOOD
    assert kept.path("ana").stat().st_mode & 0o077 == 0
    assert kept.folder.stat().st_mode & 0o077 == 0


def test_what_is_ungraded_takes_no_good_receipts_place(kept):
    assert not kept.is_kept_from(BAD)  # there is none yet
    kept.write(GOOD)
    assert kept.is_kept_from(BAD)
    assert not kept.is_kept_from(GOOD)


def test_what_is_ungraded_takes_the_place_of_what_was(kept):
    kept.write(BAD)
    assert not kept.is_kept_from(BAD)


def test_a_failed_try_lies_beside_until_one_succeeds(kept):
    kept.write(GOOD)
    kept.write_failed(BAD)
    assert (kept.read("ana"), kept.read_failed("ana")) == (GOOD, BAD)
    assert kept.students == ["ana"]
    kept.write(GOOD)
    assert kept.read_failed("ana") is None


def test_another_process_that_graded_something_newer_meanwhile_goes_first(kept):
    newer = later(receipt("ana", submission="newer"), seconds=5)
    kept.write(newer)
    assert kept.is_overtaken(GOOD, since=DUE)
    assert not kept.is_overtaken(GOOD, since=DUE + timedelta(seconds=6))
    assert not kept.is_overtaken(newer, since=DUE)  # the same submission


def test_a_file_that_is_no_receipt_counts_as_none_and_is_named(kept):
    kept.write(GOOD)
    kept.path("ben").write_text('{"result"')
    assert kept.read("ben") is None
    with pytest.raises(CourseError, match=r"ben.json is not a receipt. Delete it and run"):
        list(kept.all())


def test_points_add_up_to_the_same_number_in_every_version_of_python():
    verdicts = tuple(verdict(f"plus--{n}", 0.1, 0.1) for n in range(10))
    found = receipt("ana", notebooks=(NotebookResult("plus", verdicts),))
    assert found.points == found.max_points == 1.0
