"""Chapter 4: the weights of eight random keys under three rules of scaling."""

from typing import NamedTuple

import numpy as np

from figures.svg import Picture, element, panels, svg, text
from solutions.reference.softmax import softmax

N_KEYS = 8
RULES = {"none": 0.0, "÷ √d": 0.5, "÷ d": 1.0}  # the power of d that divides the scores
BAR, GAP, HEIGHT = 22, 4, 64


class Saturation(NamedTuple):
    """Means over many draws, one number a rule of `RULES`."""

    largest: tuple[float, ...]
    entropy: tuple[float, ...]
    slope: tuple[float, ...]


def random_scores(d: int, n_draws: int, seed: int = 0) -> np.ndarray:
    """Draw the scores, (n_draws, 8), of a standard normal query with eight such keys."""
    rng = np.random.default_rng(seed)
    q = rng.standard_normal((n_draws, 1, d))
    k = rng.standard_normal((n_draws, N_KEYS, d))
    return (q * k).sum(axis=-1)  # (n_draws, 8)


def entropies(weights: np.ndarray) -> np.ndarray:
    """Return the entropy of each row of weights, in nats: (..., n) -> (...)."""
    safe = np.where(weights > 0, weights, 1.0)
    return -(weights * np.log(safe)).sum(axis=-1)


def saturation(d: int, n_draws: int = 4000) -> Saturation:
    """Measure how extreme the weights are for vectors of d features."""
    scores = random_scores(d, n_draws)  # (n_draws, 8)
    largest, entropy, slope = [], [], []
    for power in RULES.values():
        weights = softmax(scores / d**power)  # (n_draws, 8)
        largest.append(float(weights.max(axis=-1).mean()))
        entropy.append(float(entropies(weights).mean()))
        slope.append(float((weights * (1 - weights)).mean()))
    return Saturation(tuple(largest), tuple(entropy), tuple(slope))


def temperature_figure(sizes: tuple[int, ...] = (4, 64, 1024)) -> Picture:
    """Show one draw of weights for each size and rule; bars are the eight keys, sorted."""
    return panels(_panel(name, power, sizes) for name, power in RULES.items())


def _panel(name: str, power: float, sizes: tuple[int, ...]) -> Picture:
    """Draw the rows of one rule, one row a size."""
    drawn, words = (
        [text(4, 18, f"scores {name}" if power else "scores as they are", class_="hbh-heading")],
        [],
    )
    for row, d in enumerate(sizes):
        weights = np.sort(softmax(random_scores(d, 1)[0] / d**power))[::-1]  # (8,)
        base = 48 + (row + 1) * (HEIGHT + 30) - 30
        drawn += [
            element(
                "rect",
                x=8 + j * (BAR + GAP),
                y=f"{base - HEIGHT * w:.1f}",
                width=BAR,
                height=f"{HEIGHT * w:.1f}",
                class_="hbh-weight-bar",
            )
            for j, w in enumerate(weights)
        ]
        entropy = float(entropies(weights))
        note = f"d = {d}: entropy {entropy:.2f}"
        drawn.append(text(8, base + 12, note, class_="hbh-label"))
        words.append(f"{note}, largest weight {weights[0]:.2f}")
    width = 16 + N_KEYS * (BAR + GAP)
    height = 48 + len(sizes) * (HEIGHT + 30)
    return svg(width, height, f"Scores, {name}", "; ".join(words), *drawn)
