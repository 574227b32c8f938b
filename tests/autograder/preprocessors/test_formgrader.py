"""Formgrader in a real browser: it shows what the command graded, and grades it again."""

import pytest

from autograder.course.receipts import Receipts
from autograder.course.stock import Stock
from tests.autograder.classroom import ASSIGNMENT, RIGHT, answered, make_course, released, submit
from tests.autograder.cli.test_commands import autograder
from tests.autograder.preprocessors.jupyter import HEADERS, jupyter

pytestmark = pytest.mark.browser

PARTLY = "def mean(values):\n    return 1.5"
OWN_WARNING = "Removing existing assignment"  # nbgrader's, whenever it grades something again


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    """A course whose only student was graded by the command: 5 of 7 points, 2 by hand."""
    course = make_course(tmp_path_factory.mktemp("formgrader") / "course")
    Stock(course).generate_assignment(ASSIGNMENT)
    words = {"mean--why": "Because."}
    submit(course, "ada", answered(released(course), **RIGHT, **words))
    ran = autograder("grade", ASSIGNMENT, cwd=course.root)
    assert ran.returncode == 0, ran.stderr
    return course


@pytest.fixture(scope="module")
def server(course, tmp_path_factory):
    with jupyter(course.root, tmp_path_factory.mktemp("jupyter")) as server:
        yield server


@pytest.fixture
def page(chromium):
    context = chromium.new_context(extra_http_headers=HEADERS)
    yield context.new_page()
    context.close()


def open_submissions(page, server):
    page.goto(f"{server.address}/formgrader/manage_submissions/{ASSIGNMENT}")
    row = page.locator("tr", has=page.locator(".student-id", has_text="ada"))
    row.locator(".score", has_text="/").wait_for()
    return row


def test_formgrader_shows_what_the_command_graded_and_grades_it_again(course, server, page):
    said = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    row = open_submissions(page, server)
    assert row.locator(".score").inner_text() == "5 / 7"
    assert row.locator(".status").inner_text() == "needs manual grading"

    words = {"mean--why": "Because."}
    submit(course, "ada", answered(released(course), **{**RIGHT, "mean": PARTLY}, **words))
    row.locator(".autograde a").click()
    page.locator("#success-modal").wait_for()
    assert (
        f"ada, {ASSIGNMENT}: 4 of 7 points, 2 for a person to give"
        in page.locator("#success-modal").inner_text()
    )
    row.locator(".score", has_text="4 / 7").wait_for()
    receipt = Receipts(course, ASSIGNMENT).read("ada")
    assert receipt.points == 4
    assert receipt.observed.sandbox in ("namespaces", "landlock")
    outcomes = {verdict.id: verdict.outcome for verdict in receipt.verdicts}
    assert (outcomes["mean--small"], outcomes["mean--hidden"]) == ("passed", "failed")
    assert [line for line in server.complaints if OWN_WARNING not in line] == [], server.log
    assert said == []


def test_a_person_grades_the_written_answer_in_the_graded_notebook(course, server, page):
    page.goto(f"{server.address}/formgrader/gradebook/{ASSIGNMENT}/{ASSIGNMENT}")
    page.locator("td a", has_text="Submission #1").click()
    page.locator(".rendered_html", has_text="Because.").wait_for()
    assert page.locator(".nbgrader_cell", has_text="mean--hidden").count()
