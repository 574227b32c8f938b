"""Write an aligned submission as a clean notebook: the course's metadata, the student's sources."""

import json

import msgspec

from autograder.repair.align import Aligned, AlignedCell


def rebuild(aligned: Aligned) -> dict:
    """Return a notebook of nbformat 4.5 without outputs.

    Of the submission it holds sources and pictures of text cells, nothing else. Its metadata are
    the release's own, so leave them as they are.
    """
    taken = {cell.slot.id for cell in aligned.cells if cell.slot}
    cells = []
    for position, cell in enumerate(aligned.cells):
        id = cell.slot.id if cell.slot and cell.slot.id else _new_id(position, taken)
        cells.append(_cell(cell, id))
    return {
        "cells": cells,
        "metadata": aligned.release.metadata,
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def written(notebook: dict) -> bytes:
    """Return a notebook as the bytes of its file, indented as Jupyter does."""
    compact = json.dumps(notebook, ensure_ascii=False, separators=(",", ":"))
    try:  # several times as fast as `json`, which indents without its C code
        text = msgspec.json.format(compact.encode("utf-8", "replace"), indent=1)
    except msgspec.DecodeError:  # Python reads and writes NaN, which is no JSON
        text = json.dumps(notebook, indent=1, ensure_ascii=False).encode("utf-8", "replace")
    return text + b"\n"


def _cell(cell: AlignedCell, id: str) -> dict:
    node = {
        "cell_type": cell.cell_type,
        "id": id,
        "metadata": cell.slot.metadata if cell.slot else {},
        "source": cell.source,
    }
    if cell.cell_type == "code":
        return {**node, "execution_count": None, "outputs": []}
    return {**node, "attachments": cell.attachments} if cell.attachments else node


def _new_id(position: int, taken: set[str]) -> str:
    id = f"own-{position}"
    while id in taken:
        id += "-"
    taken.add(id)
    return id
