"""One submission's cells become outcomes.

`Worker` owns the warm processes and supervises. A fork of one of them, the `examiner`, runs the
checks; a fork of the other, in the sandbox, runs the student's code.
"""

from typing import TYPE_CHECKING

from autograder.model import Cell, CellResult, Limits, Outcome, Run

if TYPE_CHECKING:
    from autograder.grade.worker import Worker

__all__ = ["Cell", "CellResult", "Limits", "Outcome", "Run", "Worker"]


def __getattr__(name: str) -> object:
    """Import the worker where it is asked for: the examiner does without it."""
    if name != "Worker":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from autograder.grade.worker import Worker

    return Worker
