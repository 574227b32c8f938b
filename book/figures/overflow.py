"""Chapter 3: what happens to softmax when every score grows by the same number."""

import numpy as np

from figures.svg import Picture, element, panels, svg, text
from solutions.reference.softmax import softmax

SCORES = np.array([2.0, 1.0, 0.0])
WIDTH, HEIGHT, LEFT, TOP = 250, 110, 44, 44


def naive_softmax(x: np.ndarray) -> np.ndarray:
    """Softmax without the shift: right for small scores, `nan` beyond the cliff."""
    with np.errstate(over="ignore", invalid="ignore"):
        weights = np.exp(x)
        return weights / weights.sum(axis=-1, keepdims=True)


def first_weights(function, added: np.ndarray) -> np.ndarray:
    """Return the weight of the first score, (n,), after adding each of n numbers to all scores."""
    return function(SCORES + added[:, None])[:, 0]


def cliff() -> int:
    """Return the smallest whole number whose addition makes the naive softmax `nan`."""
    added = np.arange(0, 1001)
    return int(added[np.isnan(first_weights(naive_softmax, added))][0])


def overflow_figure() -> Picture:
    """Show the weight of the score 2 among 2, 1, 0 when c is added to all three."""
    return panels(
        [
            _panel("Naive: exp(s) / sum", naive_softmax),
            _panel("Shifted by the row maximum", softmax),
        ]
    )


def _panel(title: str, function) -> Picture:
    """Draw the first weight against the added number; a hatched field stands for `nan`."""
    added = np.arange(0, 1001)
    weights = first_weights(function, added)  # (1001,)
    finite = np.isfinite(weights)
    end = int(added[finite][-1])
    x = LEFT + WIDTH * added / 1000
    y = TOP + HEIGHT * (1 - weights)
    points = f"{x[0]:.0f},{y[0]:.1f} {x[end]:.1f},{y[end]:.1f}"
    drawn = [
        element("rect", x=LEFT, y=TOP, width=WIDTH, height=HEIGHT, class_="hbh-frame"),
        element("polyline", points=points, class_="hbh-line hbh-weight-stroke"),
        *(
            text(LEFT - 6, TOP + HEIGHT * (1 - v), f"{v:g}", class_="hbh-label hbh-end")
            for v in (0, 1)
        ),
        *(
            text(LEFT + WIDTH * c / 1000, TOP + HEIGHT + 14, c, class_="hbh-label hbh-middle")
            for c in (0, 500, 1000)
        ),
        text(
            LEFT + WIDTH / 2,
            TOP + HEIGHT + 32,
            "c, added to every score",
            class_="hbh-label hbh-middle",
        ),
        text(x[end] / 2 + LEFT / 2, y[0] - 12, f"weight {weights[0]:.3f}", class_="hbh-middle"),
    ]
    words = f"The weight of the first score stays {weights[0]:.3f} up to c = {end}."
    if not finite.all():
        words += f" From c = {end + 1} on it is nan."
        drawn.append(
            element(
                "rect",
                x=x[end],
                y=TOP,
                width=LEFT + WIDTH - x[end],
                height=HEIGHT,
                class_="hbh-void",
            )
        )
        drawn.append(
            text(
                (x[end] + LEFT + WIDTH) / 2,
                TOP + HEIGHT / 2,
                "nan",
                class_="hbh-middle hbh-heading",
            )
        )
    heading = text(4, 18, title, class_="hbh-heading")
    return svg(LEFT + WIDTH + 12, TOP + HEIGHT + 44, title, words, heading, *drawn)
