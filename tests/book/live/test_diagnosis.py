"""The page names a reader's mistake as the grader names a student's."""

import json

import pytest

from autograder.authoring import answer_source, entries_for, fill
from autograder.diagnose.match import diagnose
from tests.book.live.test_exercises import COURSE, EXERCISES, RUNS, kind_of, released


@pytest.fixture(scope="session")
def known(site):
    """What the site knows of mistakes, by exercise and function."""
    (folder,) = (site / "live").glob("*/diagnosis")
    return {path.stem: json.loads(path.read_text()) for path in folder.glob("*.json")}


def named(python, known, exercise, entry):
    """Return what the page calls an entry's function, and what the grader calls it."""
    notebook = fill(released(exercise), answer_source(EXERCISES[exercise], COURSE, entry))
    cells = [c.source for c in notebook.cells if c.cell_type == "code" and kind_of(c) in RUNS]
    python.ask(command="check", cells=cells, main=len(cells) - 1, checks=[])
    function = next(
        name for name, f in EXERCISES[exercise].functions.items() if f.object is entry.replaces
    )
    about = known[exercise][function]
    page = python.ask(command="diagnose", function=function, known=about)["mistake"]
    return page and page["ids"], (diagnose(about, entry.function) or {}).get("ids")


@pytest.mark.parametrize("name", sorted(EXERCISES))
def test_page_and_grader_give_every_mistake_the_same_name(python, known, name):
    differ = {}
    for entry in entries_for(EXERCISES[name], COURSE, "mistakes"):
        page, grader = named(python, known, name, entry)
        if page != grader:
            differ[entry.id] = (page, grader)
    assert differ == {}


@pytest.mark.parametrize("name", sorted(EXERCISES))
def test_the_page_finds_no_mistake_in_a_right_answer(python, known, name):
    for entry in entries_for(EXERCISES[name], COURSE, "alternatives"):
        assert named(python, known, name, entry)[0] is None, entry.id
