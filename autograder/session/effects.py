"""What a change of the checks means, student by student."""

from dataclasses import dataclass
from pathlib import Path

from autograder.session.changes import Change


@dataclass(frozen=True)
class Effect:
    """What a change of the checks means for one student.

    Attributes
    ----------
    student : str
    before, after : float or None
        The automatic points.
    checks : dict of str to list
        Old and new points of each check that gives others, None where there are none.
    was_run : bool
        Whether the submission was run again.
    problem : str
        Why it could not be; what its receipt doesn't tell is then ungraded.
    """

    student: str
    before: float | None
    after: float | None
    checks: dict[str, tuple[float | None, float | None]]
    was_run: bool
    problem: str = ""

    @property
    def changes(self) -> bool:
        """Whether any points change."""
        return self.before != self.after or bool(self.checks)


@dataclass(frozen=True)
class Regraded:
    """What a regrade does, or did.

    Attributes
    ----------
    assignment : str
    changes : list of Change
        Of the graded cells.
    around : list of str
        The notebooks in which other cells changed, so that everything is run again.
    files : list of str
        The files beside the notebooks that changed, so that everything is run again.
    effects : list of Effect
        One for each receipt that isn't of the checks as they are now.
    by_hand : int
        How many scores and comments of people hang on removed cells: they go from the gradebook,
        and stay in ``receipts/human.json``.
    is_behind : bool
        Whether the gradebook's cells or the release are not what the source says.
    problems : tuple of str
        Why the assignment is not fit for release: then nothing is written.
    backup : pathlib.Path or None
        The copy of the gradebook that was made first.
    """

    assignment: str
    changes: list[Change]
    around: list[str]
    files: list[str]
    effects: list[Effect]
    by_hand: int = 0
    is_behind: bool = False
    problems: tuple[str, ...] = ()
    backup: Path | None = None

    @property
    def is_needed(self) -> bool:
        """Whether there is anything to do."""
        return bool(self.changes or self.around or self.files or self.effects or self.is_behind)
