"""The page after chapter 6: what heads cost, and what one head can't do."""

from collections.abc import Mapping
from typing import NamedTuple

from figures.grids import at, cell, column_labels, row_labels
from figures.svg import Picture, element, panels, svg, text
from figures.two_pointers import N_ITEMS, Result


class Cost(NamedTuple):
    """What one block counts, for one sequence."""

    parameters: int
    products: int
    weights: int
    exponentials: int
    rank: int


def attention_cost(n: int, d_model: int, n_heads: int) -> Cost:
    """Count the cost of a block of four projections.

    Parameters
    ----------
    n, d_model, n_heads : int
        Tokens, features and heads.

    Returns
    -------
    Cost
        Parameters of the four projections; multiplications in scores and averages; entries of
        the weights; exponentials; the largest rank of one head's scores.
    """
    d_head = d_model // n_heads
    weights = n_heads * n * n
    return Cost(
        parameters=4 * d_model * d_model,
        products=2 * n_heads * n * n * d_head,
        weights=weights,
        exponentials=weights,
        rank=min(n, d_head),
    )


def cost_figure(n: int = 128, d_model: int = 512, heads: tuple[int, ...] = (1, 8, 64)) -> Picture:
    """Show what stays flat and what grows with the number of heads, as multiples of one head."""
    costs = {h: attention_cost(n, d_model, h) for h in heads}
    shown = {"Parameters": "parameters", "Products in scores and averages": "products"}
    grows = {"Weights stored, exponentials": "weights"}
    return panels(_bars(title, costs, field) for title, field in (shown | grows).items())


def _bars(title: str, costs: Mapping[int, Cost], field: str) -> Picture:
    """Draw one bar a number of heads, relative to the first."""
    values = {h: getattr(cost, field) for h, cost in costs.items()}
    first, largest = next(iter(values.values())), max(values.values())
    drawn = [text(4, 18, title, class_="hbh-heading")]
    for row, (h, value) in enumerate(values.items()):
        y = 36 + 30 * row
        drawn += [
            text(54, y + 11, f"H = {h}", class_="hbh-label hbh-end"),
            element(
                "rect",
                x=62,
                y=y,
                width=f"{120 * value / largest:.1f}",
                height=22,
                class_="hbh-weight-bar",
            ),
            text(68 + 120 * value / largest, y + 11, f"× {value / first:g}"),
        ]
    words = "; ".join(f"{h} heads: {value / first:g} times one head" for h, value in values.items())
    return svg(max(238, 8 + 9 * len(title)), 40 + 30 * len(values), title, words, *drawn)


def two_pointers_figure(runs: Mapping[int, Result]) -> Picture:
    """Show where the question looks after training, for one head and for two."""
    return panels(_looks(f"H = {h}", runs[h]) for h in (1, 2))


def _looks(title: str, run: Result) -> Picture:
    """Draw the weights of the question, one row a head."""
    size = (44, 32)
    labels = [f"{'a: ' if j == 1 else 'b: ' if j == 4 else ''}{j}" for j in range(N_ITEMS)] + ["?"]
    cells = [
        cell(h, j, f"{weight:.2f}", "--hbh-weight-line", size=size, opacity=0.55 * weight)
        for h, row in enumerate(run.weights)
        for j, weight in enumerate(row)
    ]
    heads = [f"head {h}" for h in range(len(run.weights))]
    grid = at(56, 56, row_labels(heads, size[1]), column_labels(labels, size[0]), *cells)
    words = "; ".join(
        f"head {h} looks at "
        + ", ".join(f"item {j} with {w:.2f}" for j, w in enumerate(row) if w > 0.05)
        for h, row in enumerate(run.weights)
    )
    width, height = 60 + len(labels) * size[0], 60 + len(heads) * size[1]
    return svg(width, height, title, words, text(4, 18, title, class_="hbh-heading"), grid)
