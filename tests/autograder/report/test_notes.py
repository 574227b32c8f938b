"""Misunderstandings, flags, lateness, what is ungraded, and time."""

import json
from datetime import timedelta

from nbgrader.api import Gradebook

from autograder.course.receipts import Receipts
from autograder.course.stock import Stock
from autograder.model import NotebookResult, Observed, Outcome, Receipt, Refusal, Result, Verdict
from autograder.report.writing import make
from tests.autograder.classroom import ASSIGNMENT
from tests.autograder.report.conftest import AT, POINTS

MESSAGE = "You add one to the sum."


def know(course, *ids):
    mistake = {"ids": list(ids), "message": MESSAGE, "section": "sums#mean"}
    path = course.root / "diagnosis" / f"{ASSIGNMENT}.json"
    path.parent.mkdir()
    path.write_text(json.dumps({"functions": {"mean": {"mistakes": [mistake]}}}))


def test_misunderstandings_are_ranked_by_how_many_share_them(course, graded):
    know(course, "M01", "M02")
    graded("ana", diagnoses={"mean": "M02"})
    graded("ben", diagnoses={"mean": "M01"})
    graded("cy", diagnoses={"mean": "M01"})
    graded("dee")
    graded("eve", tuple(POINTS))
    report = make(course, ASSIGNMENT).report
    first, second = report.mistakes
    assert (first.id, first.students, first.share) == ("M01", ("ben", "cy"), 0.5)
    assert (second.id, second.students) == ("M02", ("ana",))
    assert (first.message, first.link) == (MESSAGE, "sums#mean")
    assert {(one.function, one.count) for one in report.unnamed} == {("mean", 1), ("double", 4)}


def test_a_link_leads_into_the_courses_book(course, graded):
    know(course, "M01")
    with (course.root / "nbgrader_config.py").open("a") as config:
        config.write("c.Autograder.book = 'https://book.example/'\n")
    graded("ana", diagnoses={"mean": "M01"})
    (one,) = make(course, ASSIGNMENT).report.mistakes
    assert one.link == "https://book.example/sums.html#mean"


def test_flags_and_lateness_name_the_students(course, graded):
    with Gradebook(Stock(course).db_url, "sums") as gradebook:
        gradebook.update_or_create_assignment(ASSIGNMENT, duedate=AT)
        gradebook.update_or_create_student("dee")
        extended = gradebook.update_or_create_submission(ASSIGNMENT, "dee")
        extended.extension = timedelta(hours=2)
        gradebook.db.commit()
    graded("ana", at=AT)
    graded("ben", at=AT + timedelta(hours=1), flags=("tampered:check", "unsandboxed"))
    graded("dee", at=AT + timedelta(hours=1))
    report = make(course, ASSIGNMENT).report
    found = {one.kind: one.students for one in report.flags}
    assert found == {"late": ("ben",), "tampered:check": ("ben",), "unsandboxed": ("ben",)}
    assert report.due == "2026-03-01 12:00"


def test_without_a_gradebook_nobody_is_late(course, graded):
    course.gradebook.unlink()
    graded("ana")
    report = make(course, ASSIGNMENT).report
    assert (report.due, report.flags) == ("", ())


def test_a_later_try_that_failed_is_listed_beside_the_one_that_counts(course, graded):
    graded("ana", tuple(POINTS))
    verdicts = tuple(Verdict(id, Outcome.UNGRADED, None, most) for id, most in POINTS.items())
    refusal = Refusal("sums.ipynb", "is cut off", "Save it again")
    notebook = NotebookResult(ASSIGNMENT, verdicts, refusal=refusal)
    result = Result("ana", ASSIGNMENT, "", "", "", (notebook,))
    Receipts(course, ASSIGNMENT).write_failed(Receipt(result, Observed(AT)))
    report = make(course, ASSIGNMENT).report
    assert report.scores.mean == 5
    (one,) = report.ungraded
    assert (one.student, one.stands) == ("ana", True)
    assert one.reasons == ("sums.ipynb is cut off. Save it again.",)


def test_time_is_that_of_the_whole_submission(course, graded):
    for number in range(1, 6):
        graded(f"s{number}", seconds=float(number))
    times = make(course, ASSIGNMENT).report.times
    assert (times.count, times.median, times.most) == (5, 3, 5)
    assert times.slowest[0] == ("s5", 5)
    assert sum(count for _, count in times.bins) == 5
