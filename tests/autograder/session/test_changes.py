"""Verdicts that are carried over, without a run."""

from copy import deepcopy
from datetime import datetime

import pytest
from msgspec.structs import replace
from nbformat.v4 import new_notebook

from autograder.grade.paper import Paper, cell_digest, read
from autograder.model import Flag, NotebookResult, Observed, Outcome, Receipt, Refusal, Result
from autograder.model import Verdict as V
from autograder.session.changes import Comparison
from tests.autograder.classroom import check, solution

SMALL, LARGE, HUGE = (f"double--{name}" for name in ("small", "large", "huge"))


def staged(grade_id, stage, points=1, code=""):
    cell = check(grade_id, points, code or f"assert double({stage}) == {2 * stage}")
    cell["metadata"]["autograder"] = {"stage": stage}
    return cell


def cells():
    return [solution("double"), staged(SMALL, 1), staged(LARGE, 2), staged(HUGE, 3)]


def assignment(cells):
    notebook = new_notebook(cells=deepcopy(cells))
    release = deepcopy(notebook)
    release["cells"][0]["source"] = "def double(x):\n    raise NotImplementedError()"
    return read(Paper("01_sums", (("01_sums", notebook, release),)))


BEFORE = assignment(cells())


def receipt(*outcomes, refusal=None, flags=()):
    graded = [cell for cell in BEFORE.releases[0].cells if cell.grade]
    given = (
        V(cell.grade_id, outcome, points(outcome, cell), cell.points, cell_digest(cell))
        for cell, outcome in zip(graded, outcomes, strict=True)
    )
    notebook = NotebookResult("01_sums", tuple(given), flags=flags, refusal=refusal)
    result = Result("ada", "01_sums", "work", BEFORE.digest, "settings", (notebook,))
    return Receipt(result, Observed(datetime(2026, 3, 1)))


def points(outcome, cell):
    if outcome is Outcome.UNGRADED:
        return None
    return cell.points if outcome is Outcome.PASSED else 0.0


def carried(after, given):
    comparison = Comparison(BEFORE, assignment(after))
    assert not comparison.needs_run(given)
    return {v.id: (v.outcome, v.points) for v in comparison.carried(given).verdicts}


def test_what_a_removed_check_blocked_has_failed_of_itself():
    after = cells()
    del after[1]
    given = receipt(Outcome.FAILED, Outcome.BLOCKED, Outcome.BLOCKED)
    assert carried(after, given) == {LARGE: (Outcome.FAILED, 0), HUGE: (Outcome.BLOCKED, 0)}


def test_a_check_that_was_renamed_and_weighed_anew_keeps_its_outcome():
    after = cells()
    after[3] = staged("double--enormous", 3, 5)
    given = receipt(Outcome.PASSED, Outcome.FAILED, Outcome.PASSED)
    assert carried(after, given)["double--enormous"] == (Outcome.PASSED, 5)


def test_two_checks_that_ask_the_same_are_not_taken_for_renamed():
    after = cells()
    after[2:] = [staged("double--a", 2), staged("double--b", 2), after[3]]
    kinds = [change.kind for change in Comparison(BEFORE, assignment(after)).changes]
    assert sorted(kinds) == ["added", "added", "removed"]


def test_what_could_not_be_read_needs_no_run():
    after = [*cells(), staged("double--more", 4)]
    refusal = Refusal("01_sums.ipynb", "is cut off", "Hand it in again")
    given = receipt(*[Outcome.UNGRADED] * 3, refusal=refusal)
    assert set(carried(after, given).values()) == {(Outcome.UNGRADED, None)}


def test_flags_follow_a_renamed_cell_and_leave_with_a_removed_one():
    after = cells()
    del after[1]
    after[1] = staged("double--big", 2)
    flags = (Flag("repaired:missing-check", "gone", SMALL), Flag("tampered:source", "x", LARGE))
    given = receipt(*[Outcome.PASSED] * 3, flags=flags)
    kept = Comparison(BEFORE, assignment(after)).carried(given).flags
    assert [(flag.kind, flag.cell) for flag in kept] == [("tampered:source", "double--big")]


@pytest.mark.parametrize(
    "change",
    [
        lambda cells: cells.insert(1, solution("mean")),
        lambda cells: cells.append(cells.pop(0)),
        lambda cells: cells[2].update(source="assert double(2) == 5"),
        lambda cells: cells[2]["metadata"]["autograder"].update(timeout=3.0),
        lambda cells: cells.append(staged("double--more", 4)),
    ],
    ids=["cell around", "order", "source", "time", "added"],
)
def test_what_a_receipt_does_not_tell_is_run(change):
    after = cells()
    change(after)
    comparison = Comparison(BEFORE, _released(after))
    assert comparison.needs_run(receipt(*[Outcome.PASSED] * 3))


def _released(cells):
    notebook = new_notebook(cells=deepcopy(cells))
    return read(Paper("01_sums", (("01_sums", notebook, deepcopy(notebook)),)))


def test_a_receipt_of_other_checks_is_run():
    given = receipt(*[Outcome.PASSED] * 3)
    older = replace(given, result=replace(given.result, checks="older"))
    after = cells()
    after[1] = staged(SMALL, 1, 4)
    assert Comparison(BEFORE, assignment(after)).needs_run(older)
