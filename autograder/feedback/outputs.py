"""What a cell showed, as HTML."""

import base64
import binascii
from collections.abc import Iterable

from markupsafe import Markup

from autograder.feedback.safe import clean, pre
from autograder.grade.outputs import IMAGES

ROOM = 4 << 20
"""Bytes of all outputs on one page."""


class Outputs:
    """Renders the outputs of one page, of which it has room for a bounded number of bytes."""

    def __init__(self) -> None:
        self.left = ROOM

    def render(self, outputs: Iterable[dict]) -> list[Markup]:
        """Return the outputs of one cell; what there is no room for is left out with a mark."""
        shown = []
        for output in outputs:
            made = _one(output)
            if len(made) > self.left:
                shown.append(pre("[this output is left out: the page would be too large]"))
                break
            self.left -= len(made)
            shown.append(made)
        return shown


def _one(output: dict) -> Markup:
    kind = output.get("output_type")
    if kind == "stream":
        return pre(_text(output.get("text")), f"stream {_word(output.get('name'))}")
    if kind == "error":
        return pre("\n".join(map(_text, output.get("traceback") or ())), "error")
    data = output.get("data")
    data = data if isinstance(data, dict) else {}
    for form, start in IMAGES.items():
        if form in data and (picture := _picture(_text(data[form]), start)) is not None:
            source = f"data:{form};base64,{picture}"
            return Markup('<img alt="figure of this cell" src="{}">').format(source)
    if "text/html" in data:
        return Markup('<div class="html">{}</div>').format(clean(_text(data["text/html"])))
    return pre(_text(data.get("text/plain")), "result")


def _picture(text: str, start: bytes) -> str | None:
    try:
        data = base64.b64decode("".join(text.split()), validate=True)
    except (binascii.Error, ValueError):
        return None
    return base64.b64encode(data).decode() if data.startswith(start) else None


def _text(value: object) -> str:
    if isinstance(value, list):
        return "".join(map(str, value))
    return "" if value is None else str(value)


def _word(value: object) -> str:
    return "stderr" if value == "stderr" else "stdout"
