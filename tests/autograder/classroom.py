"""A small course of its own, without a word of attention: two functions and a question."""

import json
from copy import deepcopy
from pathlib import Path

from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from autograder.course.config import write_config
from autograder.course.directory import CourseDirectory

ASSIGNMENT = "01_sums"
HIDDEN_NUMBER = "4.3710928375"
HIDDEN = f"assert double({HIDDEN_NUMBER}) == 2 * {HIDDEN_NUMBER}"
RIGHT = {
    "double": "def double(x):\n    return x + x",
    "mean": "def mean(values):\n    return sum(values) / len(values)",
}


def make_course(root: Path) -> CourseDirectory:
    """Make a course with one assignment that isn't released yet."""
    course = CourseDirectory(root)
    path = course.notebook(course.source, ASSIGNMENT)
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(source_notebook()), encoding="utf-8")
    write_config(course, "Sums", "sums")
    return course


def source_notebook() -> dict:
    """Return the instructor's notebook: 3 + 2 automatic points and 2 by hand."""
    return new_notebook(
        metadata={"kernelspec": {"name": "python3", "display_name": "Python 3"}},
        cells=[
            new_markdown_cell("# Sums", id="title"),
            solution("double"),
            check("double--small", 1, "assert double(2) == 4"),
            check("double--hidden", 2, HIDDEN, hide=True),
            solution("mean"),
            check("mean--small", 1, "assert mean([1, 2]) == 1.5"),
            check("mean--hidden", 1, "assert mean([2.25, 3.75, 9]) == 5", hide=True),
            new_markdown_cell("A model answer.", id="why", metadata=graded("mean--why", 2, True)),
        ],
    )


def graded(grade_id: str, points: float | None, solution: bool) -> dict:
    """Return nbgrader's metadata of a cell."""
    fields = {
        "schema_version": 3,
        "grade_id": grade_id,
        "solution": solution,
        "grade": points is not None,
        "locked": not solution,
        "task": False,
    }
    if points is not None:
        fields["points"] = points
    return {"nbgrader": fields}


def solution(name: str) -> dict:
    head, body = RIGHT[name].split("\n", 1)
    marked = f"{head}\n    ### BEGIN SOLUTION\n{body}\n    ### END SOLUTION"
    return new_code_cell(marked, id=name, metadata=graded(name, None, True))


def check(grade_id: str, points: float, code: str, hide: bool = False) -> dict:
    if hide:
        code = f"### BEGIN HIDDEN TESTS\n{code}\n### END HIDDEN TESTS"
    source = f"# {grade_id.split('--')[1]}, {points} points\n{code}"
    return new_code_cell(source, id=grade_id, metadata=graded(grade_id, points, False))


def released(course: CourseDirectory) -> dict:
    path = course.notebook(course.release, ASSIGNMENT)
    return json.loads(path.read_text(encoding="utf-8"))


def answered(release: dict, **sources: str) -> dict:
    """Fill cells of a release by grade_id; a name stands for a function's cell."""
    notebook = deepcopy(release)
    for cell in notebook["cells"]:
        grade_id = cell["metadata"].get("nbgrader", {}).get("grade_id", "")
        if grade_id in sources:
            cell["source"] = sources[grade_id]
    return notebook


def submit(course: CourseDirectory, student: str, notebook: dict | str) -> Path:
    """Hand in a notebook, or a text in its place."""
    path = course.notebook(course.submitted / student, ASSIGNMENT)
    path.parent.mkdir(parents=True, exist_ok=True)
    text = notebook if isinstance(notebook, str) else json.dumps(notebook)
    path.write_text(text, encoding="utf-8")
    return path
