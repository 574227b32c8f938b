"""One try at a submission, and what it tells of the process that it was tried in."""

from dataclasses import dataclass, field

from autograder.model import CellResult, Outcome

UNUSUAL = {Outcome.TIMEOUT, Outcome.CRASHED, Outcome.OUT_OF_MEMORY}


@dataclass
class Attempt:
    """How far one try came.

    Attributes
    ----------
    results : dict of int to CellResult
    seconds : dict of str to float
        What its stages took.
    last : int
        The cell that began last.
    problem : str
        Why it came to no end; empty if it did.
    is_first : bool
        Whether the examiner's process had run no other submission before.
    is_worn : bool
        Whether that process has held much memory.
    """

    results: dict[int, CellResult] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    last: int = -1
    problem: str = ""
    is_first: bool = True
    is_worn: bool = False

    @property
    def outcomes(self) -> set[Outcome | None]:
        """What came of the checks so far."""
        return {result.outcome for result in self.results.values()}

    @property
    def is_usual(self) -> bool:
        """Whether nothing happened that the examiner's process could suffer from."""
        return not self.problem and not self.is_worn and self.outcomes.isdisjoint(UNUSUAL)

    @property
    def is_doubtful(self) -> bool:
        """Whether it may have ended like this because of a submission before."""
        return not self.is_first and bool(self.problem or Outcome.OUT_OF_MEMORY in self.outcomes)
