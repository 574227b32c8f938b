"""Chapter 3: what happens to softmax when every score grows by the same number."""

from collections.abc import Callable

import numpy as np

from figures.svg import Picture, element, panels, svg, text
from solutions.reference.softmax import softmax

SCORES = np.array([2.0, 1.0, 0.0])
ADDED = np.arange(1001)  # what is added to every score
WIDTH, HEIGHT, LEFT, TOP = 250, 110, 30, 44


def naive_softmax(x: np.ndarray) -> np.ndarray:
    """Softmax without the shift: right for small scores, `nan` beyond the cliff."""
    with np.errstate(over="ignore", invalid="ignore"):
        weights = np.exp(x)
        return weights / weights.sum(axis=-1, keepdims=True)


def first_weights(function: Callable) -> np.ndarray:
    """Return the weight of the first score, (1001,), for each number of `ADDED`."""
    return function(SCORES + ADDED[:, None])[:, 0]


def overflow_figure() -> Picture:
    """Show the weight of the score 2 among 2, 1, 0 when c is added to all three."""
    return panels(
        [
            _panel("Naive", first_weights(naive_softmax)),
            _panel("Largest score subtracted", first_weights(softmax)),
        ]
    )


def _panel(title: str, weights: np.ndarray) -> Picture:
    """Draw the first weight against the added number, up to where it is `nan`."""
    last = int(ADDED[np.isfinite(weights)][-1])
    x, y = LEFT + WIDTH * ADDED / ADDED[-1], TOP + HEIGHT * (1 - weights)
    points = " ".join(f"{x[c]:.1f},{y[c]:.1f}" for c in range(0, last + 1, last // 10))
    drawn = [
        text(4, 18, title, class_="hbh-heading"),
        element("rect", x=LEFT, y=TOP, width=WIDTH, height=HEIGHT, class_="hbh-frame"),
        *_axes(),
        element("polyline", points=points, class_="hbh-line hbh-weight-stroke"),
        text((x[0] + x[last]) / 2, y[0] - 14, f"weight {weights[0]:.3f}", class_="hbh-middle"),
    ]
    words = f"The weight of the first score is {weights[0]:.3f} from c = 0 to c = {last}."
    if last < ADDED[-1]:
        words += f" From c = {last + 1} on it is nan."
        width = LEFT + WIDTH - x[last]
        drawn += [
            element(
                "rect", x=f"{x[last]:.1f}", y=TOP, width=width, height=HEIGHT, class_="hbh-void"
            ),
            text(x[last] + width / 2, TOP + HEIGHT / 2, "nan", class_="hbh-heading hbh-middle"),
        ]
    return svg(LEFT + WIDTH + 16, TOP + HEIGHT + 44, title, words, *drawn)


def _axes() -> list[str]:
    """Label the axes: the weight from 0 to 1, and what was added."""
    below = TOP + HEIGHT + 14
    middle = "hbh-label hbh-middle"
    return [
        *(text(LEFT - 6, TOP + HEIGHT * (1 - w), w, class_="hbh-label hbh-end") for w in (0, 1)),
        *(text(LEFT + WIDTH * c / 1000, below, c, class_=middle) for c in (0, 500, 1000)),
        text(LEFT + WIDTH / 2, below + 20, "c, added to every score", class_=middle),
    ]
