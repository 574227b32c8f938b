"""Where each student stands with each assignment."""

import math
from dataclasses import dataclass
from datetime import datetime

GRADED, NEEDS_MANUAL, UNGRADED, NOT_SUBMITTED = (
    "graded",
    "needs manual",
    "ungraded",
    "not submitted",
)


@dataclass(frozen=True)
class Person:
    """A student of the roster; what isn't known is empty."""

    id: str
    first_name: str
    last_name: str
    email: str
    lms_user_id: str


@dataclass(frozen=True)
class Question:
    """A cell that is scored.

    Attributes
    ----------
    cell : str
        The database's id.
    name : str
        Its grade_id; after the notebook's name, where the assignment has several.
    max_score : float
    by_hand : bool
        Whether a person scores it.
    """

    cell: str
    name: str
    max_score: float
    by_hand: bool


@dataclass(frozen=True)
class Standing:
    """One student's submission of one assignment.

    Attributes
    ----------
    person : Person
    status : str
        ``graded``, ``needs manual`` (a person has points to give), ``ungraded`` (a check could
        not be graded) or ``not submitted``.
    scores : tuple of float or None
        By question, a person's before the machine's.
    penalty : float
        What lateness costs.
    submission : str
        The database's id; empty where there is none.
    timestamp : datetime.datetime or None
    seconds_late : float
    """

    person: Person
    status: str
    scores: tuple[float | None, ...]
    penalty: float = 0.0
    submission: str = ""
    timestamp: datetime | None = None
    seconds_late: float = 0.0

    @property
    def raw_score(self) -> float | None:
        """The points so far without the penalty: None is no zero."""
        if self.status in (UNGRADED, NOT_SUBMITTED):
            return None
        return math.fsum(score for score in self.scores if score is not None)

    @property
    def score(self) -> float | None:
        """The points so far, or None."""
        return None if self.raw_score is None else max(0.0, self.raw_score - self.penalty)

    @property
    def final_score(self) -> float | None:
        """The points, or None where some are still to come."""
        return self.score if self.status == GRADED else None


@dataclass(frozen=True)
class Sheet:
    """An assignment with everybody's standing, in the roster's order."""

    name: str
    due: datetime | None
    max_score: float
    questions: tuple[Question, ...]
    standings: tuple[Standing, ...]
