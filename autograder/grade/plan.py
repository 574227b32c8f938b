"""What the cells' text says about how to run them: read before the fork, which is cheaper."""

import marshal
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from autograder.grade import sources
from autograder.grade.checks import result_of
from autograder.grade.messages import Job
from autograder.grade.order import deferred
from autograder.grade.standing import Groups, repeats, runs_at_once, standing
from autograder.model import Cell
from autograder.student.shell import Code, name_of

MASKS = {"MaskedArray", "ma"}
"""Words of a course whose checks know masked arrays."""


class Plan(NamedTuple):
    """How to run a submission's cells.

    Attributes
    ----------
    lent : list of frozenset of str
        The student's names that each cell may need.
    stops : dict of int to list of list of int
        Where the student's process stops: see `standing`.
    repeats : bool
        Whether it can be replaced by another one at any time.
    at_once : bool
        Whether it runs all cells by one order.
    masks : bool
        Whether the checks know masked arrays: others would pass over masked numbers.
    second : frozenset of int
        The cells that run in the second pass: see `deferred`.
    codes : dict of int to bytes
        What cells of the course's were compiled to, for the student's process.
    """

    lent: list[frozenset[str]]
    stops: dict[int, Groups]
    repeats: bool
    at_once: bool
    masks: bool
    second: frozenset[int]
    codes: dict[int, bytes]


def plan(job: Job, codes: Mapping[tuple[str, str], Code]) -> Plan:
    """Read the text of a submission's cells.

    Parameters
    ----------
    job : Job
    codes : mapping of (str, str) to code
        What cells of the course's were compiled to, by name and source.
    """
    lent = names_lent(job)
    stops = standing(job.cells, lent)
    at_once = not job.exact and runs_at_once(job.cells, stops)
    own = [cell.source for cell in job.cells if cell.kind != "student" and not cell.after_failing]
    masks = any(MASKS & sources.mentioned(source) for source in own)
    for cell, names in zip(job.cells, lent, strict=True):
        if cell.kind == "check":
            result_of(cell.source, names)  # it is remembered
    marshalled = marshalled_of(job.cells, codes) if at_once else {}
    return Plan(lent, stops, repeats(job.cells), at_once, masks, deferred(job.cells), marshalled)


def marshalled_of(cells: Iterable[Cell], codes: Mapping[tuple[str, str], Code]) -> dict[int, bytes]:
    """Return the code of the course's cells that run in the student's process and show nothing."""
    keys = {
        i: (name_of(i + 1), cell.source) for i, cell in enumerate(cells) if cell.kind == "locked"
    }
    return {i: marshal.dumps(codes[key][0]) for i, key in keys.items() if key in codes}


def names_lent(job: Job) -> list[frozenset[str]]:
    """Return the student's names that each cell may need, itself or through helpers."""
    helpers: frozenset[str] = frozenset()
    found = []
    for cell in job.cells:
        if cell.kind == "student":
            found.append(frozenset())
            continue
        mentioned = sources.mentioned(cell.source) & job.names
        found.append(mentioned | helpers)
        if cell.kind == "locked":
            helpers |= mentioned
    return found
