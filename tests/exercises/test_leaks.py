"""What a student can read of an exercise holds nothing that is hidden."""

import json
import re

import pytest

from autograder.authoring.notebook import seed_for
from autograder.course.create import new_course
from autograder.course.directory import grade_id, read_notebook
from autograder.course.hidden import hidden, left_in, visible
from autograder.course.stock import Stock
from tests.exercises.gate import EXERCISES, NAMES

NUMBER = re.compile(r"\d[\d_]*(?:\.\d+)?")


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    course = new_course(tmp_path_factory.mktemp("leaks") / "course", EXERCISES)
    stock = Stock(course)
    for name in course.assignments:
        stock.generate_assignment(name)
    return course


@pytest.fixture(params=NAMES)
def notebooks(request, course):
    return tuple(
        read_notebook(course.notebook(folder, request.param))
        for folder in (course.source, course.release)
    )


def test_every_exercise_becomes_an_assignment(course):
    assert course.assignments == NAMES
    for name in NAMES:
        assert read_notebook(course.notebook(course.source, name))["cells"]


def long_numbers(text):
    """Return the numbers of eight digits or more in a text."""
    return {n for n in NUMBER.findall(text) if sum(map(str.isdigit, n)) >= 8}


def test_no_mark_no_hidden_line_and_no_output_is_left(notebooks):
    source, release = notebooks
    assert any(hidden(cell["source"]) for cell in source["cells"])
    assert left_in(release, source) == []


def test_the_seed_and_what_follows_from_it_stand_nowhere(course, notebooks):
    source, release = notebooks
    seed = course.seed_file.read_text().strip()
    secrets = {str(seed_for(grade_id(cell), seed)) for cell in source["cells"] if grade_id(cell)}
    assert secrets & long_numbers("".join(hidden(cell["source"]) for cell in source["cells"]))
    shown = json.dumps(release)
    assert [secret for secret in (seed, *secrets) if secret in shown] == []


def test_no_long_number_of_a_hidden_check_is_shown_outside_the_statement(notebooks):
    source, release = notebooks
    kept = long_numbers("".join(hidden(cell["source"]) for cell in source["cells"]))
    said = long_numbers(
        "".join(cell["source"] for cell in release["cells"] if cell["cell_type"] == "markdown")
    )
    shown = long_numbers(json.dumps(release))
    assert (kept - said) & shown == set()


def test_a_hidden_check_shows_its_first_line_alone(notebooks):
    source, release = notebooks
    shown = {grade_id(cell): cell["source"] for cell in release["cells"]}
    for cell in source["cells"]:
        if "### BEGIN HIDDEN TESTS" in cell["source"]:
            first = visible(cell["source"])
            assert "\n" not in first
            assert shown[grade_id(cell)] == first
