"""Attention maps: who looks at whom, one grid a head."""

from collections.abc import Sequence

import numpy as np

from figures.grids import at, cell, column_labels, row_labels
from figures.svg import Picture, panels, svg, text

SIZE = (54, 36)
MARGIN = 62  # room for the words on the left
STRENGTH = 0.45  # of the strongest fill, so that the page's ink stays readable on it


def attention_maps(weights: np.ndarray, tokens: Sequence[str], names: Sequence[str]) -> Picture:
    """Show the weights of each head as a grid: queries down the side, keys along the top.

    Parameters
    ----------
    weights : numpy.ndarray, shape (H, T, T)
        ``weights[h, i, j]`` is the weight that query i gives to key j in head h.
    tokens : sequence of str, length T
        The words.
    names : sequence of str, length H
        What stands above each grid.
    """
    return panels(_map_panel(head, tokens, name) for head, name in zip(weights, names, strict=True))


def _map_panel(head: np.ndarray, tokens: Sequence[str], name: str) -> Picture:
    """Draw the weights of one head."""
    n_tokens = len(tokens)
    width, height = SIZE
    cells = [
        cell(
            i,
            j,
            f"{head[i, j]:.2f}",
            "--hbh-weight-line",
            size=SIZE,
            opacity=STRENGTH * head[i, j],
        )
        for i in range(n_tokens)
        for j in range(n_tokens)
    ]
    grid = at(
        MARGIN,
        60,
        row_labels(tokens, height, "hbh-query"),
        column_labels(tokens, width, "hbh-key"),
        *cells,
    )
    heading = text(4, 18, name, class_="hbh-heading")
    rows = [
        f"{token} gives " + ", ".join(f"{head[i, j]:.2f} to {key}" for j, key in enumerate(tokens))
        for i, token in enumerate(tokens)
    ]
    size = (MARGIN + n_tokens * width + 4, 60 + n_tokens * height + 4)
    return svg(*size, name, "; ".join(rows), heading, grid)
