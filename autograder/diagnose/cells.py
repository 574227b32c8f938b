"""The probes in grading: cells that run when a check of their function failed."""

import contextlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

from autograder.diagnose.match import match
from autograder.model import Cell, CellResult

PREFIX = "diagnosis:"
"""Starts the grade_id of a probe cell; no check's id has a colon."""
SECONDS = 2.0
SOURCE = """\
from autograder.diagnose.signature import observe as _observe

_observe({function}, {probes!r})
"""


def read(directory: Path, assignment: str) -> dict:
    """Return an assignment's diagnosis; without a file, one that knows no mistake."""
    path = directory / f"{assignment}.json"
    return json.loads(path.read_text("ascii")) if path.is_file() else {"functions": {}}


def probe_cells(diagnosis: dict, checks: Mapping[str, Iterable[str]]) -> list[Cell]:
    """Return a cell for each function that the diagnosis knows.

    They go behind all other cells of a submission. One runs only if a check of its function
    failed; it has no points, and its outcome means nothing.

    Parameters
    ----------
    diagnosis : dict
    checks : mapping of str to iterable of str
        The ids of each function's checks.
    """
    return [
        Cell(
            "check",
            SOURCE.format(function=name, probes=json.dumps(known["probes"])),
            PREFIX + name,
            timeout=SECONDS,
            hidden=True,
            after_failing=tuple(checks[name]),
        )
        for name, known in diagnosis["functions"].items()
        if checks.get(name)
    ]


def recognised(diagnosis: dict, results: Iterable[CellResult]) -> dict[str, dict]:
    """Return the mistakes that probe cells show, by function.

    Parameters
    ----------
    diagnosis : dict
    results : iterable of CellResult
        Of the whole run.

    Returns
    -------
    dict of str to dict
        ``ids``, ``message`` and ``section`` of each mistake. Without a match there is none.
    """
    found = {}
    for result in results:
        name = result.grade_id.removeprefix(PREFIX)
        if name == result.grade_id or not (seen := _seen(result)):
            continue
        if mistake := match(diagnosis["functions"][name], seen):
            found[name] = {key: mistake[key] for key in ("ids", "message", "section")}
    return found


def _seen(result: CellResult) -> list[dict]:
    for output in result.outputs:
        if output["output_type"] == "execute_result":
            with contextlib.suppress(ValueError):  # of a result so large that it was cut
                return json.loads(output["data"]["text/plain"])
    return []
