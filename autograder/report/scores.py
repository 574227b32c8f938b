"""How the automatic points are spread, and what each check tells of the class."""

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np

from autograder.model import Outcome
from autograder.report.contents import Item, Scores
from autograder.report.reading import Class, verdicts

BINS = 10
FEWEST = 10  # submissions below which a correlation says nothing
STRONG = 0.25
FAILS = 0.5
"""The strongest earn less than this share of a check: it is suspect."""
CHANCE = 1.64
"""Standard errors below 0 that a correlation must lie to be taken as negative."""


def scores(group: Class) -> Scores:
    """Return the spread of the points of those who are graded."""
    automatic = group.automatic
    most = sum(cell.points for key, cell in group.cells.items() if key in automatic)
    points = np.array(
        [
            sum(v.points or 0.0 for key, v in verdicts(receipt).items() if key in automatic)
            for receipt in group.receipts
            if not receipt.is_ungraded
        ]
    )
    bins, _ = np.histogram(points, bins=BINS, range=(0, most or 1))
    if not points.size:
        return Scores(0, most, None, None, None, None, tuple(bins.tolist()))
    lower, median, upper = np.percentile(points, (25, 50, 75)).tolist()
    mean = float(points.mean())
    return Scores(points.size, most, mean, median, lower, upper, tuple(bins.tolist()))


def items(group: Class) -> list[Item]:
    """Return every check, in the order of the notebooks, with what it tells."""
    seen = [verdicts(receipt) for receipt in group.receipts]
    outcomes: dict[tuple[str, str], Counter[str]] = {key: Counter() for key in group.cells}
    for found in seen:
        for key in outcomes.keys() & found.keys():
            outcomes[key][found[key].outcome.value] += 1
    automatic = [key for key in group.cells if key in group.automatic]
    most = np.array([group.cells[key].points for key in automatic])
    earned, tried = np.full((2, len(seen), len(automatic)), np.nan)
    for row, found in enumerate(seen):
        for column, key in enumerate(automatic):
            verdict = found.get(key)
            if verdict is not None and verdict.points is not None:
                earned[row, column] = verdict.points
                tried[row, column] = verdict.outcome is not Outcome.NOT_ATTEMPTED
    columns = {key: column for column, key in enumerate(automatic)}
    made = []
    for key, cell in group.cells.items():
        title = cell.metadata.get("autograder", {}).get("title") or key[1]
        about = (*key, title, cell.points, dict(outcomes[key]))
        told = _told(earned, tried, most, columns[key]) if key in columns else (0, *[None] * 3, "")
        made.append(Item(*about, *told))
    return made


def _told(
    earned: np.ndarray, tried: np.ndarray, most: np.ndarray, column: int
) -> tuple[int, float | None, float | None, float | None, str]:
    """Return how many tried a check, its difficulty, discrimination, and what looks wrong.

    Parameters
    ----------
    earned : numpy.ndarray, shape (n_students, n_checks)
        NaN where there are no points.
    tried : numpy.ndarray, shape (n_students, n_checks)
        1 where the student did something.
    most : numpy.ndarray, shape (n_checks,)
    column : int
    """
    counts = tried[:, column] == 1
    n_tried = int(counts.sum())
    if not n_tried or not most[column]:
        return n_tried, None, None, None, ""
    own = earned[counts, column] / most[column]  # (n_tried,)
    others = np.delete(earned[counts], column, axis=1)  # (n_tried, n_checks - 1)
    rest = np.nansum(others, axis=1) if others.size else np.zeros(n_tried)  # (n_tried,)
    difficulty = float(own.mean())
    if n_tried < FEWEST:
        return n_tried, difficulty, None, None, ""
    varies = own.std() > 0 and rest.std() > 0
    discrimination = float(np.corrcoef(own, rest)[0, 1]) if varies else None
    # Whoever has as many points as the last of the strongest is one of them.
    strong = float(own[rest >= np.quantile(rest, 1 - STRONG)].mean())
    return n_tried, difficulty, discrimination, strong, _suspect(discrimination, strong, n_tried)


def _suspect(discrimination: float | None, strong: float, n_tried: int) -> str:
    if strong < FAILS:
        return f"the strongest quarter earns {strong:.0%} of it"
    if discrimination is not None and discrimination < -CHANCE / math.sqrt(n_tried):
        return "the better the rest of a submission, the more often this fails"
    return ""


def label(item: Item, items: Sequence[Item]) -> str:
    """Return what to call a check: with its notebook where there are several."""
    several = len({each.notebook for each in items}) > 1
    return f"{item.notebook}/{item.id}" if several else item.id
