"""The files: private, whole, and safe to open whatever a student is called."""

import csv
import json
import re
import stat

import pytest

from autograder.course.directory import CourseError
from autograder.model import Outcome
from autograder.report.writing import make, write
from tests.autograder.classroom import ASSIGNMENT
from tests.autograder.report.test_alike import COPIED, RENAMED

SCRIPT = '<img src=x onerror="alert(1)"><script>alert(2)<script>'
FORMULA = '=HYPERLINK("http:evil.example")'
TURNED = "ana\u202egpj"


@pytest.fixture
def hostile(course, graded):
    """A course whose ids, reasons, flags and code are hostile; its report as text by file."""
    evil = COPIED + '\n"</pre><script>alert(3)</script>"\n'
    graded(SCRIPT, sources={"mean": evil}, flags=(SCRIPT,))
    graded(FORMULA, sources={"mean": RENAMED}, flags=("tampered:check",))
    graded(TURNED, outcome=Outcome.UNGRADED, fault=f"{FORMULA} {SCRIPT}")
    paths = write(course, make(course, ASSIGNMENT))
    return {path.name: path.read_text(encoding="utf-8") for path in paths}


def test_files_are_for_their_owner_alone(course, graded):
    graded("ana")
    paths = write(course, make(course, ASSIGNMENT))
    assert paths[0] == course.root / "reports" / ASSIGNMENT / "report.html"
    assert {stat.S_IMODE(path.stat().st_mode) for path in paths} == {0o600}
    assert stat.S_IMODE(paths[0].parent.stat().st_mode) == 0o700


def test_the_page_runs_and_loads_nothing(hostile):
    page = hostile["report.html"]
    assert "<script" not in page and "<img" not in page
    assert "&lt;img src=x" in page and "alert(3)" in page
    assert "default-src 'none'" in page
    assert re.findall(r'(?:src|href|xlink:href)="(?!#)[^"]*"', page) == []
    assert re.findall(r"url\((?!#)", page) == []


def test_ids_cannot_turn_the_text(hostile):
    assert "\u202e" not in hostile["report.html"]


def test_no_table_starts_a_formula(hostile):
    tables = [text for name, text in hostile.items() if name.endswith(".csv")]
    assert len(tables) == 5
    cells = [cell for text in tables for row in csv.reader(text.splitlines()) for cell in row]
    assert f"'{FORMULA}" in cells
    assert not [cell for cell in cells if cell.startswith(("=", "+", "@"))]


def test_json_holds_ids_as_they_are(hostile):
    report = json.loads(hostile["report.json"])
    assert {student for group in report["alike"]["groups"] for student in group["students"]} == {
        SCRIPT,
        FORMULA,
    }
    assert report["ungraded"][0]["student"] == TURNED


def test_every_figure_says_what_it_shows(course, graded):
    graded("ana", ("double--small",))
    graded("ben")
    page = write(course, make(course, ASSIGNMENT))[0].read_text(encoding="utf-8")
    figures = re.findall(r"<svg[^>]*>", page)
    said = [re.search(r'role="img" aria-label="([^"]+)"', figure) for figure in figures]
    assert len(figures) == 3 and all(said)
    assert "double--small: right 1, wrong 1" in said[1][1]
    assert "#0101" not in page and "#0202" not in page  # each colour is the page's


def test_the_same_receipts_give_the_same_page(course, graded):
    graded("ana", ("double--small",), sources={"mean": COPIED})
    graded("ben", sources={"mean": RENAMED})
    once, again = (write(course, make(course, ASSIGNMENT))[0].read_bytes() for _ in range(2))
    assert once == again


def test_without_receipts_the_error_names_the_command(course):
    with pytest.raises(CourseError, match=f"no receipts. Run: autograder grade {ASSIGNMENT}"):
        make(course, ASSIGNMENT)


def test_a_broken_receipt_is_named(course, graded):
    graded("ana")
    (course.receipts / ASSIGNMENT / "ben.json").write_text("{")
    with pytest.raises(CourseError, match=r"ben.json is not a receipt"):
        make(course, ASSIGNMENT)


@pytest.mark.browser
@pytest.mark.parametrize(("scheme", "width"), [("light", 1100), ("dark", 390)])
def test_in_a_browser_no_script_runs_no_request_leaves_and_it_fits(
    course, hostile, chromium, scheme, width
):
    page = chromium.new_page(viewport={"width": width, "height": 800}, color_scheme=scheme)
    asked, said = [], []
    page.on("request", lambda request: asked.append(request.url))
    page.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
    page.on("console", lambda message: said.append(message.text))
    address = (course.root / "reports" / ASSIGNMENT / "report.html").as_uri()
    page.goto(address)
    page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert (asked, said) == ([address], [])
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate("document.scripts.length") == 0
    ink = page.evaluate("getComputedStyle(document.querySelector('svg text')).fill")
    assert ink == page.evaluate("getComputedStyle(document.body).color")
    page.close()
