"""Which names a cell of an exercise may count on, and what they stand for."""

import ast
from collections.abc import Mapping
from importlib import import_module

from autograder.authoring.cells import Cell, Exercise, Given, Locked, Solution
from autograder.authoring.functions import Bundle
from autograder.authoring.names import bound_names


def given_source(
    cell: Given | Solution, known: Mapping[str, object]
) -> tuple[str, dict[str, object]]:
    """Return the source of a given cell, or of a blank one's answer, and the names it defines."""
    names: dict[str, object] = {}
    sources = []
    for function in cell.functions:
        bundle = Bundle(function.object, function.name, {**known, **names})
        names |= bundle.names
        sources.append(bundle.source)
    return "\n\n\n".join(sources), names


def defined_by(cell: Cell, known: Mapping[str, object]) -> dict[str, object]:
    """Return the names that a cell adds for good: an ordinary cell may be deleted, so adds none."""
    if isinstance(cell, Given):
        return given_source(cell, known)[1]
    if isinstance(cell, Solution):
        return {function.name: function.object for function in cell.functions}
    if isinstance(cell, Locked):
        return dict.fromkeys(bound_names(cell.source), cell) | _numpy(cell.source)
    return {}


def names_of(exercise: Exercise) -> dict[str, object]:
    """Return all names that the locked, given and solution cells of an exercise define."""
    known: dict[str, object] = {}
    for cell in exercise.cells:
        known |= defined_by(cell, known)
    return known


def _numpy(source: str) -> dict[str, object]:
    """Return NumPy under ``np`` if the source imports it so: the one name that references share."""
    imports = [node for node in ast.parse(source).body if isinstance(node, ast.Import)]
    if any((a.name, a.asname) == ("numpy", "np") for node in imports for a in node.names):
        return {"np": import_module("numpy")}
    return {}
