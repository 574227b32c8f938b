"""Chapter 5: a mask, the weights that it leaves, and what its outputs read."""

import numpy as np

from figures.example import w_k, w_q, w_v, x
from figures.grids import at, cell, column_labels, row_labels
from figures.influence import influence_figure, influence_matrix
from figures.svg import Picture, panels, svg, text
from solutions.reference.attention import attention

MARGIN = 30  # room for the labels of the rows
MASK_SIZE, WEIGHT_SIZE = (34, 30), (36, 30)
STRENGTH = 0.45  # of the strongest fill, so that the page's ink stays readable on it

# Halved, the running example has weights that a reader can tell apart; its fifth token is new.
tokens = np.vstack([x, [-1, -1, 0, 0, -1, 1]]) / 2  # (T, D) = (5, 6)
projections = {"q": w_q[:, :3], "k": w_k[:, :3], "v": w_v[:, :3]}  # (D, d_head) each: head 0


def masked_head(x: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return output, (T, d_head), and weights, (T, T), of head 0 of the running example."""
    q, k, v = (x @ projections[name] for name in "qkv")  # (T, d_head)
    return attention(q, k, v, mask)


def painter_figure(mask: np.ndarray) -> Picture:
    """Show a mask beside the weights and the influence matrix of one head.

    Parameters
    ----------
    mask : numpy.ndarray of bool, shape (5, 5)
        True keeps, False blocks.
    """
    weights = masked_head(tokens, mask)[1]  # (T, T)
    influence = influence_matrix(lambda changed: masked_head(changed, mask)[0], tokens)
    drawn = [_mask_panel(mask), _weights_panel(weights), influence_figure({"Influence": influence})]
    return panels(drawn)


def _mask_panel(mask: np.ndarray) -> Picture:
    """Draw the mask as the array that it is."""
    cells = [
        cell(
            i,
            j,
            int(kept),
            "--hbh-weight-fill" if kept else "--pst-color-background",
            size=MASK_SIZE,
        )
        for (i, j), kept in np.ndenumerate(mask)
    ]
    words = "; ".join(
        f"query {i} may see " + (", ".join(map(str, np.flatnonzero(row))) or "nothing")
        for i, row in enumerate(mask)
    )
    return _panel("Mask", words, MASK_SIZE, len(mask), cells)


def _weights_panel(weights: np.ndarray) -> Picture:
    """Draw the weights; a weight that is exactly 0 has no decimals."""
    cells = [
        cell(
            i,
            j,
            f"{weight:.2f}" if weight else "0",
            "--hbh-weight-line",
            size=WEIGHT_SIZE,
            opacity=STRENGTH * weight,
        )
        for (i, j), weight in np.ndenumerate(weights)
    ]
    words = "; ".join(
        f"query {i}: " + " ".join(f"{weight:.2f}" for weight in row)
        for i, row in enumerate(weights)
    )
    return _panel("Weights", words, WEIGHT_SIZE, len(weights), cells)


def _panel(
    name: str, words: str, size: tuple[int, int], n_tokens: int, cells: list[str]
) -> Picture:
    """Draw a square grid: queries down the side, keys along the top."""
    width, height = size
    grid = at(
        MARGIN,
        58,
        row_labels([f"q{i}" for i in range(n_tokens)], height, "hbh-query"),
        column_labels([f"k{j}" for j in range(n_tokens)], width, "hbh-key"),
        *cells,
    )
    heading = text(4, 18, name, class_="hbh-heading")
    return svg(
        MARGIN + n_tokens * width + 4, 58 + n_tokens * height + 4, name, words, heading, grid
    )
