"""Write SVG: elements as strings, and figures that carry their alt text."""

from collections.abc import Iterable
from html import escape


class Picture(str):
    """Markup that a notebook shows as HTML."""

    def _repr_html_(self) -> str:
        return str(self)


def element(tag: str, *children: str, **attributes: object) -> str:
    """Return one element; an attribute's underscores stand for hyphens (``class_`` for class)."""
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(str(value))}"'
        for name, value in attributes.items()
    )
    return f"<{tag}{written}>{''.join(children)}</{tag}>"


def text(x: float, y: float, content: object, **attributes: object) -> str:
    """Return a line of text at a point."""
    return element("text", escape(str(content)), x=f"{x:g}", y=f"{y:g}", **attributes)


def svg(width: float, height: float, title: str, description: str, *children: str) -> Picture:
    """Return a figure of a natural size in pixels, which narrow pages scale down.

    Parameters
    ----------
    width, height : float
        The natural size.
    title : str
        What the figure is, in a few words.
    description : str
        What a reader sees in it: the alt text of those who can't.
    *children : str
        The elements, drawn in this order.
    """
    return Picture(
        element(
            "svg",
            *children,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {width:g} {height:g}",
            width=f"{width:g}",
            height=f"{height:g}",
            role="img",
            aria_label=f"{title}. {description}",
            class_="hbh-figure",
        )
    )


def panels(figures: Iterable[str]) -> Picture:
    """Set figures side by side; where the page is narrow, below each other."""
    return Picture(element("div", *figures, class_="hbh-panels"))
