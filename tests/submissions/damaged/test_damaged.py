"""Every kind of damage has the outcome that stands beside it."""

import contextlib
import io
import math

import pytest

from autograder.intake import read_submission
from autograder.repair import align, rebuild
from tests.submissions.assignment import MAXIMUM, NAME, release
from tests.submissions.damaged import DAMAGED

EVERY = pytest.mark.parametrize("damaged", DAMAGED.values(), ids=lambda damaged: damaged.name)


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "submitted" / "somebody" / NAME
    folder.mkdir(parents=True)
    return folder


def earned(aligned):
    """Run the cells in one namespace, as a student does, and add up the points."""
    names, points = {}, 0.0
    for cell in aligned.code:
        source = cell.source.removeprefix("%%time\n")
        try:
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(source, "cell", "exec"), names)
        except Exception:
            continue
        points += cell.points
    return points


def test_there_are_at_least_fifty_kinds():
    assert len(DAMAGED) >= 50


@EVERY
def test_outcome(damaged, folder):
    damaged.make(folder)
    submission = read_submission(folder, release().expected)
    if damaged.refused:
        assert damaged.refused in str(submission.refusals[NAME])
        assert submission.notebooks == {}
        return
    assert submission.refusals == {}
    aligned = align(submission.notebooks[NAME], release())
    flags = [*submission.flags, *submission.notebooks[NAME].flags, *aligned.flags]
    assert {flag.kind for flag in flags} == damaged.flags, flags
    assert earned(aligned) == damaged.points
    assert aligned.release.max_points == MAXIMUM
    checks = [cell.slot for cell in aligned.cells if cell.role == "check"]
    assert checks == release().checks


@EVERY
def test_what_is_said_fits_on_a_line(damaged, folder):
    damaged.make(folder)
    submission = read_submission(folder, release().expected)
    said = [str(refusal) for refusal in submission.refusals.values()]
    for notebook in submission.notebooks.values():
        aligned = align(notebook, release())
        said += [f.message for f in (*submission.flags, *notebook.flags, *aligned.flags)]
    assert all(text and text.isprintable() and len(text) < 400 for text in said)


@EVERY
def test_the_rebuilt_notebook_is_valid_and_has_each_graded_cell_once(damaged, folder):
    from nbformat import from_dict, validate

    damaged.make(folder)
    for notebook in read_submission(folder, release().expected).notebooks.values():
        rebuilt = rebuild(align(notebook, release()))
        validate(from_dict(rebuilt))
        about = [cell["metadata"].get("nbgrader") for cell in rebuilt["cells"]]
        ids = [each["grade_id"] for each in about if each]
        assert sorted(ids) == sorted(release().index)
        points = sum(each.get("points", 0) for each in about if each)
        assert math.isclose(points, MAXIMUM)
