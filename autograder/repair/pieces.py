"""What becomes of each submitted cell while a submission is aligned."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property

from autograder.intake import Flag, SubmittedCell, shown
from autograder.intake.text import lines_of
from autograder.repair.release import Release, ReleaseCell
from autograder.repair.text import checksum, defined, normal


@dataclass(eq=False)
class Piece:
    """A submitted cell, and what is decided about it.

    Attributes
    ----------
    cell : SubmittedCell
        As handed in.
    place : int
        Its index among the submitted cells.
    source : str
        What is left of it as the student's own.
    slot : ReleaseCell or None
        The cell of the release that it stands for.
    is_kept : bool
        Whether it stays in the notebook as the student's own.
    """

    cell: SubmittedCell
    place: int
    source: str
    slot: ReleaseCell | None = None
    is_kept: bool = True

    @cached_property
    def text(self) -> str:
        """The whole source, without what may change unnoticed."""
        return normal(self.cell.source)

    @cached_property
    def lines(self) -> frozenset[str]:
        """The lines of the whole source."""
        return lines_of(self.cell.source)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names that it defines."""
        return defined(self.cell.source)

    @cached_property
    def is_as_released(self) -> bool:
        """Whether its own checksum says that nobody changed it since some release."""
        claim = self.cell.claim
        digest = checksum(
            self.cell.source,
            self.cell.cell_type,
            bool(claim.grade),
            bool(claim.solution),
            bool(claim.locked),
            claim.grade_id,
            claim.points or 0.0,
        )
        return bool(claim.checksum) and claim.checksum == digest

    def is_attempt(self, slot: ReleaseCell) -> bool:
        """Tell whether it holds work on a slot, and not only what was released."""
        return bool(self.text) and self.text != slot.text and not self.is_as_released


@dataclass
class Work:
    """The alignment so far.

    Attributes
    ----------
    release : Release
        What the course knows.
    pieces : list of Piece
        The submitted cells in order.
    holders : dict of int to Piece
        Which piece stands for which cell of the release, by its index.
    merged : dict of int to Piece
        Cells of the release that were found inside another cell.
    """

    release: Release
    pieces: list[Piece]
    holders: dict[int, Piece] = field(default_factory=dict)
    merged: dict[int, Piece] = field(default_factory=dict)
    flags: list[Flag] = field(default_factory=list)

    def hold(self, index: int, piece: Piece) -> None:
        """Let a piece stand for a cell of the release."""
        self.holders[index] = piece
        piece.slot = self.release.cells[index]

    def is_open(self, index: int) -> bool:
        """Tell whether a cell of the release is still looked for."""
        return index not in self.holders and index not in self.merged

    def found(self, index: int | None) -> Piece | None:
        """Return the piece that is or holds a cell of the release."""
        return self.holders.get(index) or self.merged.get(index)

    def open_slots(self) -> Iterable[tuple[int, ReleaseCell]]:
        """Return nbgrader's cells that are still looked for, in order."""
        for index, cell in enumerate(self.release.cells):
            if cell.is_slot and self.is_open(index):
                yield index, cell

    def free(self) -> list[Piece]:
        """Return the pieces that stay and stand for nothing yet."""
        return [piece for piece in self.pieces if piece.is_kept and piece.slot is None]

    def claims(self, piece: Piece) -> int | None:
        """Return the index of the cell whose id a piece carries, if the release has it."""
        return self.release.index.get(piece.cell.claim.grade_id)

    def flag(self, kind: str, cell: ReleaseCell | Piece | None, message: str) -> None:
        """Note something for a person."""
        self.flags.append(Flag(kind, message, name_of(cell) if cell else ""))


def name_of(cell: ReleaseCell | Piece) -> str:
    """Return what a person finds a cell by."""
    if isinstance(cell, ReleaseCell):
        return cell.grade_id
    return (cell.slot and cell.slot.grade_id) or f"cell {cell.cell.number}"


def id_shown(piece: Piece) -> str:
    """Return the id that a piece carries, fit to be shown."""
    return shown(piece.cell.claim.grade_id, 60)
