"""Read an exercise: blocks become typed cells, and every rule is tried."""

import json
from pathlib import Path

from autograder.authoring.cells import CHECK_ID, Cell, Exercise, Text, Written
from autograder.authoring.course import Course, read_course
from autograder.authoring.errors import Errors, ExerciseError
from autograder.authoring.lint import lint
from autograder.authoring.myst import CodeBlock, TextBlock, read_blocks
from autograder.authoring.options import CHECK_FORM, points_from, read_code
from autograder.authoring.text import check_text


def read_exercise(path: str | Path, course: Course) -> Exercise:
    """Read an exercise file.

    Raises
    ------
    ExerciseError
        The first error of the file.
    """
    exercise, errors = _read(Path(path), course)
    errors.raise_first()
    return exercise


def check_course(directory: str | Path) -> list[ExerciseError]:
    """Return every error of a directory of exercises."""
    try:
        course = read_course(directory)
    except ExerciseError as error:
        return [error]
    errors: list[ExerciseError] = []
    for kind in ("mistakes", "alternatives", "probes"):
        errors += _catalogue_errors(course, kind)
    for path in course.exercises:
        errors += _read(path, course)[1].in_order()
    return errors


def _read(path: Path, course: Course) -> tuple[Exercise, Errors]:
    errors = Errors(path)
    title, blocks = read_blocks(path.read_text(encoding="utf-8"), errors)
    cells = [_typed(block, course, errors) for block in blocks]
    exercise = Exercise(path, path.stem, title, tuple(cell for cell in cells if cell))
    if not errors:  # the rules speak of cells that could be read
        lint(exercise, errors)
    return exercise, errors


def _typed(block: CodeBlock | TextBlock, course: Course, errors: Errors) -> Cell | None:
    if isinstance(block, CodeBlock):
        return read_code(block, course, errors)
    for part in block.parts:
        check_text(part, errors)
    if block.metadata:
        return _written(block, errors)
    for part in block.parts:
        kind = getattr(part, "kind", "note")
        if kind in ("answer", "rubric"):
            errors.add(part.line, f"'{kind}' belongs to a written question, after '+++ {{...}}'")
        elif kind not in ("hint", "note"):
            errors.add(part.line, f"unknown directive '{kind}'; known are hint and note")
    return Text(block.line, tuple(block.parts))


def _written(block: TextBlock, errors: Errors) -> Written | None:
    metadata = block.metadata
    for key in metadata:
        if key not in ("written", "points"):
            errors.add(block.line, f"unknown key '{key}'; known are 'written' and 'points'")
    id, points = metadata.get("written"), points_from(metadata.get("points"))
    if not isinstance(id, str) or not CHECK_ID.fullmatch(id):
        errors.add(block.line, f"'written' must be an id: {CHECK_FORM}, not {json.dumps(id)}")
        return None
    if points is None or isinstance(metadata["points"], str):
        errors.add(block.line, f"the written question '{id}' needs 'points', a positive number")
    found = {"answer": "", "rubric": ""}
    prompt = []
    for part in block.parts:
        kind = getattr(part, "kind", None)
        if kind in found:
            if found[kind]:
                errors.add(part.line, f"a second {kind}; a written question has one")
            found[kind] = part.source
        elif kind not in (None, "note"):
            errors.add(part.line, f"'{kind}' doesn't belong into a written question")
        else:
            prompt.append(part)
    for kind, text in {"prompt": prompt, **found}.items():
        if not text:
            errors.add(block.line, f"the written question '{id}' has no {kind}")
    return Written(block.line, id, points, tuple(prompt), found["answer"], found["rubric"])


def _catalogue_errors(course: Course, kind: str) -> list[ExerciseError]:
    path = course.directory / "course.toml"
    text = path.read_text(encoding="utf-8").split("\n")
    line = next((n for n, row in enumerate(text, 1) if row.startswith(kind)), 1)
    try:
        course.makers() if kind == "probes" else course.catalogue(kind)
    except AttributeError as error:
        what = "makers of arguments by function" if kind == "probes" else "a list of entries"
        return [ExerciseError(path, line, f"{error}: {what}")]
    except Exception as error:
        return [ExerciseError(path, line, f"'{getattr(course, kind)}' fails to import: {error!r}")]
    return []
