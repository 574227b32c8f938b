"""A graded notebook as its student may see it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from markupsafe import Markup

from autograder.feedback.outputs import Outputs
from autograder.feedback.safe import code, markdown, pre
from autograder.repair import Release, ReleaseCell

MOST_CELLS = 500
MOST_MARKED = 200_000
"""Characters of a notebook that are rendered; what comes after is shown as it is."""


@dataclass(frozen=True)
class ShownCell:
    """One cell as HTML: its kind, its source and what it showed."""

    kind: str
    source: Markup
    outputs: tuple[Markup, ...] = ()
    comment: str = ""


@dataclass(frozen=True)
class ShownNotebook:
    """A notebook as HTML."""

    name: str
    cells: tuple[ShownCell, ...]


def shown(
    data: bytes, release: Release, comments: dict[str, str], outputs: Outputs
) -> ShownNotebook:
    """Return a graded notebook without what a check hides.

    Of a check with hidden lines, the source is the release's and nothing that was shown is kept:
    the student's code has seen the hidden numbers there.

    Parameters
    ----------
    data : bytes
        The graded notebook, as `autograder grade` wrote it.
    release : Release
    comments : dict of str to str
        What a person wrote, by grade_id.
    outputs : Outputs
        The page's room for outputs.
    """
    slots = {cell.grade_id: cell for cell in release.cells if cell.is_slot}
    cells = json.loads(data)["cells"][:MOST_CELLS]
    return ShownNotebook(release.name, tuple(_cells(cells, slots, comments, outputs)))


def _cells(
    cells: list[dict], slots: dict[str, ReleaseCell], comments: dict[str, str], outputs: Outputs
) -> Iterator[ShownCell]:
    left = MOST_MARKED
    for cell in cells:
        grade_id = cell.get("metadata", {}).get("nbgrader", {}).get("grade_id", "")
        slot = slots.get(grade_id)
        source = _text(cell["source"])
        comment = comments.get(grade_id, "")
        left -= len(source)
        if cell["cell_type"] != "code":
            # A model answer may stand in the course's own source: the student's is in the cell.
            yield ShownCell("text", markdown(source) if left >= 0 else pre(source), comment=comment)
        elif slot is not None and slot.is_protected:
            kept = [] if slot.source != slot.visible else cell.get("outputs", [])
            yield ShownCell(slot.role, code(slot.visible), tuple(outputs.render(kept)), comment)
        else:
            shown = outputs.render(cell.get("outputs", []))
            marked = code(source) if left >= 0 else pre(source, "code")
            yield ShownCell("student", marked, tuple(shown), comment)


def _text(source: object) -> str:
    return "".join(map(str, source)) if isinstance(source, list) else str(source)
