"""How a check ended: nbgrader's rule for points, but for the differences that are documented.

What is printed on stderr costs nothing. A value that a check ends in is a partial score if it is a
number from 0 to the maximum, and otherwise the course's fault: the check is ungraded. What the
student's function returned is no score: a check that ends in it has raised nothing, and passes.
"""

import math

import numpy as np

from autograder.model import Outcome
from autograder.student.limits import TimeLimit
from autograder.student.trace import CELL, describe, frames
from autograder.wire.calls import Lost
from autograder.wire.encode import Unsendable

MAX_MESSAGE = 2000
Verdict = tuple[Outcome, float | None, str]


def of_value(value: object, points: float) -> Verdict:
    """Judge a check that raised nothing, by the value it ended in."""
    if value is None:
        return Outcome.PASSED, points, ""
    if getattr(type(value), "_peer_class", False):  # by a way that the text does not tell
        return Outcome.FAILED, 0.0, f"the check ends in a {type(value).__name__} of the submission"
    if isinstance(value, (bool, np.bool_)) or not isinstance(
        value, (int, float, np.integer, np.floating)
    ):
        return ungraded(f"the check ends in a {type(value).__name__}, which is no partial score")
    score = float(value)
    if not (math.isfinite(score) and 0 <= score <= points):
        return ungraded(f"the check ends in {score:g}, which is no score from 0 to {points:g}")
    if score == points:
        return Outcome.PASSED, score, ""
    outcome = Outcome.PARTIAL if score else Outcome.FAILED
    return outcome, score, f"{score:g} of {points:g} points"


def of_text(text: str, points: float) -> Verdict:
    """Judge a check that ran in the student's process, by the text of the value it ended in."""
    try:
        value: object = float(text)
    except ValueError:
        value = text
    return of_value(value, points)


def of_error(error: BaseException, defined: set[str]) -> Verdict:
    """Judge a check that an exception ended.

    Parameters
    ----------
    error : BaseException
    defined : set of str
        The names that the course's own cells or its solutions define: if one of them is missing,
        the submission is why. A name that nothing defines is the course's fault.
    """
    message = f"{type(error).__name__}: {describe(error)}"[:MAX_MESSAGE]
    if isinstance(error, Lost) and error.reason == "ungraded":
        return ungraded(str(error))
    if isinstance(error, Lost):
        return Outcome(error.reason), 0.0, message.removeprefix("Lost: ")
    if isinstance(error, TimeLimit):
        return Outcome.TIMEOUT, 0.0, "the check used up its computing time"
    if isinstance(error, MemoryError):
        return Outcome.OUT_OF_MEMORY, 0.0, "the memory did not suffice"
    if getattr(error, "from_submission", False):
        return Outcome.FAILED, 0.0, message
    if isinstance(error, Unsendable):
        return ungraded(message.removeprefix("Unsendable: "))
    if isinstance(error, ImportError) or (isinstance(error, SyntaxError) and not _ran(error)):
        return ungraded(f"the check itself does not run: {message}")
    if isinstance(error, NameError) and error.name and error.name not in defined:
        return ungraded(f"the check uses {error.name!r}, which no solution cell defines")
    return Outcome.FAILED, 0.0, message


def _ran(error: SyntaxError) -> bool:
    """Say whether a cell ran and asked for what has no syntax; else it is the cell itself."""
    found = [frame[0].co_filename for frame in frames(error) if frame]
    return any(name.startswith(CELL) for name in found)


def ungraded(message: str) -> Verdict:
    """Return the verdict of a check that says nothing about the submission."""
    return Outcome.UNGRADED, None, message


def of_outputs(outputs: list[dict], points: float) -> Verdict:
    """Judge a check that ran in the student's process, by its outputs, as nbgrader does."""
    for output in outputs:
        if output["output_type"] == "error":
            message = f"{output['ename']}: {output['evalue']}"[:MAX_MESSAGE]
            outcome = {
                "TimeLimit": Outcome.TIMEOUT,
                "MemoryError": Outcome.OUT_OF_MEMORY,
            }.get(output["ename"], Outcome.FAILED)
            return outcome, 0.0, message
        if output["output_type"] == "execute_result":
            return of_text(output["data"].get("text/plain", ""), points)
    return of_value(None, points)
