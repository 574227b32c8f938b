"""Chapter 7: where the axes B, H, T and d_head go, line by line."""

from figures.svg import Picture, element, svg, text

STEPS = (
    ("x", "B T D"),
    ("x @ w_q", "B T D"),
    (".reshape(B, T, H, d_head)", "B T H d"),
    (".transpose(0, 2, 1, 3)", "B H T d"),
    ("q @ k.transpose(0, 1, 3, 2)", "B H T T'"),
    ("weights @ v", "B H T d"),
    ("merge_heads", "B T D"),
    ("@ w_o", "B T D"),
)
COLUMN, ROW, LEFT, TOP = 44, 50, 18, 20
CODE = 3.5 * COLUMN + 8  # clear of the fourth bead


def loom_figure() -> Picture:
    """Show the axes of each step as beads; strands join an axis to what it comes from."""
    beads, strands, words = [], [], []
    before: list[str] = []
    for row, (code, shape) in enumerate(STEPS):
        axes = shape.split()
        y = TOP + row * ROW
        beads.append(text(LEFT + CODE, y, code, class_="hbh-code"))
        for column, axis in enumerate(axes):
            for source, name in enumerate(before):
                if name == axis or _comes_from(axis, name, before):
                    strands.append(_strand(source, column, y))
            beads.append(_bead(column, y, axis))
        words.append(f"{code}: ({', '.join(axes)})")
        before = axes
    height = len(STEPS) * ROW - 8
    title = "The axes of the batched block, line by line"
    return svg(LEFT + CODE + 218, height, title, "; ".join(words), *strands, *beads)


def _comes_from(axis: str, name: str, before: list[str]) -> bool:
    """Tell whether an axis of this step is made from an axis of the step before."""
    if axis in before:
        return False
    return name in {"H": "D", "d": "D", "T'": "T"}.get(axis, "") or (axis == "D" and name in "Hd")


def _bead(column: int, y: float, axis: str) -> str:
    """Draw one axis: a circle in its colour with its letter."""
    fill = {"H": "--hbh-head-0-fill", "T": "--hbh-query-fill", "T'": "--hbh-key-fill"}.get(
        axis, "--pst-color-surface"
    )
    x = LEFT + column * COLUMN
    circle = element("circle", cx=x, cy=y, r=15, style=f"fill: var({fill})", class_="hbh-cell")
    return circle + text(x, y, {"d": "d_h"}.get(axis, axis), class_="hbh-number")


def _strand(source: int, column: int, y: float) -> str:
    """Draw the line from an axis of the step before to one of this step."""
    x1, x2 = LEFT + source * COLUMN, LEFT + column * COLUMN
    return element("line", x1=x1, y1=y - ROW + 15, x2=x2, y2=y - 15, class_="hbh-strand")
