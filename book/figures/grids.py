"""Grids of labelled cells: what every picture of an array is made of."""

from collections.abc import Sequence

from figures.svg import element, text

CELL_WIDTH, CELL_HEIGHT = 40, 30


def cell(
    row: int,
    column: int,
    content: object,
    fill: str,
    *,
    size: tuple[int, int] = (CELL_WIDTH, CELL_HEIGHT),
    opacity: float = 1.0,
    marked: bool = False,
) -> str:
    """Return one cell at its place in a grid, filled with a CSS colour.

    Parameters
    ----------
    row, column : int
        The place in the grid.
    content : object
        What is written in the cell.
    fill : str
        The name of a CSS variable of the palette.
    size : tuple of int
        Width and height of a cell.
    opacity : float
        The strength of the fill, from 0 to 1.
    marked : bool
        Whether the cell gets a second, heavy frame inside, which needs no colour to be seen.
    """
    width, height = size
    x, y = column * width, row * height
    parts = [
        element(
            "rect",
            x=x,
            y=y,
            width=width,
            height=height,
            style=f"fill: var({fill}); fill-opacity: {opacity:.3g}",
            class_="hbh-cell",
        )
    ]
    if marked:
        inner = {"x": x + 3, "y": y + 3, "width": width - 6, "height": height - 6}
        parts.append(element("rect", **inner, class_="hbh-mark"))
    parts.append(text(x + width / 2, y + height / 2, content, class_="hbh-number"))
    return "".join(parts)


def row_labels(labels: Sequence[str], height: int = CELL_HEIGHT, class_: str = "hbh-label") -> str:
    """Return labels to the left of a grid whose first cell begins at the origin."""
    return "".join(
        text(-8, (row + 0.5) * height, label, class_=f"{class_} hbh-end")
        for row, label in enumerate(labels)
    )


def column_labels(labels: Sequence[str], width: int = CELL_WIDTH, class_: str = "hbh-label") -> str:
    """Return labels above a grid whose first cell begins at the origin."""
    return "".join(
        text((column + 0.5) * width, -12, label, class_=f"{class_} hbh-middle")
        for column, label in enumerate(labels)
    )


def at(x: float, y: float, *children: str) -> str:
    """Move elements so that their origin lies at a point."""
    return element("g", *children, transform=f"translate({x:g} {y:g})")
