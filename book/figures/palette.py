"""The book's colours: one meaning, one colour, in a light and a dark variant.

Hues are those of Okabe and Ito, which people with colour-blindness can tell apart. Each name gives
a `line` (strokes, at least 3:1 on the page) and a `fill` (cells, with the page's ink on top).
"""

from typing import NamedTuple


class Shade(NamedTuple):
    """A colour on one background."""

    line: str
    fill: str


class Colour(NamedTuple):
    """A colour on both backgrounds."""

    light: Shade
    dark: Shade


PALETTE = {
    "query": Colour(Shade("#0072b2", "#cfe6f5"), Shade("#6cb8ea", "#123f5c")),
    "key": Colour(Shade("#a85400", "#fbdfc4"), Shade("#f0a860", "#5c3410")),
    "value": Colour(Shade("#00785a", "#c9ece0"), Shade("#4fc9a4", "#0d4a3a")),
    "weight": Colour(Shade("#9a4a7c", "#f3d9e8"), Shade("#e29cc4", "#562a46")),
    "output": Colour(Shade("#6b6200", "#f3edb0"), Shade("#d9cd52", "#48430c")),
    "head-0": Colour(Shade("#3d5a98", "#d6e0f6"), Shade("#93b2f0", "#26385f")),
    "head-1": Colour(Shade("#8f5a00", "#fde9bd"), Shade("#f0c060", "#574011")),
}


def css() -> str:
    """Return the palette as CSS variables, such as ``--hbh-query-fill``."""

    def rule(selector: str, background: str) -> str:
        lines = [
            f"  --hbh-{name}-{part}: {value};"
            for name, colour in PALETTE.items()
            for part, value in getattr(colour, background)._asdict().items()
        ]
        return "\n".join([f"{selector} {{", *lines, "}"])

    return "\n".join([rule(":root", "light"), rule('html[data-theme="dark"]', "dark"), ""])
