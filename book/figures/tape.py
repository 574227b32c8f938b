"""Chapter 1: the memory tape under an array and under its transpose."""

import numpy as np

from figures.grids import CELL_HEIGHT, CELL_WIDTH, at, cell, column_labels, row_labels
from figures.svg import Picture, panels, svg, text

MARGIN = 34  # room for the labels of the rows
LINE = 12  # cells of the tape in one line
SHADES = (0.08, 0.22, 0.36, 0.5)  # one strength of grey a token


def tape_figure(shape: tuple[int, int] = (4, 6)) -> Picture:
    """Show an array's cells as a grid, along the tape, and in the transposed grid.

    Each cell holds its place on the tape and keeps the grey of its token in all three pictures.

    Parameters
    ----------
    shape : tuple of int
        Tokens and features; at most four tokens.
    """
    n_tokens, n_features = shape
    cells = np.arange(n_tokens * n_features).reshape(shape)  # (T, D)
    strides = n_features, 1
    return panels(
        [
            _grid(f"x: shape {shape}, strides {strides}", cells, n_features, "t", "f"),
            _tape(cells.ravel(), n_features),
            _grid(
                f"x.T: shape {shape[::-1]}, strides {strides[::-1]}", cells.T, n_features, "f", "t"
            ),
        ]
    )


def _cell(row: int, column: int, place: int, n_features: int, size: tuple[int, int]) -> str:
    """Draw one memory cell in the grey of its token."""
    shade = SHADES[place // n_features]
    return cell(row, column, place, "--pst-color-text-muted", size=size, opacity=shade)


def _grid(title: str, cells: np.ndarray, n_features: int, row: str, column: str) -> Picture:
    """Draw the cells of an array in rows and columns."""
    n_rows, n_columns = cells.shape
    size = (CELL_WIDTH, CELL_HEIGHT)
    drawn = [
        _cell(i, j, int(cells[i, j]), n_features, size)
        for i in range(n_rows)
        for j in range(n_columns)
    ]
    grid = at(
        MARGIN,
        56,
        row_labels([f"{row}{i}" for i in range(n_rows)]),
        column_labels([f"{column}{j}" for j in range(n_columns)]),
        *drawn,
    )
    words = "; ".join(f"row {i}: cells {', '.join(map(str, line))}" for i, line in enumerate(cells))
    width = max(MARGIN + n_columns * CELL_WIDTH + 4, 8 + 8 * len(title))
    heading = text(4, 18, title, class_="hbh-heading")
    return svg(width, 60 + n_rows * CELL_HEIGHT, title, words, heading, grid)


def _tape(places: np.ndarray, n_features: int) -> Picture:
    """Draw the tape, broken into lines."""
    size = (26, CELL_HEIGHT)
    drawn = [
        _cell(int(place) // LINE, int(place) % LINE, int(place), n_features, size)
        for place in places
    ]
    n_lines = -(-len(places) // LINE)
    words = (
        f"Cells 0 to {len(places) - 1} in one line, broken here after {LINE}. "
        f"Token 0 fills cells 0 to {n_features - 1}, token 1 the next {n_features}, and so on."
    )
    heading = text(4, 18, "The tape: the same cells in memory", class_="hbh-heading")
    grid = at(4, 34, *drawn)
    width = 8 + LINE * size[0]
    return svg(width, 40 + n_lines * CELL_HEIGHT, "The tape", words, heading, grid)
