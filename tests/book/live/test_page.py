"""A reader at work in chapter 2, in a real browser."""

import json
import re

import nbformat
import pytest
from pages import ROOT
from playwright.sync_api import expect
from serving import serve

from autograder.authoring import (
    answer_source,
    entries_for,
    fill,
    read_course,
    read_exercise,
    release_notebook,
)

pytestmark = pytest.mark.browser

COURSE = read_course(ROOT / "exercises")
EXERCISE = read_exercise(ROOT / "exercises/02_split_merge.md", COURSE)
RIGHT = answer_source(EXERCISE, COURSE)["split_heads"]
WRONG = """\
def split_heads(x, n_heads):
    n_batch, n_tokens, n_features = x.shape
    d_head = n_features // n_heads
    return x.reshape(n_batch, n_heads, n_tokens, d_head).astype(float)
"""


def solution(page, name="split_heads"):
    """The place of a solution cell."""
    return page.locator(f'.hbh-solution[data-key="solution-{name}"]')


def write(page, place, code):
    """Replace the text of an editor as a paste does."""
    place.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    page.keyboard.insert_text(code)


def press(place, name):
    """Click a button, by its whole name."""
    place.get_by_role("button", name=name, exact=True).click()


def check(place):
    """Press Check and wait for what it says."""
    press(place, "Check")
    summary = place.locator(".live-summary")
    summary.wait_for()
    return summary.inner_text()


def test_nothing_of_python_loads_before_intent(context, address):
    page, asked = context.new_page(), []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}/book/02_split_merge.html", wait_until="networkidle")
    edit = page.get_by_role("button", name="Edit and run").first
    edit.hover()
    edit.focus()  # as the keyboard does on its way
    solution(page).get_by_role("button", name="Check").hover()
    assert [url for url in asked if "pyodide" in url or "worker.js" in url] == []
    with page.expect_event("request", lambda request: "pyodide.asm.wasm" in request.url):
        solution(page).locator(".cm-content").focus()


def test_a_wrong_answer_is_refused_by_name_and_a_right_one_passes_and_stays(page, address):
    place = solution(page)
    write(page, place, WRONG)
    assert check(place) == "1 of 2 visible checks passed."
    failed = place.locator("li", has_text="split_heads--worked-example")
    expect(failed.locator(".live-outcome")).to_have_text("failed")
    expect(place.locator(".live-output")).to_contain_text("6 hidden checks (8 points) can't run")
    expect(place.locator(".live-badge")).to_be_hidden()

    write(page, place, RIGHT)
    assert check(place) == "All 2 visible checks passed."
    expect(place.locator(".live-badge")).to_have_text("Visible checks of split_heads passed")

    page.reload()
    expect(place.locator(".live-badge")).to_be_visible()
    expect(place.locator(".cm-content")).to_contain_text("return x.transpose(0, 2, 1, 3)")
    page.goto(f"{address}/book/progress.html")
    progress = page.locator(".hbh-progress")
    expect(progress).to_contain_text("split_heads: visible checks passed")
    expect(progress).to_contain_text("merge_heads: to do")
    assert page.trouble == []


def test_a_known_mistake_is_named_with_a_way_to_its_passage(page):
    mistakes = {entry.id: entry for entry in entries_for(EXERCISE, COURSE, "mistakes")}
    place = solution(page)
    write(page, place, answer_source(EXERCISE, COURSE, mistakes["H01"])["split_heads"])
    assert check(place) == "1 of 2 visible checks passed."
    said = place.locator(".live-mistake")
    expect(said).to_contain_text("your heads hold different tokens, not different features")
    said.get_by_role("link").click()
    expect(page).to_have_url(re.compile(r"/book/02_split_merge\.html#three-splits$"))
    assert page.trouble == []


def test_an_endless_loop_is_stopped_and_the_next_run_works(page):
    place = solution(page)
    write(page, place, "while True:\n    pass")
    press(place, "Run")
    expect(place.locator(".live-status")).to_have_text("Running…")
    press(place, "Stop")
    expect(place.locator(".live-error")).to_contain_text("Stopped.")
    write(page, place, "print('alive')")
    press(place, "Run")
    expect(place.locator(".live-stream-out")).to_have_text("alive\n")


def test_a_job_is_ended_after_its_time_and_the_next_run_works(page):
    page.clock.install()  # the page's; that of the loop goes on as it does
    page.reload()
    place = solution(page)
    write(page, place, "while True:\n    pass")
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)
    press(place, "Run")
    expect(place.locator(".live-status")).to_have_text("Running…")
    page.clock.run_for(29_999)
    expect(place.locator(".live-status")).to_have_text("Running…")
    page.clock.run_for(1)
    expect(place.locator(".live-error")).to_contain_text("Stopped after 30 seconds.")
    page.clock.resume()
    write(page, place, "print('alive')")
    press(place, "Run")
    expect(place.locator(".live-stream-out")).to_have_text("alive\n")


def test_when_python_breaks_down_the_page_says_so_and_goes_on(page):
    place = solution(page)
    write(page, place, "import ctypes\nctypes.string_at(2**32 - 8)")  # outside of its memory
    press(place, "Run")
    expect(place.locator(".live-error")).to_contain_text("Python broke down")
    write(page, place, "print('alive')")
    press(place, "Run")
    expect(place.locator(".live-stream-out")).to_have_text("alive\n")


def test_when_python_can_not_be_loaded_the_page_says_so_and_tries_again(context, site):
    page = context.new_page()
    with serve(site) as server:
        page.goto(f"{server.address}/book/02_split_merge.html", wait_until="networkidle")
        place = solution(page)
        server.stop()
        press(place, "Check")
        expect(place.locator(".live-error")).to_contain_text("see whether you are online")
        server.start()
        assert check(place) == "0 of 2 visible checks passed."


def test_nothing_is_asked_of_another_host_while_python_works(page, address):
    place = solution(page)
    write(page, place, f"{RIGHT}\nimport matplotlib.pyplot as plt\nplt.plot([1])")
    press(place, "Run")
    expect(place.locator(".live-figure")).to_be_visible()
    check(place)
    press(place, "Solution")
    press(place, "Show the solution")
    expect(place.locator("pre")).to_contain_text("return")
    write(page, place, "import scipy")  # a package that Pyodide knows and the site lacks
    press(place, "Run")
    expect(place.locator(".live-error")).to_contain_text("No module named 'scipy'")
    press(page.locator("#live-cell-2"), "Edit and run")
    expect(page.locator("#live-cell-2 .live-output")).to_be_visible()
    assert any("matplotlib" in url for url in page.asked)
    assert [url for url in page.asked if not url.startswith((address, "data:", "blob:"))] == []


def test_what_goes_wrong_is_said_and_the_page_goes_on(page):
    place = solution(page)
    for code, said in [
        ("def f(:", "SyntaxError"),
        ("input('n? ')", "write the value into your code"),
        ("def f():\n    return f()\nf()", "call itself without an end"),
        ("for i in range(100_000):\n    print(i)", "The output is cut here."),
        ("import numpy as np\nnp.ones(25_000_000).nbytes", "200000000"),
        ("[np.empty(1 << 27) for _ in range(9)]", "MemoryError"),
        ("'and it goes on'", "and it goes on"),
    ]:
        write(page, place, code)
        press(place, "Run")
        expect(place.locator(".live-output")).to_contain_text(said)
    assert page.trouble == []


def test_markup_that_code_makes_runs_nothing(page):
    place = solution(page)
    code = """\
class Page:
    def _repr_html_(self):
        return ("<b onclick='x()'>bold</b><img src=x onerror='window.hurt = 1'>"
                "<script>window.hurt = 2</script><svg onload='window.hurt = 3'></svg>"
                "<a href='javascript:1'>link</a>")

Page()
"""
    write(page, place, code)
    press(place, "Run")
    expect(place.locator(".text_html b")).to_have_text("bold")
    assert page.evaluate("window.hurt") is None
    assert place.locator(".text_html :is(img, script, a, [onclick], [onload])").count() == 0


def test_editing_the_reference_changes_the_next_cell(page):
    definition = page.locator(".cell", has=page.locator("pre", has_text="d_head = n_features")).nth(
        1
    )
    definition = page.locator("#" + definition.get_attribute("id"))
    number = int(definition.get_attribute("id").rsplit("-", 1)[1])
    after = page.locator(f"#live-cell-{number + 1}")
    expect(after.locator(".cell_output")).to_contain_text("True")
    press(definition, "Edit and run")
    write(page, definition, WRONG)
    press(after, "Edit and run")
    expect(after.locator(".cell_output .live-value")).to_have_text("False")
    figure = page.locator(f"#live-cell-{number + 3}")
    press(figure, "Edit and run")
    expect(figure.locator(".cell_output svg.hbh-figure").first).to_be_visible()


def test_an_error_in_an_earlier_cell_is_named_by_the_later_one(page):
    press(page.locator("#live-cell-1"), "Edit and run")
    write(page, page.locator("#live-cell-1"), "1 / 0")
    later = page.locator("#live-cell-2")
    press(later, "Edit and run")
    expect(later.locator(".cell_output")).to_contain_text("An earlier cell stopped")
    expect(later.locator(".cell_output")).to_contain_text("ZeroDivisionError")


def test_hints_come_one_a_click_and_a_solution_after_a_choice(page):
    place = solution(page)
    hints = page.locator(".hbh-exercise .hbh-hint")
    assert hints.count() == 9
    assert hints.locator("visible=true").count() == 0
    press(place, "Hint (3 left)")
    expect(hints.first).to_be_visible()
    expect(hints.first.locator("summary")).to_be_focused()
    expect(hints.nth(1)).to_be_hidden()
    press(place, "Hint (2 left)")
    press(place, "Hint (1 left)")
    expect(hints.nth(2)).to_be_visible()
    expect(place.get_by_role("button", name="Hint (0 left)")).to_have_attribute(
        "aria-disabled", "true"
    )

    press(place, "Solution")
    expect(place.locator("pre")).to_have_count(0)
    press(place, "Show the solution")
    expect(place.locator("pre")).to_contain_text("return x.transpose(0, 2, 1, 3)")


def test_a_model_answer_shows_after_forty_words_of_ones_own(page):
    place = page.locator(".hbh-written")
    place.get_by_label("Your answer").fill("word " * 39)
    press(place, "Save")
    expect(place.locator(".live-output")).to_contain_text("Save 40 words")
    expect(place.locator(".live-model")).to_have_count(0)
    place.get_by_label("Your answer").fill("word " * 40)
    press(place, "Save")
    expect(place.locator(".live-model").first).to_contain_text("A round trip only shows")
    expect(place.locator(".live-model").last).to_contain_text("1 point")


def test_reset_brings_the_starter_back(page):
    place = solution(page)
    write(page, place, "x = 1")
    press(place, "Reset")
    expect(place.locator(".cm-content")).to_contain_text("raise NotImplementedError()")


def test_the_downloaded_notebook_is_the_one_that_authoring_fills_and_opens_again(page, tmp_path):
    answers = answer_source(EXERCISE, COURSE)
    for name in ("split_heads", "merge_heads"):
        expected = fill(release_notebook(EXERCISE, COURSE), {name: answers[name]})
        cell = next(
            c for c in expected.cells if f"def {name}" in c.source and "raise Not" not in c.source
        )
        write(page, solution(page, name), cell.source)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download as notebook").click()
    assert download.value.suggested_filename == "02_split_merge.ipynb"
    file = tmp_path / "02_split_merge.ipynb"
    download.value.save_as(file)
    chosen = {name: answers[name] for name in ("split_heads", "merge_heads")}
    expected = nbformat.writes(fill(release_notebook(EXERCISE, COURSE), chosen)) + "\n"
    assert file.read_text() == expected

    page.evaluate("localStorage.clear()")
    page.reload()
    expect(solution(page).locator(".cm-content")).to_contain_text("raise NotImplementedError()")
    page.locator('input[type="file"]').set_input_files(file)
    expect(solution(page).locator(".cm-content")).to_contain_text("return x.transpose(0, 2, 1, 3)")
    catch = solution(page, "catch_the_trap").locator(".cm-content")
    expect(catch).to_contain_text("raise NotImplementedError()")


def test_a_file_that_is_not_the_exercise_changes_nothing(page, tmp_path):
    other = tmp_path / "other.ipynb"
    status = page.get_by_role("group", name="Notebook").get_by_role("status")
    for content, said in [
        ("no json", "This file is not a notebook."),
        (json.dumps({"metadata": {}, "cells": []}), "belongs to another exercise"),
    ]:
        other.write_text(content)
        page.locator('input[type="file"]').set_input_files(other)
        expect(status).to_contain_text(said)
        expect(status).to_contain_text("Nothing was changed.")
    expect(solution(page).locator(".cm-content")).to_contain_text("raise NotImplementedError()")
