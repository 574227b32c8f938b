"""What a cell showed, made safe to store and to open: bounded, and without anything active."""

import base64
import binascii

import nh3

from autograder.wire.calls import Lost

MAX_TEXT = 1 << 20
MAX_TOTAL = 8 << 20
MAX_NOTEBOOK = 16 << 20
"""What all of a student's cells may show together: the grader and who opens it hold it."""
EACH = 500
"""What an output takes up beside its text."""
MAX_IMAGE = 4 << 20
MAX_HTML = 1 << 17
"""Cleaning takes the square of the length where tags are nested: 2 s for this at worst."""
TAGS = nh3.ALLOWED_TAGS - {"img", "map", "area"}
"""Without what asks another address for something as soon as the page is open."""
MAX_OUTPUTS = 200
IMAGES = {"image/png": b"\x89PNG\r\n\x1a\n", "image/jpeg": b"\xff\xd8\xff"}
LOSSES = {"timeout": "TimeLimit", "out_of_memory": "MemoryError", "failed": "Failed"}
CUT = "\n[the output was cut here]\n"


class Room:
    """What is left of a notebook's room for outputs."""

    def __init__(self) -> None:
        self.left = MAX_NOTEBOOK

    def keep(self, outputs: list[dict]) -> list[dict]:
        """Return cleaned outputs if there is room for them, else a mark."""
        size = sum(EACH + _size(output) for output in outputs)
        if size > self.left:
            return [{"output_type": "stream", "name": "stderr", "text": CUT}] if outputs else []
        self.left -= size
        return outputs


def clean(outputs: list[dict], number: int) -> list[dict]:
    """Return outputs that a browser can show without running anything.

    Text, pictures and cleaned HTML stay; scripts, SVG, widgets and metadata go.

    Parameters
    ----------
    outputs : list of dict
        As nbformat has them; they may come from the untrusted side.
    number : int
        The cell's execution count.
    """
    kept, room, html = [], MAX_TOTAL, MAX_HTML
    for output in outputs[:MAX_OUTPUTS]:
        html -= len(output.get("data", {}).get("text/html", ""))
        made = _one(output, number, html >= 0)
        size = _size(made)
        if size > room:
            kept.append({"output_type": "stream", "name": "stderr", "text": CUT})
            break
        room -= size
        kept.append(made)
    return kept


def loss_output(lost: Lost) -> dict:
    """Return what is shown of a process that was lost."""
    name = LOSSES.get(lost.reason, "Crashed")
    return error_output(name, str(lost))


def error_output(name: str, message: str) -> dict:
    """Return an error without a traceback, as nbformat has it."""
    trace = [f"{name}: {message}"]
    return {"output_type": "error", "ename": name, "evalue": message, "traceback": trace}


def _one(output: dict, number: int, html: bool) -> dict:
    kind = output["output_type"]
    if kind == "stream":
        name = output["name"]
        return {"output_type": "stream", "name": name, "text": _text(output["text"], MAX_TEXT)}
    if kind == "error":
        return {
            "output_type": "error",
            "ename": _text(output["ename"], 200),
            "evalue": _text(output["evalue"], 4000),
            "traceback": [_text(line, 8000) for line in output["traceback"][:50]],
        }
    made = {"output_type": kind, "data": forms(output["data"], html), "metadata": {}}
    if kind == "execute_result":
        made["execution_count"] = number
    return made


def forms(data: dict[str, str], html: bool = True) -> dict[str, str]:
    """Return the forms of a shown value that are safe; HTML only where there is room for it."""
    kept = {}
    for kind, text in data.items():
        if kind == "text/plain":
            kept[kind] = _text(text, MAX_TEXT)
        elif kind == "text/html" and html:
            kept[kind] = nh3.clean(text, tags=TAGS)
        elif kind in IMAGES and _is_image(text, IMAGES[kind]):
            kept[kind] = text
    if not kept:
        kept["text/plain"] = "[nothing of this output can be shown]"
    return kept


def _is_image(text: str, start: bytes) -> bool:
    if len(text) > MAX_IMAGE:
        return False
    try:
        return base64.b64decode(text.replace("\n", ""), validate=True).startswith(start)
    except (binascii.Error, ValueError):
        return False


def _text(text: str, limit: int) -> str:
    text = text.encode("utf-8", "replace").decode().replace("\0", "\N{REPLACEMENT CHARACTER}")
    return text if len(text) <= limit + len(CUT) + 200 else text[:limit] + CUT


def _size(output: dict) -> int:
    if output["output_type"] == "stream":
        return len(output["text"])
    if output["output_type"] == "error":
        return sum(map(len, output["traceback"]))
    return sum(map(len, output["data"].values()))
