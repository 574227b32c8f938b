"""Chapter 4: the weights of eight random keys under three rules of scaling, averaged."""

import numpy as np

from figures.svg import Picture, element, panels, svg, text
from solutions.reference.softmax import softmax

N_KEYS = 8
RULES = {"q · k": 0.0, "q · k / √d": 0.5, "q · k / d": 1.0}  # the power of d that divides
BAR, GAP, HEIGHT, ROW = 20, 4, 56, 114


def random_scores(d: int, n_queries: int, seed: int = 0) -> np.ndarray:
    """Draw queries with eight keys each, all standard normal, and multiply them.

    Parameters
    ----------
    d : int
        The number of features.
    n_queries : int
        The number of queries; each has keys of its own.
    seed : int
        The seed of the random numbers.

    Returns
    -------
    numpy.ndarray of float, shape (n_queries, 8)
        The dot product of each query with each of its keys.
    """
    rng = np.random.default_rng(seed)
    q = rng.standard_normal((n_queries, d, 1))
    k = rng.standard_normal((n_queries, N_KEYS, d))
    return (k @ q)[..., 0]  # (n_queries, 8)


def entropy(weights: np.ndarray) -> np.ndarray:
    """Return the entropy of each row of weights, in nats: (..., n) -> (...)."""
    logs = np.log(np.where(weights > 0, weights, 1.0))  # 0 log 0 counts as 0
    return -(weights * logs).sum(axis=-1)


def temperature_figure(sizes: tuple[int, ...] = (4, 64, 1024)) -> Picture:
    """Show the eight weights of a query, the largest first, averaged over 1,000 queries."""
    return panels(_panel(rule, power, sizes) for rule, power in RULES.items())


def _panel(rule: str, power: float, sizes: tuple[int, ...]) -> Picture:
    """Draw the rows of one rule, one row a size."""
    drawn, words = [text(8, 18, f"softmax of {rule}", class_="hbh-heading")], []
    for row, d in enumerate(sizes):
        weights = softmax(random_scores(d, 1000) / d**power)  # (1000, 8)
        ranked = np.sort(weights, axis=-1)[:, ::-1].mean(axis=0)  # (8,)
        note = f"largest {ranked[0]:.2f}, entropy {entropy(weights).mean():.2f}"
        top = 44 + row * ROW
        base = top + 16 + HEIGHT
        drawn += [
            text(8, top, f"d = {d}", class_="hbh-label"),
            *_bars(ranked, base),
            text(8, base + 14, note, class_="hbh-label"),
        ]
        words.append(f"d = {d}: {note}")
    width = 16 + N_KEYS * (BAR + GAP)
    return svg(width, 44 + len(sizes) * ROW, f"Softmax of {rule}", "; ".join(words), *drawn)


def _bars(weights: np.ndarray, base: float) -> list[str]:
    """Draw one bar a weight, standing on a line."""
    right = 8 + N_KEYS * (BAR + GAP)
    bars = [
        element(
            "rect",
            x=8 + j * (BAR + GAP),
            y=f"{base - HEIGHT * weight:.1f}",
            width=BAR,
            height=f"{HEIGHT * weight:.1f}",
            class_="hbh-weight-bar",
        )
        for j, weight in enumerate(weights)
    ]
    return [*bars, element("line", x1=8, x2=right, y1=base, y2=base, class_="hbh-frame")]
