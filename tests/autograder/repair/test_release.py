"""What the course knows: joined from its source and what nbgrader made of it."""

import pytest

from autograder.repair import ReleaseError, read_release
from tests.submissions.assignment import MAXIMUM, NAME, release, released, source


def test_the_small_assignment_is_what_nbgrader_releases():
    from nbformat import from_dict
    from nbgrader.converters.generate_assignment import GenerateAssignment
    from nbgrader.preprocessors import SaveCells

    notebook, resources = from_dict(source()), {}
    for preprocessor in GenerateAssignment.preprocessors.default():
        if preprocessor is not SaveCells:
            notebook, resources = preprocessor().preprocess(notebook, resources)
    for cell, own in zip(notebook["cells"], released()["cells"], strict=True):
        assert cell["source"] == own["source"]
        about, mine = (c["metadata"].get("nbgrader", {}) for c in (cell, own))
        assert {**about, "cell_type": ""} == {**mine, "cell_type": ""}


def test_points_checks_and_kinds():
    known = release()
    assert known.max_points == MAXIMUM
    assert [check.points for check in known.checks] == [1, 2, 2, 2]
    assert {cell.grade_id for cell in known.cells if cell.manual} == {"words", "own", "explore"}
    assert {cell.grade_id: cell.names for cell in known.cells if cell.names} == {
        "mean": {"mean"},
        "spread": {"spread"},
    }


def test_the_checksum_of_a_check_covers_its_hidden_lines():
    by_id = {cell.grade_id: cell for cell in release().cells}
    old = {
        cell["metadata"]["nbgrader"]["grade_id"]: cell["metadata"]["nbgrader"]["checksum"]
        for cell in released()["cells"]
        if "nbgrader" in cell["metadata"]
    }
    new = {id: cell.metadata["nbgrader"]["checksum"] for id, cell in by_id.items() if id}
    assert {id for id in new if new[id] != old[id]} == {"mean--negative", "spread--single"}


def test_an_id_that_stands_twice_in_the_source_is_the_courses_fault():
    twice = source()
    twice["cells"].append(twice["cells"][1])
    with pytest.raises(ReleaseError, match="'imports' stands twice in the source"):
        read_release(twice, released(), NAME)


def test_a_release_of_another_source_is_the_courses_fault():
    less = released()
    del less["cells"][4]
    with pytest.raises(ReleaseError, match="differ in the cells mean"):
        read_release(source(), less, NAME)
