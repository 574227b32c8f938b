"""Chapter 6: the block as a wiring diagram, two heads side by side."""

from figures.svg import Picture, element, svg, text

WIDTH, BOX = 348, 34


def wiring_figure(n: int = 4, d_model: int = 6, n_heads: int = 2) -> Picture:
    """Show the five steps from X to the output, with the shape of every array.

    Parameters
    ----------
    n, d_model, n_heads : int
        Tokens, features and heads; the diagram draws two heads.
    """
    d_head = d_model // n_heads
    full, head, square = f"({n}, {d_model})", f"({n}, {d_head})", f"({n}, {n})"
    boxes = [_box(114, 10, 120, f"X {full}", "--pst-color-surface")]
    wires = []
    for column, (name, fill) in enumerate([("Q", "query"), ("K", "key"), ("V", "value")]):
        x = 8 + column * 114
        wires.append(_wire(174, 44, x + 52, 74))
        boxes.append(_box(x, 74, 104, f"{name} = X W_{name.lower()}", f"--hbh-{fill}-fill"))
    for h in range(2):
        x = 8 + h * 174
        wires += [_wire(60 + column * 114, 108, x + 79, 138) for column in range(3)]
        boxes += [
            _box(x, 138, 158, f"head {h}: Q K V {head}", f"--hbh-head-{h}-fill"),
            _box(x, 196, 158, f"scores / √{d_head} {square}", "--pst-color-surface"),
            _box(x, 254, 158, f"softmax {square}", "--hbh-weight-fill"),
            _box(x, 312, 158, f"weights @ V {head}", "--hbh-value-fill"),
        ]
        wires += [_wire(x + 79, y, x + 79, y + 24) for y in (172, 230, 288)]
        wires.append(_wire(x + 79, 346, 174, 370))
    boxes += [
        _box(84, 370, 180, f"side by side {full}", "--pst-color-surface"),
        _box(84, 428, 180, f"output = … @ W_o {full}", "--hbh-output-fill"),
    ]
    wires.append(_wire(174, 404, 174, 428))
    words = (
        f"X {full} is projected to Q, K and V, each {full}. "
        f"Their columns are split into {n_heads} heads of shape {head}. "
        f"In each head scores {square} are divided by the root of {d_head}, "
        f"softmax makes weights {square}, and weights times V gives {head}. "
        f"The heads are set side by side to {full} and multiplied by W_o."
    )
    return svg(WIDTH, 470, "Multi-head attention for one sequence", words, *wires, *boxes)


def _box(x: float, y: float, width: float, content: str, fill: str) -> str:
    """Draw a rounded box with a line of text."""
    rect = element(
        "rect",
        x=x,
        y=y,
        width=width,
        height=BOX,
        rx=6,
        style=f"fill: var({fill})",
        class_="hbh-cell",
    )
    return rect + text(x + width / 2, y + BOX / 2, content, class_="hbh-middle")


def _wire(x1: float, y1: float, x2: float, y2: float) -> str:
    """Draw a wire between two boxes."""
    return element("line", x1=x1, y1=y1, x2=x2, y2=y2, class_="hbh-strand")
