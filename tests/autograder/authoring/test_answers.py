"""Answers bundled into cells: they behave as in their module, and nbgrader grades them."""

import ast
from types import SimpleNamespace

import nbformat
import numpy as np
import pytest
from nbgrader.api import Gradebook

from autograder.authoring import answer_source, entries_for, fill, read_course, source_notebook
from autograder.authoring.functions import SourceError


@pytest.fixture(scope="module")
def mistakes(exercise, course):
    return {entry.id: entry for entry in entries_for(exercise, course, "mistakes")}


def run(notebook):
    """Run a notebook's cells; return its names."""
    names = {}
    for cell in notebook.cells:
        if cell.cell_type == "code":
            exec(cell.source, names)
    return names


def run_answers(exercise, course, entry):
    """Run locked and given cells, and the answers with one entry."""
    notebook = source_notebook(exercise, course, "seed")
    notebook.cells = [
        cell
        for cell in fill(notebook, answer_source(exercise, course, entry)).cells
        if cell.metadata.get("autograder", {}).get("kind") in ("locked", "given", "solution")
    ]
    return run(notebook)


def test_source_notebook_passes_its_own_checks(source):
    run(source)


def test_reference_answers_pass_in_a_released_notebook(exercise, course, release):
    filled = fill(release, answer_source(exercise, course))
    assert "NotImplementedError" in "".join(cell.source for cell in release.cells)
    assert "NotImplementedError" not in "".join(cell.source for cell in filled.cells)
    run(filled)


def test_entries_are_those_of_the_exercises_functions(exercise, course, mistakes):
    assert list(mistakes) == ["M01", "M02", "M03", "M04", "M05", "M06", "M07"]
    assert [e.id for e in entries_for(exercise, course, "alternatives")] == ["R01"]


@pytest.mark.parametrize("id", ["M01", "M02", "M03", "M04", "M06", "M07"])
def test_bundled_function_behaves_as_in_its_module(exercise, course, mistakes, id):
    entry = mistakes[id]
    names = run_answers(exercise, course, entry)
    x = np.array([1.0, 2.5, -3.0])
    assert np.array_equal(names[entry.replaces.__name__](x), entry.function(x))


def test_bundled_function_keeps_state_between_calls(exercise, course, mistakes):
    double = run_answers(exercise, course, mistakes["M05"])["double"]
    assert [float(double(1)) for _ in range(3)] == [2.0, 3.0, 4.0]


def test_helper_of_an_answer_hides_no_name_of_the_exercise(exercise, course, mistakes):
    source = answer_source(exercise, course, mistakes["M02"])["quadruple"]
    defined = [n.name for n in ast.parse(source).body if isinstance(n, ast.FunctionDef)]
    assert defined == ["_same", "quadruple"]
    names = run_answers(exercise, course, mistakes["M02"])
    names["same"](1, 1)


def test_names_that_the_exercise_defines_are_not_brought_again(exercise, course, mistakes):
    source = answer_source(exercise, course, mistakes["M02"])["quadruple"]
    assert "def double" not in source
    assert "import" not in source


def test_reference_that_a_mistake_calls_gets_another_name(exercise, course, mistakes):
    source = answer_source(exercise, course, mistakes["M03"])["double"]
    assert "return _double(x) + 1" in source
    assert '"double" stays in a string' in source


def test_decorators_stay_behind(exercise, course, mistakes):
    for entry in mistakes.values():
        assert "@" not in "".join(answer_source(exercise, course, entry).values())


def test_module_other_than_numpy_is_refused(exercise, course):
    (entry,) = course.load("toolbox.imports_too_much").MISTAKES
    with pytest.raises(SourceError, match="'floor' comes from 'math'"):
        answer_source(exercise, course, entry)


def test_entry_of_another_exercise_is_refused(exercise, course):
    entry = SimpleNamespace(id="M10", function=run, replaces=run)
    with pytest.raises(ValueError, match="M10 replaces no function of 01_double"):
        answer_source(exercise, course, entry)


def test_functions_without_an_answer_stay_as_released(release, cell_of):
    filled = fill(release, {"double": "def double(x):\n    return x + x"})
    assert cell_of(filled, "solution-double").source == "def double(x):\n    return x + x"
    assert cell_of(filled, "solution-quadruple") == cell_of(release, "solution-quadruple")


def test_one_of_two_functions_in_a_cell_is_filled(make_course, text, cell_of):
    from autograder.authoring import read_exercise, release_notebook

    both = text.replace(
        "```{code-cell} ipython3\n:solution: toolbox.reference.quadruple\n```\n", ""
    ).replace("reference.double\n", "reference.double toolbox.reference.quadruple\n")
    course = read_course(make_course(both))
    release = release_notebook(read_exercise(course.exercises[0], course), course)
    filled = fill(release, {"quadruple": "def quadruple(x):\n    return 4 * x"})
    source = cell_of(filled, "solution-double-quadruple").source
    assert source.count("NotImplementedError") == 1
    assert source.endswith("\n\n\ndef quadruple(x):\n    return 4 * x")


def test_stock_nbgrader_grades_what_was_filled(
    exercise, course, classroom, release, mistakes, run_nbgrader
):
    submissions = {
        "reference": fill(release, answer_source(exercise, course)),
        "mistake": fill(release, answer_source(exercise, course, mistakes["M02"])),
    }
    for student, notebook in submissions.items():
        directory = classroom / "submitted" / student / "01_double"
        directory.mkdir(parents=True)
        nbformat.write(notebook, directory / "01_double.ipynb")
    quick = "--Execute.shutdown_kernel=immediate"
    run_nbgrader(classroom, "autograde", "01_double", "--create", quick)
    with Gradebook(f"sqlite:///{classroom / 'gradebook.db'}") as gradebook:
        scores = {
            student: gradebook.find_submission("01_double", student).score
            for student in submissions
        }
    assert scores == {"reference": 5.5, "mistake": 4.5}
