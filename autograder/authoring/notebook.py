"""From an exercise to nbgrader's source notebook and to the student's notebook."""

import hashlib
import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from autograder.authoring.cells import (
    Cell,
    Check,
    Code,
    Exercise,
    Given,
    Locked,
    Oracle,
    Ordinary,
    Solution,
    Text,
    Written,
)
from autograder.authoring.course import Course
from autograder.authoring.functions import parts_of
from autograder.authoring.lint import SEED
from autograder.authoring.names import free_names, replace_names
from autograder.authoring.scope import defined_by, given_source
from autograder.authoring.text import expand_links, render

if TYPE_CHECKING:
    from nbformat import NotebookNode

SOLUTION = "### BEGIN SOLUTION", "### END SOLUTION"
HIDDEN = "### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS"
REGION = re.compile(r"^[ ]*### BEGIN (SOLUTION|HIDDEN TESTS)$.*?^[ ]*### END \1$", re.M | re.S)
KERNEL = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}


def source_notebook(exercise: Exercise, course: Course, seed: str) -> "NotebookNode":
    """Return nbgrader's source notebook: answers, hidden checks and all.

    Parameters
    ----------
    exercise : Exercise
        The exercise.
    course : Course
        The course that it belongs to.
    seed : str
        The course's secret seed. ``SEED`` in a hidden check becomes an integer that follows from
        it and the check's id.
    """
    return _notebook(exercise, course, seed)


def release_notebook(exercise: Exercise, course: Course) -> "NotebookNode":
    """Return the student's notebook, as ``nbgrader generate_assignment`` writes it.

    It needs neither a gradebook nor a seed: the seed stands in hidden regions only, and nbgrader
    computes its checksums after it removed them.
    """
    from nbgrader.converters.generate_assignment import GenerateAssignment
    from nbgrader.preprocessors import SaveCells

    notebook, resources = _notebook(exercise, course, seed=None), {}
    for preprocessor in GenerateAssignment.preprocessors.default():
        if preprocessor is not SaveCells:
            notebook, resources = preprocessor().preprocess(notebook, resources)
    return notebook


def seed_for(id: str, seed: str) -> int:
    """Return the integer that stands for ``SEED`` in a check."""
    digest = hashlib.sha256(json.dumps([seed, id]).encode()).digest()
    return int.from_bytes(digest[:6])


def _notebook(exercise: Exercise, course: Course, seed: str | None) -> "NotebookNode":
    from nbformat.v4 import new_notebook

    cells = list(_cells(exercise, course, seed))
    visible = [[c.cell_type, REGION.sub("", c.source), c.metadata] for c in cells]
    version = hashlib.sha256(json.dumps(visible, sort_keys=True).encode()).hexdigest()[:16]
    about = {"course": course.course_id, "exercise": exercise.name, "version": version}
    metadata = {
        "autograder": about,
        "kernelspec": KERNEL,
        "language_info": {"name": "python"},
    }
    return new_notebook(cells=cells, metadata=metadata)


def _cells(exercise: Exercise, course: Course, seed: str | None) -> Iterator["NotebookNode"]:
    known: dict[str, object] = {}
    oracles: dict[str, Oracle] = {}
    counts: dict[str, int] = {}
    for cell in exercise.cells:
        if isinstance(cell, Oracle):
            oracles[cell.name] = cell
            continue
        kind = type(cell).__name__.lower()
        counts[kind] = counts.get(kind, 0) + 1
        key = _key(cell, kind, counts[kind])
        if isinstance(cell, Written):
            yield _cell("markdown", render(cell.prompt, course.book), f"{key}-prompt", exercise)
        source = _source(cell, course, known, oracles, seed)
        is_text = isinstance(cell, (Text, Written))
        node = _cell("markdown" if is_text else "code", source, key, exercise)
        if not isinstance(cell, (Text, Ordinary)):
            node.metadata["nbgrader"] = _nbgrader(cell, key)
        if not isinstance(cell, Text):
            node.metadata["autograder"] = {"kind": kind, **_about(cell)}
        known |= defined_by(cell, known)
        yield node
    yield _cell("markdown", _points_text(exercise), "points", exercise)


def _key(cell: Cell, kind: str, number: int) -> str:
    """Return the grade_id, or for cells without one what stands for it."""
    if isinstance(cell, (Check, Written)):
        return cell.id
    if isinstance(cell, (Given, Solution)):
        return "-".join((kind, *(function.name for function in cell.functions)))
    return f"{kind}-{number}"


def _cell(cell_type: str, source: str, key: str, exercise: Exercise) -> "NotebookNode":
    from nbformat.v4 import new_code_cell, new_markdown_cell

    id = hashlib.sha256(f"{exercise.name}/{key}".encode()).hexdigest()[:12]
    new = new_markdown_cell if cell_type == "markdown" else new_code_cell
    return new(source, id=id)


def _source(
    cell: Cell,
    course: Course,
    known: dict[str, object],
    oracles: dict[str, Oracle],
    seed: str | None,
) -> str:
    match cell:
        case Text():
            return render(cell.parts, course.book)
        case Written():
            answer = f"{expand_links(cell.answer, course.book)}\n\n**Points**\n\n{cell.rubric}"
            return "\n".join([SOLUTION[0], answer, SOLUTION[1]])
        case Given():
            return given_source(cell, known)[0]
        case Solution():
            return _solution_source(cell, known)
        case Check():
            return _check_source(cell, oracles, seed)
        case _:
            return cell.source


def _solution_source(cell: Solution, known: dict[str, object]) -> str:
    if cell.blank:
        return "\n".join([SOLUTION[0], given_source(cell, known)[0], SOLUTION[1]])
    sources = []
    for function in cell.functions:
        parts = parts_of(function.object)
        begin, end = (f"    {mark}" for mark in SOLUTION)
        lines = [parts.signature, parts.docstring, begin, parts.body, end]
        if cell.starter:
            lines.append(parts_of(cell.starter.object).body)
        sources.append("\n".join(lines))
    return "\n\n\n".join(sources)


def _check_source(cell: Check, oracles: dict[str, Oracle], seed: str | None) -> str:
    points = f"{cell.points} point{'' if cell.points == 1 else 's'}"
    hidden = ", hidden" if cell.hidden else ""
    first = f"# {cell.id} ({points}{hidden}): {cell.title}"
    body = cell.source.partition("\n")[2].strip("\n")
    if not cell.hidden:
        return f"{first}\n{body}"
    used = [oracle.source for oracle in _used(body, oracles)]
    body = "\n\n\n".join([*used, body])
    if seed is not None:
        body = replace_names(body, {SEED: str(seed_for(cell.id, seed))})
    return "\n".join([first, HIDDEN[0], body, HIDDEN[1]])


def _used(source: str, oracles: dict[str, Oracle]) -> list[Oracle]:
    """Return the oracles that a source needs, and those that they need, in order."""
    names: set[str] = set()
    pending = free_names(source) & oracles.keys()
    while pending:
        names |= pending
        reads = (free_names(oracles[name].source) for name in pending)
        pending = (set().union(*reads) & oracles.keys()) - names
    return [oracle for name, oracle in oracles.items() if name in names]


def _nbgrader(cell: Code | Written, grade_id: str) -> dict:
    """Return nbgrader's metadata, complete, so that its toolbar can edit the cell."""
    is_graded = isinstance(cell, (Check, Written))
    metadata = {
        "grade": is_graded,
        "grade_id": grade_id,
        "locked": isinstance(cell, (Locked, Given, Check)),
        "schema_version": 3,
        "solution": isinstance(cell, (Solution, Written)),
        "task": False,
    }
    return {**metadata, "points": cell.points} if is_graded else metadata


def _about(cell: Cell) -> dict:
    match cell:
        case Given() | Solution():
            return {"functions": [function.name for function in cell.functions]}
        case Check():
            return {
                "function": cell.function,
                "hidden": cell.hidden,
                "mutation": cell.mutation,
                "stage": cell.stage,
                "title": cell.title,
                **({"timeout": cell.timeout} if cell.timeout else {}),
                **({"in_student_process": True} if cell.in_student_process else {}),
            }
        case Written():
            return {"function": cell.function}
    return {}


def _points_text(exercise: Exercise) -> str:
    shown = sum(check.points for check in exercise.checks if not check.hidden)
    hidden = sum(check.points for check in exercise.checks if check.hidden)
    written = sum(question.points for question in exercise.written)
    parts = [f"{shown} in checks that you can run", f"{hidden} in hidden checks"]
    if written:
        parts.append(f"{written} for written answers, which a person grades")
    return f"**Points: {shown + hidden + written}.** {'; '.join(parts)}."
