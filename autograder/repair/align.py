"""Align a submission with the release."""

from collections import defaultdict
from dataclasses import dataclass, field, replace

from autograder.intake import Flag, Notebook, SubmittedCell, listed
from autograder.model import Cell
from autograder.repair.order import in_order, places
from autograder.repair.pieces import Piece, Work
from autograder.repair.protected import find_protected
from autograder.repair.release import Release, ReleaseCell, Role
from autograder.repair.students import attempted, find_students

TOGETHER = {  # what another program does to every cell alike is said once
    "repaired:schema": "nbgrader's metadata is not of schema 3",
    "repaired:stripped-metadata": "nbgrader's metadata was lost; cells are told by what they hold",
    "repaired:reordered": "Cells were moved",
    "repaired:version": "The notebook is of another release",
}

ELSEWHERE = ("repaired:moved-solution", "repaired:merged-cells")  # these say it already


@dataclass(frozen=True)
class AlignedCell:
    """A cell as it is graded.

    Attributes
    ----------
    role : str
        ``student``, ``locked``, ``check`` or ``text``.
    source : str
        Of a check or locked cell the course's, else the student's.
    slot : ReleaseCell or None
        The cell of the release that it is; None for a cell of the student's own.
    number : int or None
        Where it stood in the submission, from 1; None if the course put it there.
    attachments : dict
        Pictures of a text cell, as in the notebook format.
    """

    role: Role
    cell_type: str
    source: str
    slot: ReleaseCell | None = None
    number: int | None = None
    attachments: dict[str, dict[str, str]] = field(default_factory=dict)

    @property
    def grade_id(self) -> str:
        """The id, or empty for a cell that nbgrader doesn't know."""
        return self.slot.grade_id if self.slot else ""


@dataclass(frozen=True)
class Aligned:
    """A submission, repaired.

    Attributes
    ----------
    release : Release
        What it was aligned with; points and the maximum are its.
    cells : tuple of AlignedCell
        All cells in the order in which they run. Each of the release's cells that nbgrader knows
        stands in it once, checks in the course's order, student's cells in the student's.
    flags : tuple of Flag
        What was mended, and what was tampered with.
    attempted : frozenset of str
        Ids of the cells on which the student did something.
    """

    release: Release
    cells: tuple[AlignedCell, ...]
    flags: tuple[Flag, ...]
    attempted: frozenset[str]

    @property
    def code(self) -> list[Cell]:
        """The cells that run, for the engine: the code cells of `cells` in their order."""
        return [_for_engine(cell) for cell in self.cells if cell.cell_type == "code"]


def align(notebook: Notebook, release: Release) -> Aligned:
    """Align a submission with the release. Nothing that a stranger wrote makes this raise.

    Cells are told by their exact text where the course owns it, then by grade_id, then by the
    names they define, then by their place. Of several copies of a solution the last one that
    differs from the starter counts.

    Parameters
    ----------
    notebook : Notebook
        As intake read it.
    release : Release
        What the course knows of it.
    """
    work = Work(release, [])
    cells = _join_split(notebook.cells, work)
    work.pieces = [Piece(cell, place, cell.source) for place, cell in enumerate(cells)]
    if notebook.version and release.version and notebook.version != release.version:
        work.flag("repaired:version", None, "")
    find_protected(work)
    find_students(work)
    ordered = in_order(work)
    elsewhere = {flag.cell for flag in work.flags if flag.kind in ELSEWHERE}
    for index in sorted(work.holders.keys() - ordered):
        if release.cells[index].is_slot and release.cells[index].grade_id not in elsewhere:
            work.flag("repaired:reordered", release.cells[index], "")
    return Aligned(release, _arrange(work, ordered), _grouped(work.flags), attempted(work))


def _for_engine(cell: AlignedCell) -> Cell:
    """Return what runs; how long a check may take and where is the course's to say."""
    about = cell.slot.metadata.get("autograder", {}) if cell.role == "check" else {}
    return Cell(
        cell.role,
        cell.source,
        cell.grade_id,
        cell.slot.points if cell.role == "check" else 0.0,
        about.get("timeout"),
        about.get("in_student_process", False),
        cell.role == "check" and cell.slot.source != cell.slot.visible,
    )


def _join_split(cells: tuple[SubmittedCell, ...], work: Work) -> list[SubmittedCell]:
    """Join a cell that was split inside a block: both halves have its id, one is indented."""
    joined: list[SubmittedCell] = []
    for cell in cells:
        last = joined[-1] if joined else None
        index = work.release.index.get(cell.claim.grade_id)
        is_twin = last and index is not None and last.claim.grade_id == cell.claim.grade_id
        is_indented = cell.source.lstrip("\n").startswith((" ", "\t"))
        if is_twin and is_indented and cell.cell_type == "code":
            joined[-1] = replace(last, source=f"{last.source}\n{cell.source}")
            message = f"Cell {cell.number} is its second half"
            work.flag("repaired:split-cell", work.release.cells[index], message)
        else:
            joined.append(cell)
    return joined


def _arrange(work: Work, ordered: frozenset[int]) -> tuple[AlignedCell, ...]:
    """Put the student's cells and the course's in one order."""
    index_of = {id(cell): index for index, cell in enumerate(work.release.cells)}
    keyed = [
        ((piece.place, 0, index_of.get(id(piece.slot), -1)), _own(piece))
        for piece in work.pieces
        if piece.is_kept
    ]
    for index, place in places(work, ordered).items():
        keyed.append(((place, 1, index), _restored(work, index)))
    return tuple(cell for _, cell in sorted(keyed, key=lambda pair: pair[0]))


def _own(piece: Piece) -> AlignedCell:
    """Return a cell with the student's source; its type is the course's where it has a slot."""
    slot = piece.slot
    cell_type = slot.cell_type if slot else piece.cell.cell_type
    return AlignedCell(
        "student" if cell_type == "code" else "text",
        cell_type,
        piece.source,
        slot if slot and slot.is_slot else None,
        piece.cell.number,
        piece.cell.attachments if cell_type == "markdown" else {},
    )


def _restored(work: Work, index: int) -> AlignedCell:
    """Return a cell with the course's source: a starter only where the work is nowhere else."""
    slot = work.release.cells[index]
    piece = work.found(index)
    source = "" if slot.solution and index in work.merged else slot.source
    return AlignedCell(
        slot.role, slot.cell_type, source, slot, piece.cell.number if piece else None
    )


def _grouped(flags: list[Flag]) -> tuple[Flag, ...]:
    """Say once what holds for many cells."""
    cells = defaultdict(list)
    for flag in flags:
        if flag.kind in TOGETHER:
            cells[flag.kind].append(flag.cell)
    together = []
    for kind, names in cells.items():
        named = [name for name in dict.fromkeys(names) if name]
        where = f": {listed(named)}" if named else ""
        cell = named[0] if len(named) == 1 else ""
        together.append(Flag(kind, TOGETHER[kind] + where, cell))
    return (*together, *(flag for flag in flags if flag.kind not in TOGETHER))
