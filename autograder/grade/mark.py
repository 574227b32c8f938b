"""One submission becomes one receipt, and the graded notebooks beside it."""

import functools
import platform
import time
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import version

import msgspec
from msgspec import Struct, field

from autograder.diagnose.cells import probe_cells, recognised
from autograder.grade.files import Archives
from autograder.grade.outcomes import checks_of, ungraded, untouched, verdicts
from autograder.grade.paper import Assignment
from autograder.grade.worker import Worker
from autograder.intake import Notebook, Parcel, read_parcel
from autograder.model import (
    CellResult,
    Flag,
    NotebookResult,
    Observed,
    Outcome,
    Receipt,
    Result,
    Run,
    Seen,
)
from autograder.repair import Aligned, Release, align, rebuild, written

SAID = {
    "unsandboxed": "graded without a sandbox: the submission could read and change what you can",
    "forgeable": "a check ran in the submission's own process, which can forge its outcome",
}


class Marked(Struct):
    """A receipt, and by name the notebooks with what their cells showed, as JSON."""

    receipt: Receipt
    notebooks: dict[str, bytes] = field(default_factory=dict)


def mark(assignment: Assignment, student: str, parcel: Parcel, worker: Worker) -> Marked:
    """Grade one submission.

    Parameters
    ----------
    assignment : Assignment
    student : str
    parcel : Parcel
        What was handed in.
    worker : Worker
        It keeps to the assignment's settings.
    """
    start = time.monotonic()
    submission = read_parcel(parcel, [release.expected for release in assignment.releases])
    seconds = {"intake": time.monotonic() - start}
    results, notebooks, seen, faults = [], {}, {}, []
    for release in assignment.releases:
        if release.name in submission.refusals:
            refusal = submission.refusals[release.name]
            results.append(NotebookResult(release.name, ungraded(release), refusal=refusal))
            continue
        found = submission.notebooks[release.name]
        aligned = _align(found, release, seconds)
        with assignment.archives.with_own(parcel.own) as files:
            run, diagnoses, lost = _run(aligned, assignment, files, worker, seconds)
        results.append(_result(found, aligned, run, diagnoses))
        seen[release.name] = _seen([*run.cells, *lost])
        faults += [run.fault] if run.fault else []
        notebooks[release.name] = _graded(aligned, run)
    result = Result(
        student,
        assignment.name,
        parcel.digest,
        assignment.digest,
        assignment.settings.digest,
        tuple(results),
        submission.timestamp,
        submission.flags,
    )
    seconds["all"] = time.monotonic() - start
    sandbox = worker.level.name if notebooks else ""
    return Marked(Receipt(result, observed(sandbox, seconds, seen, "; ".join(faults))), notebooks)


def faulty(assignment: Assignment, student: str, parcel: Parcel, fault: str) -> Receipt:
    """Return the receipt of a submission that the machine failed to grade."""
    result = Result(
        student,
        assignment.name,
        parcel.digest,
        assignment.digest,
        assignment.settings.digest,
        tuple(NotebookResult(r.name, ungraded(r)) for r in assignment.releases),
    )
    return Receipt(result, observed(fault=fault))


def observed(
    sandbox: str = "",
    seconds: dict[str, float] | None = None,
    seen: dict[str, dict[str, Seen]] | None = None,
    fault: str = "",
) -> Observed:
    """Return what was seen of a run, with the time, the machine and the versions."""
    rounded = {stage: round(value, 6) for stage, value in (seconds or {}).items()}
    now = datetime.now(UTC).replace(tzinfo=None)
    return Observed(now, sandbox, platform.node(), _versions(), rounded, seen or {}, fault)


@functools.cache
def _versions() -> dict[str, str]:
    found = {name: version(name) for name in ("head-by-head", "numpy")}
    return {"python": platform.python_version(), **found}


def _align(notebook: Notebook, release: Release, seconds: dict[str, float]) -> Aligned:
    start = time.monotonic()
    aligned = align(notebook, release)
    seconds["repair"] = seconds.get("repair", 0.0) + time.monotonic() - start
    return aligned


def _run(
    aligned: Aligned,
    assignment: Assignment,
    files: Archives,
    worker: Worker,
    seconds: dict[str, float],
) -> tuple[Run, dict[str, str], list[CellResult]]:
    """Run the cells and, behind them, the probes.

    The cells' run is returned, the diagnoses, and the probes that a limit ended.
    """
    release, code = aligned.release, aligned.code
    probes = probe_cells(assignment.diagnosis, checks_of(release))
    names = set().union(*(cell.names for cell in release.cells))
    run = worker.run([*code, *probes], names=names, files=files)
    for stage, value in run.seconds.items():
        seconds[stage] = seconds.get(stage, 0.0) + value
    cells, probed = run.cells[: len(code)], run.cells[len(code) :]
    found = recognised(assignment.diagnosis, probed)
    is_whole = all(cell.outcome is not Outcome.UNGRADED for cell in cells)
    run = msgspec.structs.replace(run, cells=cells, fault="" if is_whole else run.fault)
    diagnoses = {function: mistake["ids"][0] for function, mistake in found.items()}
    return run, diagnoses, [cell for cell in probed if cell.limits]


def _result(
    notebook: Notebook, aligned: Aligned, run: Run, diagnoses: dict[str, str]
) -> NotebookResult:
    flags = [*notebook.flags, *aligned.flags, *(Flag(kind, SAID[kind]) for kind in run.flags)]
    return NotebookResult(
        aligned.release.name,
        verdicts(aligned, run.cells),
        untouched(aligned),
        tuple(flags),
        diagnoses=diagnoses,
    )


def _seen(cells: Iterable[CellResult]) -> dict[str, Seen]:
    return {
        cell.grade_id: Seen(cell.message, round(cell.elapsed, 6), tuple(cell.limits), cell.compared)
        for cell in cells
        if cell.kind == "check"
    }


def _graded(aligned: Aligned, run: Run) -> bytes:
    """Return the repaired notebook with what its cells showed."""
    notebook = rebuild(aligned)
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for cell, result in zip(code, run.cells, strict=True):
        cell["outputs"] = result.outputs
        cell["execution_count"] = result.execution_count
    return written(notebook)
