"""Find the checks and locked cells in a submission, and take the student's own code out of them."""

from autograder.repair.claims import compare
from autograder.repair.pieces import Piece, Work, name_of
from autograder.repair.release import ReleaseCell
from autograder.repair.text import defined, share, without

EDITED = 0.5  # a cell with half of a check's lines is that check, edited
TELLING = 20  # a shorter text may stand in a student's cell by chance


def find_protected(work: Work) -> None:
    """Decide which piece stands for each check, locked cell and plain cell of the release."""
    _by_text(work)
    for index, piece in _by_id(work):
        _take_apart(work, index, piece)
    for piece in work.free():
        _take_out(work, piece, [cell for cell in work.release.checks if _is_telling(cell)])
    _by_likeness(work)
    _drop_copies(work)
    for index, slot in work.open_slots():
        if slot.is_protected:
            kind = "check" if slot.role == "check" else "cell"
            work.flag(f"repaired:missing-{kind}", slot, "It was deleted and is put back")
            work.merged.pop(index, None)


def _by_text(work: Work) -> None:
    """A cell with exactly the text of a protected or plain cell is that cell, whatever its id."""
    by_text: dict[str, list[int]] = {}
    for index, cell in enumerate(work.release.cells):
        if cell.text and (cell.is_protected or not cell.is_slot):
            by_text.setdefault(cell.text, []).append(index)
    for needs_id in (True, False):  # several cells may read alike: who carries the id goes first
        for piece in work.free():
            for index in by_text.get(piece.text, ()):
                if work.is_open(index) and (work.claims(piece) == index or not needs_id):
                    _hold_text(work, index, piece)
                    break


def _hold_text(work: Work, index: int, piece: Piece) -> None:
    slot = work.release.cells[index]
    work.hold(index, piece)
    if slot.is_slot:
        piece.is_kept = False
        compare(work, slot, piece)
    elif piece.cell.cell_type != slot.cell_type:
        work.flag("repaired:cell-type", piece, f"It was made a {piece.cell.cell_type} cell")


def _by_id(work: Work) -> list[tuple[int, Piece]]:
    """Let a cell with a protected cell's id hold its place, however it was edited."""
    found = []
    for piece in work.free():
        index = work.claims(piece)
        if index is not None and work.release.cells[index].is_protected and work.is_open(index):
            work.hold(index, piece)
            compare(work, work.release.cells[index], piece)
            found.append((index, piece))
    return found


def _take_apart(work: Work, index: int, piece: Piece) -> None:
    """Keep what the student wrote into a protected cell, without the cell's own text."""
    slot = work.release.cells[index]
    rest = without(piece.cell.source, slot.text)
    if rest is None:
        piece.is_kept = _is_own_code(work, slot, piece)
    else:
        piece.source, piece.is_kept = rest, bool(rest.strip())
        _take_out(work, piece, [cell for cell in work.release.cells if cell.is_protected])
        asked = _asked(work) & piece.names
        if piece.is_kept and asked:
            names = ", ".join(sorted(asked))
            work.flag("repaired:merged-cells", slot, f"The student's {names} was in it and is kept")
        elif piece.is_kept:
            work.flag("tampered:source", slot, "Text was added; it is kept as the student's own")
    if piece.is_kept:
        piece.slot = None  # free to be a solution


def _is_own_code(work: Work, slot: ReleaseCell, piece: Piece) -> bool:
    """Tell whether a changed protected cell is to be kept as the student's; flag the change."""
    if piece.text and f"\n{piece.text}\n" in f"\n{slot.text}\n":
        work.flag("repaired:split-cell", slot, "Only a part of it was left; it is put back whole")
        return False
    if piece.text and piece.is_as_released:
        work.flag("repaired:version", slot, "It is that of another release")
        return False
    is_alike = share(slot.lines, piece.lines) >= EDITED or piece.names & defined(slot.visible)
    is_edit = is_alike and not _asked(work) & piece.names
    is_own = bool(piece.text) and piece.cell.cell_type == slot.cell_type and not is_edit
    if piece.text != slot.text:
        what = "kept as the student's own" if is_own else "left out"
        work.flag("tampered:source", slot, f"It was changed; the change is {what}")
    return is_own


def _asked(work: Work) -> frozenset[str]:
    return frozenset().union(*(cell.names for cell in work.release.cells))


def _is_telling(slot: ReleaseCell) -> bool:
    """Tell whether a text is long enough not to stand in a student's own cell by chance."""
    return len(slot.text) >= TELLING and (slot.role == "check" or len(slot.lines) > 2)


def _take_out(work: Work, piece: Piece, slots: list[ReleaseCell]) -> None:
    """Take protected cells that are still looked for out of a cell that they were merged into."""
    for slot in slots:
        index = work.release.index[slot.grade_id]
        rest = without(piece.source, slot.text) if work.is_open(index) else None
        if rest is not None:
            piece.source, piece.is_kept = rest, bool(rest.strip())
            work.merged[index] = piece
            work.flag("repaired:merged-cells", slot, f"It was part of {name_of(piece)}")


def _by_likeness(work: Work) -> None:
    """Tell a check that was edited and lost its id by its lines."""
    for index, slot in work.open_slots():
        if not slot.is_protected or not _is_telling(slot):
            continue
        rivals = [p for p in work.free() if work.claims(p) is None and not _asked(work) & p.names]
        best = max(rivals, key=lambda piece: share(slot.lines, piece.lines), default=None)
        if best and share(slot.lines, best.lines) >= EDITED:
            work.hold(index, best)
            best.is_kept = False
            compare(work, slot, best)
            work.flag("tampered:source", slot, "It was changed; the change is left out")


def _drop_copies(work: Work) -> None:
    """Leave out what repeats a protected cell, whole or in part."""
    by_text = {cell.text: cell for cell in work.release.cells if cell.is_protected and cell.text}
    for piece in work.free():
        claimed = work.claims(piece)
        own = None if claimed is None else work.release.cells[claimed]
        copied = by_text.get(piece.text)
        is_part = own and own.is_protected and f"\n{piece.text}\n" in f"\n{own.text}\n"
        if copied and (copied is own or _is_telling(copied)):
            piece.is_kept = False
            message = f"It stands again in cell {piece.cell.number}, which is left out"
            work.flag("repaired:duplicate-cell", copied, message)
        elif is_part and piece is not work.found(claimed):
            piece.is_kept = False
            message = f"A part of it is cell {piece.cell.number}, which is left out"
            work.flag("repaired:split-cell", own, message)
        elif own and own.is_protected and _is_twin(work, claimed, piece):
            message = f"Its id stands again in cell {piece.cell.number}, which is kept"
            work.flag("repaired:duplicate-cell", own, message)


def _is_twin(work: Work, index: int, piece: Piece) -> bool:
    """Tell whether another piece with the same id stands for the cell."""
    other = work.found(index)
    return other not in (None, piece) and other.cell.claim.grade_id == piece.cell.claim.grade_id
