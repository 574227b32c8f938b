from autograder.record.rebuild import rebuild
from tests.autograder.record.classroom import ASSIGNMENT, receipt
from tests.autograder.record.conftest import release
from tests.autograder.record.recording import RECEIPTS, record
from tests.autograder.record.rows import grade, rows, tell
from tests.autograder.record.test_people import score_by_hand


def test_a_lost_gradebook_is_made_again(course, url):
    record(course, url, *RECEIPTS)
    before = rows(url)
    course.gradebook.unlink()
    release(course)
    assert rebuild(course, RECEIPTS).changed == {ASSIGNMENT: len(RECEIPTS)}
    assert rows(url) == before


def test_spoilt_automatic_columns_are_mended_and_human_ones_kept(course, either_url):
    record(course, either_url, *RECEIPTS)
    score_by_hand(either_url, "ana", "plus--why", 1.5)
    tell(either_url, "update comment set manual_comment = 'Well done.'")
    before = rows(either_url)
    tell(either_url, "update grade set auto_score = 99 where manual_score is null")
    tell(either_url, "update comment set auto_comment = 'Spoilt.'")
    tell(either_url, "update submitted_notebook set late_submission_penalty = 7")
    tell(either_url, "update submitted_assignment set timestamp = null where student_id = 'cy'")
    assert rebuild(course, RECEIPTS, either_url).changed == {ASSIGNMENT: len(RECEIPTS)}
    assert rows(either_url) == before


def test_what_nbgrader_graded_is_not_marked_for_a_person_again(course, url):
    record(course, url, *RECEIPTS)
    tell(url, "drop table autograder_recorded")
    score_by_hand(url, "ana", "plus--why", 1.5)
    assert rebuild(course, RECEIPTS).changed == {ASSIGNMENT: 0}
    assert grade(url, "ana", "plus--why") == (None, 1.5, False)


def test_submissions_without_a_receipt_are_left_and_listed(course, url):
    record(course, url, *RECEIPTS)
    before = rows(url)
    rebuilt = rebuild(course, [receipt("ana"), receipt("dee")])
    assert rebuilt.without_receipt == {ASSIGNMENT: ["ben", "cy"]}
    assert rows(url) == before
