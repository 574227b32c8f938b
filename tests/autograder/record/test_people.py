"""What a person writes is kept, and a person is asked again only where something changed."""

import shutil

from autograder.course import CourseDirectory
from autograder.course.stock import Stock
from tests.autograder.record.classroom import (
    ASSIGNMENT,
    CLASS,
    RIGHT,
    RIGHT_POINTS,
    WHY,
    Work,
    receipt,
    submit,
)
from tests.autograder.record.recording import RECEIPTS, record
from tests.autograder.record.rows import grade, rows, tell

SCORED = """
update grade set manual_score = :score, extra_credit = 0.25, needs_manual_grade = :needs where
cell_id in (select id from base_cell where name = :cell) and notebook_id in (
select n.id from submitted_notebook n join submitted_assignment s on s.id = n.assignment_id
where s.student_id = :student)
"""


def score_by_hand(url, student, cell, score):
    tell(url, SCORED, student=student, cell=cell, score=score, needs=False)


def test_work_graded_again_after_a_person_gets_the_rows_that_nbgrader_writes(
    course, url, by_stock, tmp_path
):
    shutil.copytree(by_stock.course.root, tmp_path / "theirs")
    theirs = CourseDirectory(tmp_path / "theirs")
    stock = Stock(theirs, "stock", Execute={"shutdown_kernel": "immediate"})
    record(course, url, *RECEIPTS)
    for address in (url, stock.db_url):
        score_by_hand(address, "cy", "plus--why", 1.5)
        score_by_hand(address, "cy", "times--draw", 3)
        score_by_hand(address, "cy", "plus--small", 0.5)
    work = Work({**RIGHT, "plus--why": WHY}, RIGHT_POINTS, 1, at=CLASS["cy"].at)
    shutil.rmtree(theirs.submission("cy", ASSIGNMENT))
    submit(theirs, "cy", work)
    stock.autograde(ASSIGNMENT, "cy", force=True)
    record(course, url, receipt("cy", work, "another digest"))
    assert rows(url) == rows(stock.db_url)
    assert grade(url, "cy", "plus--why") == (None, 1.5, True)
    assert grade(url, "cy", "times--draw") == (None, 3, False)


def test_what_a_person_wrote_is_kept_and_not_marked_again(course, either_url):
    record(course, either_url, *RECEIPTS)
    score_by_hand(either_url, "ana", "plus--why", 1.5)
    score_by_hand(either_url, "ana", "plus--small", 0.5)
    tell(either_url, "update comment set manual_comment = 'Well done.'")
    tell(either_url, "update student set last_name = 'Núñez', email = 'a@b.c'")
    tell(either_url, "update submitted_notebook set flagged = :yes", yes=True)
    before = rows(either_url)
    assert record(course, either_url, *RECEIPTS) == 0
    assert rows(either_url) == before


def test_another_submission_is_marked_for_the_person_who_scored_the_first(course, url):
    record(course, url, *RECEIPTS)
    score_by_hand(url, "ana", "plus--why", 1.5)
    assert grade(url, "ana", "plus--why") == (None, 1.5, False)
    record(course, url, receipt("ana", submission="another digest"))
    assert grade(url, "ana", "plus--why") == (None, 1.5, True)


def test_another_automatic_score_is_marked_for_the_person_who_overrode_the_first(course, url):
    record(course, url, *RECEIPTS)
    score_by_hand(url, "cy", "plus--hidden", 1)
    score_by_hand(url, "cy", "plus--parts", 3)
    work = CLASS["cy"]
    record(course, url, receipt("cy", Work(work.sources, {**work.plus, "plus--hidden": 2}, 1)))
    assert grade(url, "cy", "plus--hidden") == (2, 1, True)
    assert grade(url, "cy", "plus--parts") == (2, 3, False)
