"""Read what students handed in, as if every file were hostile: bounds first, no link followed."""

from autograder.intake.cell import Claim, SubmittedCell
from autograder.intake.expected import Expected
from autograder.intake.findings import Flag, Refusal, listed, shown
from autograder.intake.limits import Limits
from autograder.intake.notebook import Notebook, read_notebook
from autograder.intake.parcel import Parcel, pack
from autograder.intake.submission import Submission, read_parcel, read_submission

__all__ = [
    "Claim",
    "Expected",
    "Flag",
    "Limits",
    "Notebook",
    "Parcel",
    "Refusal",
    "Submission",
    "SubmittedCell",
    "listed",
    "pack",
    "read_notebook",
    "read_parcel",
    "read_submission",
    "shown",
]
