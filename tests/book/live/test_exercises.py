"""In the page's own Python every starter fails, every reference passes, every mistake is refused."""

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


def kind_of(cell):
    """Return the kind of a cell of a released notebook."""
    return cell.metadata.get("autograder", {}).get("kind")


def check_all(python, name, answers):
    """Check every function of an exercise as the page does; return the outcomes by check."""
    notebook = fill(release_notebook(EXERCISES[name], COURSE), answers)
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


@pytest.mark.parametrize("name", EXERCISES)
def test_mistakes_that_visible_checks_know_are_refused(python, name):
    visible = {check.id for check in EXERCISES[name].checks if not check.hidden}
    entries = [e for e in entries_for(EXERCISES[name], COURSE, "mistakes") if known_to(e, visible)]
    assert entries
    accepted = []
    for entry in entries:
        outcomes = check_all(python, name, answer_source(EXERCISES[name], COURSE, entry))
        if all(one["outcome"] == "passed" for one in outcomes.values()):
            accepted.append(entry.id)
    assert accepted == []


def known_to(entry, visible):
    """Tell whether a mistake says that a visible check notices it."""
    return any(check in visible for check in entry.killed_by)
