"""From how the cells ended to verdicts: what was not attempted, what an earlier stage blocks."""

from collections.abc import Iterable

from autograder.course.directory import function_of
from autograder.grade.paper import cell_digest
from autograder.grade.sources import mentioned
from autograder.model import CellResult, Outcome, Verdict
from autograder.repair import Aligned, Release, ReleaseCell

LOST = {
    Outcome.FAILED,
    Outcome.PARTIAL,
    Outcome.TIMEOUT,
    Outcome.OUT_OF_MEMORY,
    Outcome.CRASHED,
}


def verdicts(aligned: Aligned, results: Iterable[CellResult]) -> tuple[Verdict, ...]:
    """Return a verdict for every graded cell of the course, in its order.

    Parameters
    ----------
    aligned : Aligned
    results : iterable of CellResult
        Of its code cells.
    """
    by_id = {result.grade_id: result for result in results if result.kind == "check"}
    graded = [cell for cell in aligned.release.cells if cell.grade or cell.task]
    outcomes = {
        cell.grade_id: _by_hand(cell, aligned)
        if cell.manual
        else _of_check(cell, by_id[cell.grade_id], aligned)
        for cell in graded
    }
    blocked = blocked_among(graded, outcomes)
    return tuple(
        Verdict(
            cell.grade_id,
            Outcome.BLOCKED if cell.grade_id in blocked else outcomes[cell.grade_id],
            _points(cell, outcomes[cell.grade_id], by_id.get(cell.grade_id)),
            cell.points,
            cell_digest(cell),
            tuple(by_id[cell.grade_id].flags) if cell.grade_id in by_id else (),
        )
        for cell in graded
    )


def ungraded(release: Release) -> tuple[Verdict, ...]:
    """Return the verdicts of a notebook of which nothing could be graded."""
    return tuple(
        Verdict(cell.grade_id, Outcome.UNGRADED, None, cell.points, cell_digest(cell))
        for cell in release.cells
        if cell.grade or cell.task
    )


def untouched(aligned: Aligned) -> tuple[str, ...]:
    """Return the ids of the solution cells in which the student did nothing."""
    return tuple(
        cell.grade_id
        for cell in aligned.release.cells
        if cell.solution and cell.grade_id not in aligned.attempted
    )


def checks_of(release: Release) -> dict[str, list[str]]:
    """Return the ids of each function's automatic checks."""
    found: dict[str, list[str]] = {}
    for cell in release.checks:
        found.setdefault(function_of(cell.grade_id), []).append(cell.grade_id)
    return found


def _by_hand(cell: ReleaseCell, aligned: Aligned) -> Outcome:
    left = cell.solution and not cell.task and cell.grade_id not in aligned.attempted
    return Outcome.NOT_ATTEMPTED if left else Outcome.MANUAL


def _of_check(cell: ReleaseCell, result: CellResult, aligned: Aligned) -> Outcome:
    outcome = result.outcome or Outcome.UNGRADED
    if outcome is not Outcome.FAILED:
        return outcome
    words = mentioned(cell.source)
    owners = [slot for slot in aligned.release.cells if slot.solution and slot.names & words]
    idle = bool(owners) and all(slot.grade_id not in aligned.attempted for slot in owners)
    return Outcome.NOT_ATTEMPTED if idle or result.not_implemented else outcome


def blocked_among(graded: list[ReleaseCell], outcomes: dict[str, Outcome]) -> set[str]:
    """Return the ids of failed checks whose stage comes after the first that lost points."""
    first: dict[str, float] = {}
    for cell in graded:
        if outcomes[cell.grade_id] in LOST and (stage := _stage(cell)) is not None:
            function = function_of(cell.grade_id)
            first[function] = min(stage, first.get(function, stage))
    return {
        cell.grade_id
        for cell in graded
        if outcomes[cell.grade_id] is Outcome.FAILED
        and (stage := _stage(cell)) is not None
        and stage > first[function_of(cell.grade_id)]
    }


def _stage(cell: ReleaseCell) -> float | None:
    return cell.metadata.get("autograder", {}).get("stage")


def _points(cell: ReleaseCell, outcome: Outcome, result: CellResult | None) -> float | None:
    if result is not None:
        return result.score
    return 0.0 if outcome is Outcome.NOT_ATTEMPTED else None
