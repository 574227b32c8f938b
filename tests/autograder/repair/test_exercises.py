"""The exercises of this repository: what students get back is aligned without a loss."""

import json
from pathlib import Path

import pytest

from autograder.authoring import (
    answer_source,
    fill,
    read_course,
    read_exercise,
    release_notebook,
    source_notebook,
)
from autograder.intake import read_notebook
from autograder.repair import align, read_release

COURSE = read_course(Path(__file__).parents[3] / "exercises")


def sources(result):
    return [cell.source for cell in result.cells]


@pytest.mark.parametrize("path", COURSE.exercises, ids=lambda path: path.stem)
def test_answers_pass_unchanged_and_are_found_again_without_metadata(path):
    exercise = read_exercise(path, COURSE)
    handed_out = release_notebook(exercise, COURSE)
    release = read_release(source_notebook(exercise, COURSE, "a seed"), handed_out, path.stem)
    filled = fill(handed_out, answer_source(exercise, COURSE))
    good = align(read_notebook(json.dumps(filled).encode(), path.name), release)
    assert good.flags == ()
    solutions = {cell.grade_id for cell in release.cells if cell.role == "student" and cell.names}
    assert solutions - {""} <= good.attempted
    for cell in filled["cells"]:
        cell["metadata"] = {}
    stripped = align(read_notebook(json.dumps(filled).encode(), path.name), release)
    assert [flag.kind for flag in stripped.flags] == ["repaired:stripped-metadata"]
    assert [cell.grade_id for cell in stripped.cells] == [cell.grade_id for cell in good.cells]
    assert sources(stripped) == sources(good)
