"""How long a check may compute, and whether it is run once more.

A function that never ends would cost its whole limit in each of its checks. Once it has overrun
twice, the others get a tenth. And where the clock ran out but not the computing time, the machine
may have stood still: such a check is run once more.
"""

from collections import Counter
from collections.abc import Iterable

from autograder.model import Cell, CellResult, Outcome

FULL = 2
"""How often a function may use up the whole limit."""
SHARE, LEAST = 0.1, 1.0
"""What is left of it then, and the seconds that are always left."""
AGAIN = 2
"""How many checks of a submission are run once more."""


class Pace:
    """Counts in which of the student's functions the time of checks ran out.

    Parameters
    ----------
    usual : float
        Seconds of computing time for a check that asks for no other.
    """

    def __init__(self, usual: float) -> None:
        self.usual = usual
        self.overrun: Counter[str] = Counter()
        self._spare = AGAIN

    def seconds(self, cell: Cell, lent: Iterable[str]) -> float:
        """Return how long a check that is lent some functions may compute."""
        full = cell.timeout or self.usual
        if all(self.overrun[name] < FULL for name in lent):
            return full
        return min(full, max(SHARE * full, LEAST))

    def goes_again(self, result: CellResult) -> bool:
        """Say whether a check is run once more, and count that."""
        if "clock" not in result.limits or not self._spare:
            return False
        self._spare -= 1
        return True

    def note(self, cell: Cell, result: CellResult, seconds: float, asked: Iterable[str]) -> None:
        """Note how a check ended, and say so where it had less time than others."""
        if result.outcome is not Outcome.TIMEOUT:
            return
        self.overrun.update(asked)
        if seconds < (cell.timeout or self.usual):
            result.message += (
                f"; it had {seconds:g} s, because the function had used up the time of {FULL} "
                "other checks"
            )
