"""One submission's cells become outcomes.

`Worker` owns the warm processes and supervises. A fork of one of them, the `examiner`, runs the
checks; a fork of the other, in the sandbox, runs the student's code.
"""

from autograder.grade.worker import Worker
from autograder.model import Cell, CellResult, Limits, Outcome, Run

__all__ = ["Cell", "CellResult", "Limits", "Outcome", "Run", "Worker"]
