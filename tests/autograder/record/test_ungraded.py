"""What could not be graded has no score, a reason, and a person to look at it."""

from autograder.model import Refusal
from tests.autograder.record.classroom import CLASS, POINTS, receipt, refused, ungraded
from tests.autograder.record.recording import RECEIPTS, record
from tests.autograder.record.rows import comments, grade, rows, tell


def test_an_ungraded_check_has_no_score_and_waits_for_a_person(course, url):
    work = CLASS["ana"]
    (_, times) = receipt("ana").result.notebooks
    partly = ungraded(work, "plus--hidden", "plus--parts")
    record(course, url, receipt("ana", notebooks=(partly, times)))
    assert grade(url, "ana", "plus--hidden") == (None, None, True)
    assert grade(url, "ana", "plus--small") == (1, None, False)
    said = "Not graded by the machine, so a person will: plus--hidden, plus--parts."
    assert comments(url, "ana", "plus") == {"plus": said, "plus--why": None}
    record(course, url, receipt("ana"))
    assert grade(url, "ana", "plus--hidden") == (2, None, False)
    assert comments(url, "ana", "plus") == {"plus": None, "plus--why": None}


def test_a_refused_notebook_says_why_and_costs_nothing_for_lateness(course, url):
    refusal = Refusal("plus.ipynb", "is no notebook" + "!" * 600, "Hand it in again")
    (_, times) = receipt("cy").result.notebooks
    record(course, url, receipt("cy", notebooks=(refused(refusal), times)))
    scores = [row[4:] for row in rows(url)["grades"] if row[:2] == ("cy", "plus")]
    assert scores == [(None, None, None, 1)] * 4
    said = comments(url, "cy", "plus")["plus"]
    assert said.startswith("Not graded: plus.ipynb is no notebook!")
    assert len(said) == 500
    penalties = {row[1]: row[3] for row in rows(url)["notebooks"] if row[0] == "cy"}
    assert penalties == {"plus": None, "times": 1}


def test_a_notebook_that_the_receipt_is_silent_about_is_ungraded(course, url):
    (plus, _) = receipt("ana").result.notebooks
    record(course, url, receipt("ana", notebooks=(plus,)))
    assert grade(url, "ana", "times--small") == (None, None, True)
    assert comments(url, "ana", "times") == {
        "times": "Not graded by the machine, so a person will: times--small.",
        "times--draw": None,
    }


def test_a_regrade_that_failed_never_replaces_a_result(course, url):
    (_, times) = receipt("ana").result.notebooks
    failed = receipt("ana", notebooks=(ungraded(CLASS["ana"], *POINTS), times), fault="no worker")
    assert record(course, url, failed) == 1
    assert grade(url, "ana", "plus--small") == (None, None, True)
    assert "no worker" not in comments(url, "ana", "plus")["plus"]
    record(course, url, receipt("ana"))
    before = rows(url)
    assert record(course, url, failed) == 0
    assert rows(url) == before


def test_a_check_that_the_course_has_no_more_gives_no_points(course, url):
    tell(
        url,
        "delete from grade_cells where id in (select id from base_cell where name = :n)",
        n="plus--small",
    )
    tell(url, "delete from base_cell where name = 'plus--small'")
    assert record(course, url, *RECEIPTS) == len(CLASS)
    assert not [row for row in rows(url)["grades"] if row[2] == "plus--small"]
