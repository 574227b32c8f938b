"""What goes wrong with a database is named, with what to do, and nothing is half written."""

import sqlite3

import pytest
from sqlalchemy import create_engine, event, text

from autograder.course import CourseError
from autograder.model import NotebookResult
from autograder.record.gradebook import Recorder
from tests.autograder.record.classroom import ASSIGNMENT, CLASS, receipt
from tests.autograder.record.recording import RECEIPTS, record
from tests.autograder.record.rows import rows


def test_a_locked_gradebook_is_waited_for_and_then_named(course, url):
    with sqlite3.connect(course.gradebook, isolation_level=None) as other:
        other.execute("begin immediate")
        with pytest.raises(CourseError, match=r"gradebook.db: database is locked. Another"):
            record(course, url, *RECEIPTS, patience=0.05)
        other.execute("rollback")
    assert rows(url)["grades"] == []
    assert record(course, url, *RECEIPTS) == len(CLASS)


@pytest.mark.postgres
def test_a_locked_table_on_a_server_is_waited_for_and_then_named(course, server_url):
    engine = create_engine(server_url)
    with engine.begin() as other:
        other.execute(text("update assignment set duedate = duedate"))
        other.execute(text("lock table grade in share row exclusive mode"))
        with pytest.raises(CourseError, match=r"due to lock timeout. Another program writes"):
            record(course, server_url, *RECEIPTS, patience=0.05)
    engine.dispose()
    assert record(course, server_url, *RECEIPTS) == len(CLASS)


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ("query_only = 1", "readonly database. Get write permission for it and for its folder"),
        ("max_page_count = 1", "database or disk is full. Free some space on its disk"),
    ],
)
def test_what_cannot_be_written_is_named_and_nothing_is_half_written(course, url, setting, says):
    before = rows(url)
    with Recorder(course, url) as recorder:
        engine = recorder.database.engine
        event.listen(engine, "connect", lambda raw, _: raw.execute(f"pragma {setting}"))
        engine.dispose()
        with pytest.raises(CourseError, match=says):
            recorder.record(ASSIGNMENT, RECEIPTS)
    assert rows(url) == before


def test_a_course_without_a_gradebook_is_told_to_release(course, url):
    course.gradebook.unlink()
    with pytest.raises(CourseError, match=r"gradebook.db is missing.*Run: autograder release"):
        record(course, url)
    assert not course.gradebook.exists()


def test_an_assignment_that_is_not_released_is_named(course, either_url):
    says = r"no assignment '02_more'\. Run: autograder release 02_more"
    with Recorder(course, either_url) as recorder, pytest.raises(CourseError, match=says):
        recorder.record("02_more", [])


def test_a_receipt_of_another_assignment_or_notebook_is_refused(course, url):
    with Recorder(course, url) as recorder:
        strange = receipt("ana", notebooks=(NotebookResult("minus", ()),))
        with pytest.raises(CourseError, match="01_sums has no notebook 'minus', which the rec"):
            recorder.record(ASSIGNMENT, [strange])


def test_a_wrong_address_is_named_without_its_password(course):
    address = "postgresql+psycopg://teacher:secret@localhost:1/none"
    with pytest.raises(CourseError, match=r"Check its address") as error:
        record(course, address)
    assert "secret" not in str(error.value)


def test_a_missing_driver_is_named(course):
    with pytest.raises(CourseError, match=r"the driver is missing .*psycopg2"):
        record(course, "postgresql+psycopg2://teacher@localhost/none")
