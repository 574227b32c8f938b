"""In the page's own Python starters fail, references pass, and mistakes are refused."""

from functools import cache

import pytest
from pages import ROOT

from autograder.authoring import (
    answer_source,
    entries_for,
    fill,
    read_course,
    read_exercise,
    release_notebook,
)

COURSE = read_course(ROOT / "exercises")
EXERCISES = {path.stem: read_exercise(path, COURSE) for path in COURSE.exercises}
RUNS = {"locked", "given", "ordinary", "solution"}


@cache
def released(name):
    """Return the notebook of an exercise."""
    return release_notebook(EXERCISES[name], COURSE)


def kind_of(cell):
    """Return the kind of a cell of a released notebook."""
    return cell.metadata.get("autograder", {}).get("kind")


def check_all(python, name, answers):
    """Check every function of an exercise as the page does; return the outcomes by check."""
    notebook = fill(released(name), answers)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    solutions = [at for at, cell in enumerate(cells) if kind_of(cell) == "solution"]
    outcomes = {}
    for start, end in zip(solutions, [*solutions[1:], len(cells)], strict=True):
        checks = [
            {
                "id": cell.metadata.nbgrader.grade_id,
                "code": cell.source,
                "title": cell.metadata.autograder.title,
                "stage": cell.metadata.autograder.stage,
            }
            for cell in cells[start:end]
            if kind_of(cell) == "check" and not cell.metadata.autograder.hidden
        ]
        before = [cell for cell in cells[:end] if kind_of(cell) in RUNS]
        main = sum(kind_of(cell) in RUNS for cell in cells[:start])
        result = python.ask(
            command="check", cells=[cell.source for cell in before], main=main, checks=checks
        )
        assert "error" not in result, result
        assert checks, f"{name}: a solution cell has no visible check"
        outcomes |= {one["id"]: one for one in result["checks"]}
    return outcomes


@pytest.mark.parametrize("name", EXERCISES)
def test_a_starter_passes_no_function(python, name):
    outcomes = check_all(python, name, {})
    functions = {EXERCISES[name].path.stem: set()}
    for cell in EXERCISES[name].checks:
        if not cell.hidden:
            functions.setdefault(cell.function, set()).add(outcomes[cell.id]["outcome"])
    del functions[name]
    assert all(found != {"passed"} for found in functions.values()), outcomes


@pytest.mark.parametrize("name", EXERCISES)
def test_the_reference_passes(python, name):
    outcomes = check_all(python, name, answer_source(EXERCISES[name], COURSE))
    assert {one["outcome"] for one in outcomes.values()} == {"passed"}, outcomes


def native(name, answers):
    """Run the visible checks in the Python that grades; return those that pass."""
    namespace, passed = {}, set()
    for cell in fill(released(name), answers).cells:
        about = cell.metadata.get("autograder", {})
        if about.get("kind") in RUNS:
            exec(cell.source, namespace)
        elif about.get("kind") == "check" and not about.hidden:
            try:
                exec(cell.source, dict(namespace))
            except Exception:
                continue
            passed.add(cell.metadata.nbgrader.grade_id)
    return passed


def known_to(entry, visible):
    """Tell whether a mistake says that a visible check notices it."""
    return any(check in visible for check in entry.killed_by)


@pytest.mark.filterwarnings("ignore")  # mistakes overflow and use old classes
@pytest.mark.parametrize("name", EXERCISES)
def test_mistakes_are_refused_by_the_checks_that_refuse_them_in_the_batch(python, name):
    """NumPy's default integer has 32 bits in the page and 64 there: no outcome may hang on it."""
    visible = {check.id for check in EXERCISES[name].checks if not check.hidden}
    refused = 0
    for entry in entries_for(EXERCISES[name], COURSE, "mistakes"):
        answers = answer_source(EXERCISES[name], COURSE, entry)
        outcomes = check_all(python, name, answers)
        passed = {id for id, one in outcomes.items() if one["outcome"] == "passed"}
        assert passed == native(name, answers), entry.id
        refused += passed != visible
        assert passed != visible or not known_to(entry, visible), entry.id
    assert refused > 0
