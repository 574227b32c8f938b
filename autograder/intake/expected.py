"""How a notebook of an assignment is known again when its name changed."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from autograder.intake.text import lines_of

if TYPE_CHECKING:
    from autograder.intake.notebook import Notebook

SHARE = 0.2  # another notebook of the same course shares imports and helpers, about a tenth
NEAR = 0.1  # two attempts at one notebook differ by less, two notebooks by more


@dataclass(frozen=True)
class Expected:
    """One notebook that a submission should hold.

    Attributes
    ----------
    name : str
        The file's stem.
    grade_ids : frozenset of str
        The ids of its graded and solution cells.
    lines : frozenset of str
        The lines that students see in it, stripped, without the blank ones.
    """

    name: str
    grade_ids: frozenset[str] = frozenset()
    lines: frozenset[str] = frozenset()

    def likeness(self, notebook: "Notebook") -> tuple[int, float]:
        """Return how many ids and which share of the lines a notebook has in common with this."""
        ids = {cell.claim.grade_id for cell in notebook.cells}
        lines = frozenset().union(*(lines_of(cell.source) for cell in notebook.cells))
        share = len(self.lines & lines) / len(self.lines) if self.lines else 0.0
        return len(self.grade_ids & ids), share

    def is_like(self, notebook: "Notebook") -> bool:
        """Tell whether a notebook can be a version of this one."""
        ids, share = self.likeness(notebook)
        return bool(ids) or share >= SHARE or not (self.grade_ids or self.lines)

    def most_like(self, notebooks: "dict[str, Notebook]") -> list[str]:
        """Return the keys of the notebooks among which likeness alone can't choose."""
        likeness = {key: self.likeness(notebook) for key, notebook in notebooks.items()}
        ids, share = max(likeness.values())
        return [k for k, (some, part) in likeness.items() if some == ids and part >= share - NEAR]
