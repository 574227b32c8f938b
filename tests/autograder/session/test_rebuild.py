import json
import sqlite3
from datetime import datetime, timedelta

import pytest
from nbgrader.api import Gradebook

from autograder.course.receipts import Receipts
from autograder.session.human import human_path, read_export
from autograder.session.rebuild import Rebuilding, keep_human
from tests.autograder.classroom import ASSIGNMENT
from tests.autograder.record.rows import grade as row_of
from tests.autograder.record.rows import rows, tell
from tests.autograder.session.conftest import grade


@pytest.fixture
def by_hand(course, url):
    """Everything that a person can write."""
    with Gradebook(url) as gradebook:
        gradebook.update_or_create_assignment(ASSIGNMENT, duedate=datetime(2026, 3, 1, 12))
        gradebook.update_or_create_student("ada", first_name="Ada", lms_user_id="17")
        gradebook.add_student("zoe", last_name="Zed", email="zoe@example.org")
        submission = gradebook.find_submission(ASSIGNMENT, "bo")
        submission.extension = timedelta(days=2)
        submission.notebooks[0].flagged = True
        find = (ASSIGNMENT, ASSIGNMENT, "ada")
        why = gradebook.find_grade("mean--why", *find)
        why.manual_score, why.extra_credit, why.needs_manual_grade = 1.5, 0.5, False
        small = gradebook.find_grade("double--small", *find)
        small.manual_score, small.needs_manual_grade = 0.25, False
        gradebook.find_comment("mean--why", *find).manual_comment = "Well said."
        gradebook.db.commit()


def test_a_lost_gradebook_is_made_again_with_what_people_wrote(course, url, by_hand):
    before = rows(url)
    keep_human(course)
    course.gradebook.unlink()
    done = Rebuilding(course, [ASSIGNMENT]).apply()
    assert rows(url) == before
    assert done.outlooks[0].made
    with Gradebook(url) as gradebook:
        assert gradebook.find_assignment(ASSIGNMENT).duedate == datetime(2026, 3, 1, 12)


def test_spoilt_columns_are_mended_and_backed_up_first(course, url, by_hand):
    before = rows(url)
    tell(url, "update grade set auto_score = 99")
    done = Rebuilding(course, [ASSIGNMENT]).apply()
    assert rows(url)["comments"] == before["comments"]
    assert [row[:6] for row in rows(url)["grades"]] == [row[:6] for row in before["grades"]]
    with sqlite3.connect(done.backup) as copy:
        assert copy.execute("select distinct auto_score from grade").fetchall() == [(99,)]


def test_lost_rows_come_back_and_others_stay_as_people_left_them(course, url, by_hand):
    keep_human(course)
    before = rows(url)
    tell(url, "delete from grade where manual_score = 1.5")
    tell(url, "delete from comment where manual_comment is not null")
    assert Rebuilding(course, [ASSIGNMENT]).preview().restored == 2
    Rebuilding(course, [ASSIGNMENT]).apply()
    assert rows(url) == before
    tell(url, "update grade set manual_score = null where manual_score = 0.25")
    Rebuilding(course, [ASSIGNMENT]).apply()
    assert row_of(url, "ada", "double--small")[1] is None


def test_a_preview_tells_and_writes_nothing(course, url, files):
    tell(url, "update grade set auto_score = 99 where auto_score is not null")
    before = files()
    found = Rebuilding(course, [ASSIGNMENT]).preview()
    assert found.outlooks[0].changed == ("ada", "bo")
    assert found.outlooks[0].receipts == 3
    assert files() == before


def test_a_preview_of_a_lost_gradebook_makes_none(course, by_hand):
    keep_human(course)
    course.gradebook.unlink()
    found = Rebuilding(course, [ASSIGNMENT]).preview()
    assert found.outlooks[0].changed == ("ada", "bo", "cy")
    assert found.restored
    assert not course.gradebook.exists()


def test_a_second_rebuild_changes_nothing(course, url, by_hand):
    Rebuilding(course, [ASSIGNMENT]).apply()
    before = rows(url)
    again = Rebuilding(course, [ASSIGNMENT]).apply()
    assert (again.changes, again.backup) == (False, None)
    assert rows(url) == before


def test_a_submission_without_a_receipt_is_named_and_left(course, url, by_hand):
    Receipts(course, ASSIGNMENT).path("bo").unlink()
    before = rows(url)
    found = Rebuilding(course, [ASSIGNMENT]).apply()
    assert found.outlooks[0].without_receipt == ("bo",)
    assert rows(url) == before


def test_marks_of_a_person_come_back_where_the_receipt_is_lost_too(course, url, by_hand):
    keep_human(course)
    course.gradebook.unlink()
    Receipts(course, ASSIGNMENT).path("ada").unlink()
    Rebuilding(course, [ASSIGNMENT]).apply()
    assert row_of(url, "ada", "mean--why") == (None, 1.5, False)
    assert row_of(url, "ada", "mean--small") == (None, None, True)


def test_the_export_can_be_read_by_a_person_and_is_for_the_owner_alone(course, by_hand):
    keep_human(course)
    path = human_path(course)
    assert path.stat().st_mode & 0o077 == 0
    data = json.loads(path.read_text())
    assert [row["student"] for row in data["students"]] == ["ada", "bo", "cy", "zoe"]
    assert data["comments"][0]["manual_comment"] == "Well said."


def test_what_has_no_row_any_more_stays_in_the_export(course, url, by_hand):
    keep_human(course)
    tell(url, "delete from grade where manual_score = 1.5")
    assert keep_human(course) is None
    assert 1.5 in {score.manual_score for score in read_export(human_path(course)).scores}


def test_what_was_cleared_stays_in_an_earlier_export(course, url, by_hand):
    keep_human(course)
    tell(url, "update grade set manual_score = null, extra_credit = null")
    kept = keep_human(course)
    assert read_export(human_path(course)).scores == []
    assert {score.manual_score for score in read_export(kept).scores} == {1.5, 0.25}


def test_grading_goes_on_where_the_gradebook_was_rebuilt(course, url, by_hand):
    keep_human(course)
    course.gradebook.unlink()
    Rebuilding(course, [ASSIGNMENT]).apply()
    before = rows(url)
    assert not any(standing.is_new for standing in grade(course).values() if standing.points)
    assert rows(url) == before


@pytest.mark.postgres
def test_a_lost_gradebook_on_a_server_is_made_again(course, url, by_hand, server_of):
    before = rows(url)
    keep_human(course)
    address = server_of(course, empty=True)
    assert Rebuilding(course, [ASSIGNMENT], address).preview().outlooks[0].made
    Rebuilding(course, [ASSIGNMENT], address).apply()
    for table in ("notebooks", "grades", "comments"):
        assert rows(address)[table] == before[table]
    with Gradebook(address) as gradebook:
        assert gradebook.find_submission(ASSIGNMENT, "bo").extension == timedelta(days=2)
        assert gradebook.find_student("zoe").email == "zoe@example.org"


def test_every_run_keeps_what_people_wrote(course, by_hand):
    grade(course)
    assert {score.manual_score for score in read_export(human_path(course)).scores} == {1.5, 0.25}
