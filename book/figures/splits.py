"""Chapter 2: where the features of each token go when they are split into heads.

The arrays hold tracer numbers, 10 * token + column, so that each number tells where it came from.
"""

from collections.abc import Mapping

import numpy as np

from figures.grids import CELL_HEIGHT, CELL_WIDTH, at, cell, column_labels, row_labels
from figures.svg import Picture, element, panels, svg, text

MARGIN = 34  # room for the labels of the rows


def two_cuts(x: np.ndarray, n_heads: int) -> Picture:
    """Show the cut that heads need beside the cut that a reshape alone makes.

    Parameters
    ----------
    x : numpy.ndarray, shape (T, D)
        The features of T tokens.
    n_heads : int
        The number of heads. It divides both T and D here.
    """
    n_tokens, n_features = x.shape
    by_column = np.broadcast_to(np.arange(n_features) * n_heads // n_features, x.shape)  # (T, D)
    by_row = np.broadcast_to((np.arange(n_tokens) * n_heads // n_tokens)[:, None], x.shape)
    wanted = "Head 0 is the left half: some columns of every token."
    made = "Head 0 is the upper half: every column of the first tokens."
    return panels(
        [
            _cut_panel("Wanted: cut between columns", x, by_column, wanted),
            _cut_panel("Reshape: cut between tokens", x, by_row, made),
        ]
    )


def _cut_panel(title: str, x: np.ndarray, head: np.ndarray, description: str) -> Picture:
    """Draw x with each cell in the colour of its head, and a line between the heads."""
    n_tokens, n_features = x.shape
    cells = [
        cell(t, c, int(x[t, c]), f"--hbh-head-{head[t, c]}-fill")
        for t in range(n_tokens)
        for c in range(n_features)
    ]
    width, height = n_features * CELL_WIDTH, n_tokens * CELL_HEIGHT
    across = bool(head[0, 0] != head[-1, 0])  # the heads lie above each other
    line = (
        {"x1": -6, "x2": width + 6, "y1": height / 2, "y2": height / 2}
        if across
        else {"x1": width / 2, "x2": width / 2, "y1": -6, "y2": height + 6}
    )
    grid = at(
        MARGIN,
        56,
        row_labels([f"t{t}" for t in range(n_tokens)]),
        column_labels([f"c{c}" for c in range(n_features)]),
        *cells,
        element("line", **line, class_="hbh-cut"),
    )
    heading = text(4, 18, title, class_="hbh-heading")
    return svg(MARGIN + width + 8, 56 + height + 8, title, description, heading, grid)


def three_splits(splits: Mapping[str, np.ndarray]) -> Picture:
    """Show several splits of the same tracer array side by side.

    A cell has the colour of the head that its column belongs to. A second frame marks a number
    that stands in another token's row.

    Parameters
    ----------
    splits : mapping of str to numpy.ndarray, shape (H, T, d_head)
        The heads that each way of splitting gives, by its name.
    """
    return panels(_split_panel(name, heads) for name, heads in splits.items())


def _split_panel(name: str, heads: np.ndarray) -> Picture:
    """Draw the heads of one split below each other."""
    n_heads, n_tokens, d_head = heads.shape
    block = n_tokens * CELL_HEIGHT + 40
    drawn = [text(4, 18, name, class_="hbh-heading")]
    for h in range(n_heads):
        rows = [
            cell(
                t,
                j,
                int(heads[h, t, j]),
                f"--hbh-head-{int(heads[h, t, j]) % 10 // d_head}-fill",
                marked=int(heads[h, t, j]) // 10 != t,
            )
            for t in range(n_tokens)
            for j in range(d_head)
        ]
        labels = row_labels([f"t{t}" for t in range(n_tokens)])
        caption = text(0, -10, f"head {h}", class_="hbh-label")
        drawn.append(at(MARGIN, 58 + h * block, caption, labels, *rows))
    width = MARGIN + d_head * CELL_WIDTH + 4
    return svg(width, 58 + n_heads * block - 32, name, _describe(heads), *drawn)


def _describe(heads: np.ndarray) -> str:
    """Say in words what each row of each head holds."""
    lines = []
    for h, head in enumerate(heads):
        for t, row in enumerate(head):
            numbers = " ".join(str(int(number)) for number in row)
            foreign = sorted({int(number) // 10 for number in row} - {t})
            note = f" (token {foreign[0]})" if foreign else ""
            lines.append(f"head {h}, row {t}: {numbers}{note}")
    return "; ".join(lines)
