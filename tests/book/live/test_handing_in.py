"""From the address of the book to a grade: by keyboard alone, and without a network."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from pages import ROOT
from playwright.sync_api import expect
from serving import serve

from autograder.authoring import answer_source, read_course, read_exercise
from tests.exercises.one import NAME, one_exercise

pytestmark = pytest.mark.browser

COURSE = read_course(ROOT / "exercises")
EXERCISE = read_exercise(ROOT / f"exercises/{NAME}.md", COURSE)
RIGHT = answer_source(EXERCISE, COURSE)
# The merge of the split without a transpose: right shapes, wrong numbers.
WRONG = """\
import numpy as np


def merge_heads(x):
    n_batch, n_heads, n_tokens, d_head = x.shape
    return np.array(x, dtype=float).reshape(n_batch, n_tokens, n_heads * d_head)
"""
ANSWERS = {
    "split_heads": RIGHT["split_heads"],
    "merge_heads": WRONG,
    "catch_the_trap": RIGHT["catch_the_trap"],
}
WORDS = "The merge undoes whatever the split did, so the round trip can't tell. " * 4
KEPT = "navigator.serviceWorker.ready.then(({ active }) => active.state)"
FOCUSED = "(selector) => document.activeElement.matches(selector)"
MOST_TABS = 500


class Keyboard:
    """A reader who has no pointer."""

    def __init__(self, page) -> None:
        self.page, self.press = page, page.keyboard.press

    def tab_to(self, selector, name=""):
        """Press Tab until the focus is on an element, optionally one with a text."""
        for _ in range(MOST_TABS):
            self.press("Tab")
            if self.page.evaluate(FOCUSED, selector):
                focused = self.page.locator(":focus")
                if not name or focused.inner_text() == name:
                    return
        raise AssertionError(f"Tab leads to no {selector} {name}")

    def solve(self, function):
        """Write an answer, run it, and check it; return the outcomes that the page shows."""
        place = self.page.locator(f'.hbh-solution[data-key="solution-{function}"]')
        self.tab_to(f'[data-key="solution-{function}"] .cm-content')
        self.press("Control+a")
        self.page.keyboard.insert_text(ANSWERS[function])
        self.press("Control+Enter")
        expect(place.locator(".live-note")).to_contain_text("Ran without")
        self.press("Escape")
        self.tab_to("button", "Check")
        self.press("Enter")
        expect(place.locator(".live-summary")).to_be_visible()
        items = place.locator(".live-checks > li")
        return {
            item.locator("code").first.inner_text(): item.locator(".live-outcome").inner_text()
            for item in items.all()
        }


@pytest.fixture(scope="module")
def handed_in(chromium, site, tmp_path_factory):
    """Visit, go offline, solve, download: the outcomes that the page shows, and the notebook."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    page = context.new_page()
    with serve(site) as server:
        page.goto(f"{server.address}/book/{NAME}.html", wait_until="networkidle")
        keyboard = Keyboard(page)
        keyboard.tab_to("button", "Edit and run")
        keyboard.press("Enter")
        page.evaluate(KEPT)
        server.stop()
        page.reload()
        outcomes = {}
        for function in ANSWERS:
            outcomes |= keyboard.solve(function)
        keyboard.tab_to("textarea")
        page.keyboard.type(WORDS)
        keyboard.tab_to("button", "Save")
        keyboard.press("Enter")
        expect(page.locator(".hbh-written").get_by_role("status")).to_contain_text("Saved")
        keyboard.tab_to("button", "Download as notebook")
        with page.expect_download() as download:
            keyboard.press("Enter")
        file = tmp_path_factory.mktemp("downloads") / download.value.suggested_filename
        download.value.save_as(file)
        server.start()
    context.close()
    return outcomes, file


@pytest.fixture(scope="module")
def course(tmp_path_factory, handed_in):
    """A course in which Ada hands the downloaded notebook in."""
    root = tmp_path_factory.mktemp("class") / "course"
    exercises = one_exercise(tmp_path_factory.mktemp("one") / "exercises")
    run("autograder", "new", root, "--from", exercises, cwd=ROOT)
    run("autograder", "release", NAME, cwd=root)
    folder = root / "submitted" / "ada" / NAME
    folder.mkdir(parents=True)
    (folder / f"{NAME}.ipynb").write_bytes(handed_in[1].read_bytes())
    return root


def run(command, *arguments, cwd):
    """Run a command as a person does; return what it prints."""
    path = Path(sys.executable).with_name(command)
    done = subprocess.run([path, *arguments], cwd=cwd, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def test_the_page_shows_what_passed_and_what_did_not(handed_in):
    outcomes, _ = handed_in
    visible = {check.id for check in EXERCISE.checks if not check.hidden}
    assert set(outcomes) == visible
    wrong = {check for check, outcome in outcomes.items() if outcome != "passed"}
    assert wrong and all(check.startswith("merge_heads--") for check in wrong)


def test_the_grader_gives_the_outcomes_that_the_page_gave(handed_in, course):
    outcomes, _ = handed_in
    (graded,) = json.loads(
        run("autograder", "grade", NAME, "--student", "ada", "--json", cwd=course)
    )
    found = {check["id"]: check["outcome"] for check in graded["checks"]}
    assert {check: found[check] for check in outcomes} == outcomes


def test_plain_nbgrader_takes_the_notebook_and_scores_the_same(handed_in, course):
    outcomes, _ = handed_in
    options = ["--student", "ada", "--NbGrader.config_file=nbgrader_stock", "--force"]
    run("nbgrader", "autograde", NAME, *options, cwd=course)
    script = """\
import json, sys
from nbgrader.api import Gradebook
with Gradebook("sqlite:///gradebook.db") as book:
    grades = book.find_submission(sys.argv[1], "ada").notebooks[0].grades
    print(json.dumps({grade.name: [grade.auto_score, grade.max_score] for grade in grades}))
"""
    scores = json.loads(run("python", "-c", script, NAME, cwd=course))
    passed = {check for check in outcomes if scores[check][0] == scores[check][1]}
    assert passed == {check for check, outcome in outcomes.items() if outcome == "passed"}
