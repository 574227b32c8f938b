"""Fill a student's notebook: with the reference, a mistake, or another right answer."""

import ast
import copy
from collections.abc import Mapping
from typing import TYPE_CHECKING

from autograder.authoring.cells import Exercise
from autograder.authoring.course import Course
from autograder.authoring.functions import Bundle
from autograder.authoring.scope import names_of

if TYPE_CHECKING:
    from nbformat import NotebookNode


def entries_for(exercise: Exercise, course: Course, kind: str) -> list:
    """Return the course's ``"mistakes"`` or ``"alternatives"`` of the exercise's functions."""
    functions = [function.object for function in exercise.functions.values()]
    return [e for e in course.catalogue(kind) if any(e.replaces is f for f in functions)]


def answer_source(
    exercise: Exercise, course: Course, entry: object | None = None
) -> dict[str, str]:
    """Return source that solves the exercise, one text for each function's name.

    Parameters
    ----------
    exercise : Exercise
        The exercise.
    course : Course
        The course that it belongs to.
    entry : object, optional
        A catalogue entry: its `function` goes in place of the one that it `replaces`.

    Raises
    ------
    ValueError
        If the entry replaces none of the exercise's functions.
    """
    objects = {name: function.object for name, function in exercise.functions.items()}
    if entry is not None:
        replaced = [name for name, function in objects.items() if function is entry.replaces]
        if not replaced:
            raise ValueError(f"{entry.id} replaces no function of {exercise.name}")
        objects[replaced[0]] = entry.function
    known = names_of(exercise)
    return {name: Bundle(function, name, known).source for name, function in objects.items()}


def fill(notebook: "NotebookNode", answers: Mapping[str, str]) -> "NotebookNode":
    """Return a copy of a released notebook with code in its solution cells.

    Parameters
    ----------
    notebook : NotebookNode
        A released notebook.
    answers : mapping of str to str
        Source for some or all of the functions, by name. Other functions stay as released.
    """
    filled = copy.deepcopy(notebook)
    for cell in filled.cells:
        about = cell.metadata.get("autograder", {})
        if about.get("kind") != "solution":
            continue
        given = {name: answers[name] for name in about["functions"] if name in answers}
        if given:
            cell.source = _replace_definitions(cell.source, given)
    return filled


def _replace_definitions(source: str, answers: Mapping[str, str]) -> str:
    """Put each answer where the cell defines its function; a blank starter gives way to all."""
    lines = source.split("\n")
    places = {
        node.name: (node.lineno - 1, node.end_lineno)
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef) and node.name in answers
    }
    if not places:
        return "\n\n\n".join(answers.values())
    for name in sorted(places, key=places.get, reverse=True):
        start, end = places[name]
        lines[start:end] = answers[name].split("\n")
    return "\n".join(lines)
