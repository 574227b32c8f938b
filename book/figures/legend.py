"""The legend of the book's colours."""

from figures.grids import CELL_HEIGHT, at, cell
from figures.svg import Picture, svg, text

MEANINGS = {
    "query": "queries",
    "key": "keys",
    "value": "values",
    "weight": "weights",
    "output": "output",
    "head-0": "head 0",
    "head-1": "head 1",
}
COLUMN = 116


def legend() -> Picture:
    """Show every colour beside its meaning, three to a row."""
    entries = [
        at(
            4 + index % 3 * COLUMN,
            4 + index // 3 * (CELL_HEIGHT + 8),
            cell(0, 0, "", f"--hbh-{name}-fill", size=(28, CELL_HEIGHT)),
            text(36, CELL_HEIGHT / 2, meaning),
        )
        for index, (name, meaning) in enumerate(MEANINGS.items())
    ]
    rows = -(-len(MEANINGS) // 3)
    height = rows * (CELL_HEIGHT + 8) + 4
    listed = ", ".join(MEANINGS.values())
    return svg(3 * COLUMN, height, "Colours", f"One colour each for {listed}", *entries)
