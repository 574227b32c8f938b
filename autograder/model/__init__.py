"""What every room speaks of: a cell and how it ended, the limits, and a submission's receipt."""

from autograder.model.receipt import (
    Flag,
    NotebookResult,
    Observed,
    Receipt,
    Refusal,
    Result,
    Seen,
    Verdict,
)
from autograder.model.run import Cell, CellResult, Comparison, Grid, Kind, Limits, Outcome, Run

__all__ = [
    "Cell",
    "CellResult",
    "Comparison",
    "Flag",
    "Grid",
    "Kind",
    "Limits",
    "NotebookResult",
    "Observed",
    "Outcome",
    "Receipt",
    "Refusal",
    "Result",
    "Run",
    "Seen",
    "Verdict",
]
