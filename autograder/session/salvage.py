"""Save what can be read of a broken notebook, for a person to go on from."""

import ast
import json
import re

from autograder.intake.imposter import name_binary
from autograder.intake.limits import Limits
from autograder.intake.mend import mend_json
from autograder.intake.text import to_text

# A notebook's cells have their keys in any order; outputs begin likewise and are told apart later.
CELL = re.compile(r'\{\s*"(?:attachments|cell_type|execution_count|id|metadata|outputs|source)"')
LINES = re.compile(r'"source"\s*:\s*(\[)?')
STRING = re.compile(r'[\s,]*("(?:[^"\\]|\\.)*+"?)')
MOST_TRIES = 5000
_decoder = json.JSONDecoder(strict=False)


def salvage(data: bytes) -> tuple[bytes, str]:
    """Return a notebook with what could be read, and one sentence on how much that is.

    What is no text, or a text without a cell in it, is returned as it is.
    """
    if len(data) > Limits().mend_bytes or name_binary(data):
        return data, "Nothing of it could be read; the copy is the file as it is."
    text = to_text(data)[0]
    cells = cells_in(text)
    if cells:
        return _notebook(cells), f"{len(cells)} cells could be read; the copy holds them."
    if _is_python(text):
        cell = {"cell_type": "code", "metadata": {}, "source": text}
        return _notebook([cell]), "It is Python code; the copy holds it as one cell."
    return data, "No cell could be found in it; the copy is the text as it is."


def cells_in(text: str) -> list[dict]:
    """Return every cell that stands whole in a text, and the lines of one that is cut off."""
    text = mend_json(text)
    cells, end, cut = [], 0, None
    for tries, start in enumerate(CELL.finditer(text)):
        if start.start() < end or tries > MOST_TRIES:
            continue
        try:
            value, after = _decoder.raw_decode(text, start.start())
        except (ValueError, RecursionError):
            cut = start.start() if cut is None else cut
            continue
        if value.get("cell_type") in ("code", "markdown", "raw") and "source" in value:
            cells.append(value)
            end, cut = after, None
    if cut is not None and (lines := _lines(text[cut:])):
        cells.append({"cell_type": "code", "metadata": {}, "source": lines})
    return cells


def _lines(text: str) -> str:
    """Return the lines of a cell that is cut off somewhere, the last one perhaps in the middle."""
    found = LINES.search(text)
    lines, place = [], found.end() if found else len(text)
    while match := STRING.match(text, place):
        token, place = match[1], match.end()
        is_whole = len(token) > 1 and token.endswith('"')
        try:
            lines.append(json.loads(token if is_whole else f'{token}"', strict=False))
        except ValueError:  # it ends within an escape
            lines.append(token[1:])
        if not is_whole or not found[1]:
            break
    return "".join(lines)


def _notebook(cells: list[dict]) -> bytes:
    clean = [_clean(cell) for cell in cells]
    notebook = {"cells": clean, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}
    return json.dumps(notebook, indent=1, ensure_ascii=False).encode("utf-8", "replace")


def _clean(cell: dict) -> dict:
    """Return a cell without its outputs, and only with what the format knows."""
    source, metadata = cell["source"], cell.get("metadata")
    node = {
        "cell_type": cell["cell_type"],
        "metadata": metadata if isinstance(metadata, dict) else {},
        "source": "".join(map(str, source)) if isinstance(source, list) else str(source),
    }
    is_code = cell["cell_type"] == "code"
    return {**node, "execution_count": None, "outputs": []} if is_code else node


def _is_python(text: str) -> bool:
    try:
        return bool(ast.parse(text).body)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return False
