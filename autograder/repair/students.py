"""Find the student's work on each solution cell: by id, by the names it defines, by place.

Which of several copies counts: the last one that differs from the starter. The others stay as the
student's own cells where they hold something of their own, since later code may need it.
"""

from autograder.repair.claims import compare
from autograder.repair.pieces import Piece, Work, id_shown
from autograder.repair.release import ReleaseCell
from autograder.repair.text import share

SOME = 0.2  # of a starter's lines: enough to know a solution whose function got another name


def find_students(work: Work) -> None:
    """Decide which piece stands for each cell that the student writes."""
    slots = [(i, cell) for i, cell in enumerate(work.release.cells) if cell.solution]
    claimed = {index: [p for p in work.free() if work.claims(p) == index] for index, _ in slots}
    for index, slot in slots:
        attempts = [piece for piece in claimed[index] if piece.is_attempt(slot)]
        if attempts:
            _choose(work, index, attempts[-1], claimed[index])
    for index, slot in slots:
        if work.is_open(index):
            _by_names(work, index, slot, claimed[index])
    for index, slot in slots:
        if work.is_open(index):
            _by_place(work, index, slot)
    for index, slot in slots:
        if work.is_open(index):
            _elsewhere(work, index, slot)
    _flag_strangers(work)


def attempted(work: Work) -> frozenset[str]:
    """Return the ids of the cells that the student worked on, here or in another cell."""
    kept = [piece for piece in work.pieces if piece.is_kept and piece.cell.cell_type == "code"]
    found = set()
    for index, slot in enumerate(work.release.cells):
        if not slot.solution:
            continue
        own = work.holders.get(index)
        others = [piece for piece in kept if piece is not own and slot.names & piece.names]
        if any(piece.is_attempt(slot) for piece in [own, *others] if piece):
            found.add(slot.grade_id)
    return frozenset(found)


def _choose(work: Work, index: int, chosen: Piece, claimed: list[Piece]) -> None:
    """Let a piece stand for a slot, and decide about the others with its id."""
    slot = work.release.cells[index]
    work.hold(index, chosen)
    compare(work, slot, chosen)
    kept = {chosen.text}
    for piece in reversed(claimed):
        if piece is chosen:
            continue
        piece.is_kept = piece.is_attempt(slot) and piece.text not in kept
        kept.add(piece.text)
        what = "kept as a cell of the student's own" if piece.is_kept else "left out"
        message = f"It stands again in cell {piece.cell.number}, which is {what}"
        work.flag("repaired:duplicate-cell", slot, message)


def _by_names(work: Work, index: int, slot: ReleaseCell, claimed: list[Piece]) -> None:
    """Look for the work in cells that carry no student's id; else take the starter."""
    free = [piece for piece in work.free() if not _is_students(work, piece)]
    definers = [
        piece
        for piece in free
        if piece.cell.cell_type == "code" and slot.names & piece.names and piece.is_attempt(slot)
    ]
    starters = [piece for piece in free if slot.text and piece.text == slot.text]
    if definers:
        chosen = definers[-1]
        work.hold(index, chosen)
        for piece in claimed:  # the starter, which would undo the work if it ran after it
            piece.is_kept = False
        if claimed:
            message = f"The work stands in cell {chosen.cell.number}, not where it belongs"
            work.flag("repaired:moved-solution", slot, message)
        elif work.found(work.claims(chosen)) is not chosen:  # else it was merged into a check
            compare(work, slot, chosen)
    elif claimed or starters:
        _choose(work, index, (claimed or starters)[0], claimed)


def _by_place(work: Work, index: int, slot: ReleaseCell) -> None:
    """Look for the work between the cells that stand before and after it in the release."""
    before = [p.place for i, p in work.holders.items() if i < index]
    low = max(before, default=-1)
    high = min(
        (p.place for i, p in work.holders.items() if i > index and p.place > low), default=None
    )
    rivals = [
        piece
        for piece in work.free()
        if low < piece.place < (len(work.pieces) if high is None else high)
        and (piece.cell.cell_type == "code") == (slot.cell_type == "code")
        and not _is_students(work, piece)
        and piece.text
        and (slot.is_blank or share(slot.lines, piece.lines) >= SOME)
    ]
    if rivals:
        chosen = max(rivals, key=lambda piece: share(slot.lines, piece.lines))
        work.hold(index, chosen)
        if work.found(work.claims(chosen)) is not chosen:
            compare(work, slot, chosen)


def _elsewhere(work: Work, index: int, slot: ReleaseCell) -> None:
    """Note that a slot's work is part of another cell, or that there is none."""
    kept = [p for p in work.pieces if p.is_kept and p.cell.cell_type == "code"]
    definers = [piece for piece in kept if slot.names & piece.names]
    if definers:
        work.merged[index] = definers[-1]
        message = f"The work on it is part of cell {definers[-1].cell.number}"
        work.flag("repaired:merged-cells", slot, message)
    else:
        work.flag("repaired:missing-cell", slot, "It was deleted; its starter is put back")


def _is_students(work: Work, piece: Piece) -> bool:
    """Tell whether a piece carries the id of a cell that the student writes."""
    index = work.claims(piece)
    return index is not None and work.release.cells[index].solution


def _flag_strangers(work: Work) -> None:
    for piece in work.free():
        claim = piece.cell.claim
        if not claim.grade_id or work.claims(piece) is not None:
            continue
        if claim.grade and not claim.solution:
            message = f"It calls itself a check '{id_shown(piece)}' and is none; it earns nothing"
            work.flag("tampered:extra-check", piece, message)
        else:
            message = f"The release has no '{id_shown(piece)}'; it is kept as the student's own"
            work.flag("repaired:unknown-id", piece, message)
