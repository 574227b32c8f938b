"""Chapter 1: the memory tape, and the arrays that read it."""

import numpy as np

from figures.grids import CELL_HEIGHT, CELL_WIDTH, at, cell, column_labels, row_labels
from figures.svg import Picture, panels, svg, text

MARGIN = 34  # room for the labels of the rows
TAPE_CELL = 26  # the width of a cell on the tape
SHADES = (0.08, 0.22, 0.36, 0.5)  # one strength of grey a token


def memory(n_tokens: int = 4, n_features: int = 6) -> np.ndarray:
    """Return an array, (T, D), in which each number is its own place in memory."""
    return np.arange(n_tokens * n_features).reshape(n_tokens, n_features)  # (T, D)


def tape_figure(n_tokens: int = 4, n_features: int = 6) -> Picture:
    """Show an array as rows of tokens, and its cells as they lie in memory.

    Parameters
    ----------
    n_tokens, n_features : int
        The shape; at most four tokens, each with a grey of its own.
    """
    x = memory(n_tokens, n_features)  # (T, D)
    return panels([_grid("x", x, x, "t", "f"), _tape(x)])


def readings_figure(shape: tuple[int, int] = (6, 4)) -> Picture:
    """Show the same tape read through a reshape and through a transpose, in the greys of `x`.

    Parameters
    ----------
    shape : tuple of int
        The shape that both readings have.
    """
    x = memory(*shape[::-1])  # (T, D)
    named = f"x.reshape({shape[0]}, {shape[1]})"
    return panels([_grid(named, x.reshape(shape), x, "r", "c"), _grid("x.T", x.T, x, "f", "t")])


def _cell(row: int, column: int, place: int, x: np.ndarray, width: int) -> str:
    """Draw one memory cell in the grey of its token."""
    shade = SHADES[place // x.shape[1]]
    size = (width, CELL_HEIGHT)
    return cell(row, column, place, "--pst-color-text-muted", size=size, opacity=shade)


def _grid(name: str, view: np.ndarray, x: np.ndarray, row: str, column: str) -> Picture:
    """Draw a view of the tape as a grid, with its shape and its strides in cells."""
    n_rows, n_columns = view.shape
    strides = tuple(step // view.itemsize for step in view.strides)
    cells = [
        _cell(i, j, int(view[i, j]), x, CELL_WIDTH) for i in range(n_rows) for j in range(n_columns)
    ]
    grid = at(
        MARGIN,
        76,
        row_labels([f"{row}{i}" for i in range(n_rows)]),
        column_labels([f"{column}{j}" for j in range(n_columns)]),
        *cells,
    )
    says = f"shape {view.shape}, strides {strides}"
    words = "; ".join(f"row {i}: {' '.join(map(str, line))}" for i, line in enumerate(view))
    width = max(MARGIN + n_columns * CELL_WIDTH + 4, 8 + 7 * len(says))
    heading = text(4, 18, name, class_="hbh-heading")
    caption = text(4, 40, says, class_="hbh-label")
    return svg(width, 80 + n_rows * CELL_HEIGHT, f"{name}, {says}", words, heading, caption, grid)


def _tape(x: np.ndarray) -> Picture:
    """Draw the cells in the order of memory, broken into lines of two tokens."""
    n_features = x.shape[1]
    line = 2 * n_features
    cells = [_cell(place // line, place % line, place, x, TAPE_CELL) for place in range(x.size)]
    words = f"Cells 0 to {x.size - 1} in one run, drawn in lines of {line}. " + " ".join(
        f"Token {t} fills cells {tokens[0]} to {tokens[-1]}." for t, tokens in enumerate(x)
    )
    heading = text(4, 18, "The tape", class_="hbh-heading")
    caption = text(4, 40, f"one run of {x.size} cells, in lines of {line}", class_="hbh-label")
    height = 60 + -(-x.size // line) * CELL_HEIGHT
    return svg(8 + line * TAPE_CELL, height, "The tape", words, heading, caption, at(4, 56, *cells))
