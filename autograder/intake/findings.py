"""What is said about a submission: flags where it was mended, one refusal where it can't be."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Flag:
    """Something that a person should know of a submission that is graded.

    Attributes
    ----------
    kind : str
        ``repaired:*`` or ``tampered:*``.
    message : str
        One sentence for a person.
    cell : str
        The cell's grade_id, or ``cell 7`` for the seventh cell of the file; empty for the whole.
    """

    kind: str
    message: str
    cell: str = ""


@dataclass(frozen=True)
class Refusal:
    """Why a notebook can't be graded, and what to do. It makes a submission `ungraded`, never 0."""

    where: str
    what: str
    remedy: str

    def __str__(self) -> str:
        """Return the reason as sentences."""
        return f"{self.where} {self.what}. {self.remedy}."


class Refused(Exception):
    """Carries a refusal out of the depth of a reader; it never leaves the room."""

    def __init__(self, where: str, what: str, remedy: str) -> None:
        self.refusal = Refusal(where, what, remedy)
        super().__init__(str(self.refusal))


def shown(name: str, length: int = 80) -> str:
    """Return a stranger's text so that a terminal, a page or a table can show it."""
    text = "".join(
        c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in name[: length + 1]
    )
    return text if len(text) <= length else text[:length] + "…"


def listed(names: list[str], most: int = 5) -> str:
    """Return some names in one line, and how many more there are."""
    text = ", ".join(shown(name) for name in names[:most])
    return text + (f" and {len(names) - most} more" if len(names) > most else "")
