"""An exercise in a chapter is what its student sees."""

import pytest
from live.exercise import link_pages, points, shown
from pages import ROOT

from autograder.authoring import Check, Solution, read_course, read_exercise
from autograder.authoring.cells import Oracle

COURSE = read_course(ROOT / "exercises")
NAMES = [path.stem for path in COURSE.exercises]


@pytest.mark.parametrize("name", NAMES)
def test_cells_are_those_of_the_file_without_oracles(name):
    exercise, cells = shown(ROOT / "exercises", name)
    assert [cell for cell, _ in cells] == [c for c in exercise.cells if not isinstance(c, Oracle)]


@pytest.mark.parametrize("name", NAMES)
def test_hidden_checks_show_one_line(name):
    _, cells = shown(ROOT / "exercises", name)
    sources = [source for cell, source in cells if isinstance(cell, Check) and cell.hidden]
    assert sources
    assert all(source.startswith("# ") and "\n" not in source.strip() for source in sources)


@pytest.mark.parametrize("name", NAMES)
def test_a_starter_holds_no_answer(name):
    _, cells = shown(ROOT / "exercises", name)
    starters = [(c, source) for c, source in cells if isinstance(c, Solution)]
    assert starters
    for cell, source in starters:
        if not cell.blank and cell.starter is None:
            assert source.rstrip().endswith("raise NotImplementedError()")


def test_links_lead_to_pages_that_exist_and_others_are_plain_text():
    text = "[a](book:02_split_merge#merge), [b](book:99_unwritten#x)"
    found = {"book/02_split_merge"}
    assert link_pages(text, found) == "[a](/book/02_split_merge.md#merge), b"


def test_links_of_exercises_are_written_in_the_form_that_is_expanded():
    for path in COURSE.exercises:
        read_exercise(path, COURSE)
        assert "book:" not in link_pages(path.read_text(), set())


def test_points_are_counted_in_words():
    assert [points(1), points(2), points(0.5)] == ["1 point", "2 points", "0.5 points"]
