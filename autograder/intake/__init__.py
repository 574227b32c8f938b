"""Read what students handed in, as if every file were hostile: bounds first, no link followed."""

from autograder.intake.cell import Claim, SubmittedCell
from autograder.intake.expected import Expected
from autograder.intake.findings import Flag, Refusal, listed, shown
from autograder.intake.limits import Limits
from autograder.intake.notebook import Notebook, read_notebook
from autograder.intake.submission import Submission, read_submission

__all__ = [
    "Claim",
    "Expected",
    "Flag",
    "Limits",
    "Notebook",
    "Refusal",
    "Submission",
    "SubmittedCell",
    "listed",
    "read_notebook",
    "read_submission",
    "shown",
]
