import pytest
from nbgrader.api import Gradebook

from autograder.course import CourseError
from tests.autograder.record.classroom import ASSIGNMENT
from tests.autograder.record.recording import RECEIPTS, record
from tests.autograder.record.rows import ask

PENALTIES = """
select late_submission_penalty from submitted_notebook n
join submitted_assignment s on s.id = n.assignment_id where student_id = 'cy'
"""


def grant(url, **time):
    with Gradebook(url, "sums") as gradebook:
        gradebook.grant_extension(ASSIGNMENT, "cy", **time)


def test_an_extension_is_counted_and_its_change_changes_the_penalty(course, either_url):
    record(course, either_url, *RECEIPTS)
    assert ask(either_url, PENALTIES) == [(1.0,), (2.0,)]  # never more than the notebook's score
    grant(either_url, hours=1.5)
    assert record(course, either_url, *RECEIPTS) == 1
    assert ask(either_url, PENALTIES) == [(0.5,), (0.5,)]
    grant(either_url, days=1)
    assert record(course, either_url, *RECEIPTS) == 1
    assert ask(either_url, PENALTIES) == [(None,), (None,)]


def test_a_penalty_that_fails_names_the_student_and_the_setting(course, url):
    plugin = course.root / "failing_penalty.py"
    text = (course.root / "sums_penalty.py").read_text(encoding="utf-8")
    plugin.write_text(text.replace("/ 3600", "/ 0"), encoding="utf-8")
    with (course.root / "nbgrader_config.py").open("a", encoding="utf-8") as config:
        config.write('c.AssignLatePenalties.plugin_class = "failing_penalty.OneAnHour"\n')
    with pytest.raises(CourseError, match=r"penalty of cy can't be told: ZeroDivisionError.*Mend"):
        record(course, url, *RECEIPTS)
