"""Bring a graded notebook up to the checks as they are now, without running it."""

import json

from autograder.repair import Release, written


def refit(data: bytes, release: Release, renames: dict[str, str]) -> bytes:
    """Return a graded notebook with the course's cells named, weighed and worded as now.

    Formgrader and feedback look cells up by the id that the notebook has: a removed check leaves
    it, a renamed one has its new name.

    Parameters
    ----------
    data : bytes
        The notebook; none of its outputs changes.
    release : Release
    renames : dict of str to str
        The new id by the old one.
    """
    notebook = json.loads(data)
    cells = []
    for cell in notebook["cells"]:
        id = cell["metadata"].get("nbgrader", {}).get("grade_id", "")
        index = release.index.get(renames.get(id, id))
        if index is not None:
            slot = release.cells[index]
            cell["metadata"] = slot.metadata
            if slot.is_protected:
                cell["source"] = slot.source
        if index is not None or not id:
            cells.append(cell)
    notebook["cells"] = cells
    notebook["metadata"] = release.metadata
    return written(notebook)
