"""Write an aligned submission as a clean notebook: the course's metadata, the student's sources."""

from copy import deepcopy

from autograder.repair.align import Aligned, AlignedCell


def rebuild(aligned: Aligned) -> dict:
    """Return a notebook of nbformat 4.5 without outputs.

    Of the submission it holds sources and pictures of text cells, nothing else.
    """
    taken = {cell.slot.id for cell in aligned.cells if cell.slot}
    cells = []
    for position, cell in enumerate(aligned.cells):
        id = cell.slot.id if cell.slot and cell.slot.id else _new_id(position, taken)
        cells.append(_cell(cell, id))
    return {
        "cells": cells,
        "metadata": deepcopy(aligned.release.metadata),
        "nbformat": 4,
        "nbformat_minor": 5,
    }


def _cell(cell: AlignedCell, id: str) -> dict:
    metadata = deepcopy(cell.slot.metadata) if cell.slot else {}
    node = {
        "cell_type": cell.cell_type,
        "id": id,
        "metadata": metadata,
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
