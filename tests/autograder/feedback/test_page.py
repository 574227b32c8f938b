"""A page of feedback: what it says, what it keeps to itself, and that it is safe to open."""

from pathlib import Path

import pytest

from autograder.feedback.human import Human
from autograder.feedback.page import feedback_page
from tests.autograder.classroom import HIDDEN, HIDDEN_NUMBER
from tests.autograder.feedback.hostile import ELSEWHERE, HOSTILE_ID

AXE = Path(__file__).parents[3] / "book/_ext/live/vendor/axe-core/axe.min.js"


def test_a_right_answer_is_told_so(pages):
    assert "<strong>5</strong> of 7 points" in pages["ada"]
    assert "What to look at first" not in pages["ada"]


def test_a_wrong_answer_is_led_by_what_to_look_at_first(pages):
    assert "What to look at first" in pages["bo"]
    assert "ValueError: seen 2" in pages["bo"]


def test_a_hidden_check_says_its_property_and_nothing_else(pages):
    assert "hidden, 2 points" in pages["bo"]
    for page in pages.values():
        assert HIDDEN not in page
        assert HIDDEN_NUMBER not in page


def test_a_notebook_that_could_not_be_read_says_what_to_do(pages):
    assert "could not be graded: 01_sums.ipynb is cut off" in pages["cy"]
    assert "<strong>–</strong> of 7 points" in pages["cy"]


def test_an_untouched_notebook_is_not_called_wrong(pages):
    assert "not attempted" in pages["di"]
    assert "This does not hold yet" not in pages["di"]


def test_what_a_person_gave_and_wrote_is_on_the_page(feedback):
    receipt = feedback.receipts.read("ada")
    human = Human({"mean--why": 1.5}, {"mean--why": "Say *why* it divides."}, penalty=0.5)
    page = feedback_page(feedback.common, receipt, [], human)
    assert "<strong>6</strong> of 7 points" in page
    assert "0.5 taken off for being late" in page
    assert "Say <em>why</em> it divides." in page


def test_a_page_names_no_folder_of_the_grading_machine(pages, course):
    for page in pages.values():
        assert str(course.root) not in page
        assert "site-packages" not in page


@pytest.mark.browser
def test_a_hostile_notebook_runs_nothing_and_loads_nothing(pages, chromium, tmp_path):
    path = tmp_path / "page.html"
    path.write_text(pages[HOSTILE_ID], encoding="utf-8")
    asked, errors = [], []
    page = chromium.new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.on("dialog", lambda dialog: errors.append(dialog.message))
    page.goto(path.as_uri())
    page.wait_for_load_state("networkidle")
    assert asked == [path.as_uri()]
    assert errors == []
    assert page.title() == "01_sums: feedback"
    assert page.locator("script, iframe, form, base, svg, object, embed").count() == 0
    assert page.locator("meta[http-equiv=refresh], link, img").count() == 0
    assert page.locator("header").is_visible()
    links = page.eval_on_selector_all("a", "found => found.map(a => a.getAttribute('href'))")
    assert [link for link in links if link.startswith(("javascript:", ELSEWHERE))] == []
    page.close()


@pytest.mark.browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_page_is_accessible_and_fits_a_phone(pages, chromium, tmp_path, scheme):
    path = tmp_path / "page.html"
    path.write_text(pages["bo"], encoding="utf-8")
    page = chromium.new_page(viewport={"width": 390, "height": 844}, color_scheme=scheme)
    page.goto(path.as_uri())
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate("async () => (await axe.run()).violations.map((rule) => rule.id)") == []
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert page.evaluate(wide) <= 0
    page.close()
