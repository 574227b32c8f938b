"""Chapters 5 and 6: which outputs depend on which inputs."""

from collections.abc import Callable, Mapping

import numpy as np

from figures.grids import at, cell, column_labels, row_labels
from figures.svg import Picture, panels, svg, text

SIZE = (34, 30)
MARGIN = 46  # room for the labels of the rows


def influence_matrix(function: Callable, x: np.ndarray) -> np.ndarray:
    """Find out which outputs of a function depend on which inputs.

    Token j is changed by unequal amounts, and the outputs are compared bit by bit.

    Parameters
    ----------
    function : callable
        Takes an array of shape (n, d) and returns one of shape (n, ...).
    x : numpy.ndarray, shape (n, d)
        The input around which to test.

    Returns
    -------
    numpy.ndarray of bool, shape (n, n)
        ``influence[i, j]`` is True when output i changes with input j.
    """
    x = np.asarray(x, dtype=float)
    output = function(x)  # (n, ...)
    influence = np.zeros((len(x), len(x)), dtype=bool)
    for j in range(len(x)):
        changed = x.copy()
        changed[j] += np.linspace(0.5, 1.5, x.shape[1])
        difference = function(changed) != output  # (n, ...)
        influence[:, j] = difference.reshape(len(x), -1).any(axis=1)
    return influence


def influence_figure(matrices: Mapping[str, np.ndarray]) -> Picture:
    """Show influence matrices side by side; a heavy frame marks what reads the future.

    Parameters
    ----------
    matrices : mapping of str to numpy.ndarray of bool, shape (n, n)
        The influence matrix of each function, by its name.
    """
    return panels(_panel(name, influence) for name, influence in matrices.items())


def _panel(name: str, influence: np.ndarray) -> Picture:
    """Draw one matrix: outputs down the side, inputs along the top."""
    n = len(influence)
    cells = [
        cell(
            i,
            j,
            "•" if influence[i, j] else "",
            "--hbh-output-fill" if influence[i, j] else "--pst-color-background",
            size=SIZE,
            marked=bool(influence[i, j]) and j > i,
        )
        for i in range(n)
        for j in range(n)
    ]
    grid = at(
        MARGIN,
        58,
        row_labels([f"out {i}" for i in range(n)], SIZE[1]),
        column_labels([f"in {j}" for j in range(n)], SIZE[0]),
        *cells,
    )
    heading = text(4, 18, name, class_="hbh-heading")
    width = max(MARGIN + n * SIZE[0] + 4, 8 + 9 * len(name))
    return svg(width, 58 + n * SIZE[1] + 4, name, describe(influence), heading, grid)


def describe(influence: np.ndarray) -> str:
    """Say in words which inputs each output reads, and whether any of them is later."""
    rows = []
    for i, row in enumerate(influence):
        inputs = np.flatnonzero(row)
        read = ", ".join(str(j) for j in inputs) or "nothing"
        rows.append(f"output {i} reads {read}" + (" (the future)" if (inputs > i).any() else ""))
    return "; ".join(rows)
