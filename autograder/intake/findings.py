"""How a reader gives up, and how a stranger's text is shown."""

from autograder.model import Flag, Refusal

__all__ = ["Flag", "Refusal", "Refused", "listed", "shown"]


class Refused(Exception):
    """Carries a refusal out of the depth of a reader; it never leaves the room."""

    def __init__(self, where: str, what: str, remedy: str) -> None:
        self.refusal = Refusal(where, what, remedy)
        super().__init__(str(self.refusal))

    @classmethod
    def because(cls, refusal: Refusal) -> "Refused":
        """Carry a refusal that was found before."""
        return cls(refusal.where, refusal.what, refusal.remedy)


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
