"""Flag what a submitted cell says of itself and the course doesn't."""

from autograder.repair.pieces import Piece, Work, id_shown
from autograder.repair.release import ReleaseCell

FLAGS = ("grade", "solution", "locked", "task")
TAGS = {"skip-execution", "raises-exception"}  # these change what other programs run


def compare(work: Work, slot: ReleaseCell, piece: Piece) -> None:
    """Compare a submitted cell's metadata with that of the cell that it stands for."""
    claim = piece.cell.claim
    is_ours = slot.is_protected or slot.grade
    if not claim.grade_id:
        work.flag("repaired:stripped-metadata", slot, "nbgrader's metadata was lost")
    elif claim.grade_id != slot.grade_id:
        work.flag("repaired:renamed-id", slot, f"It carried the id '{id_shown(piece)}'")
    else:
        if claim.schema != 3:
            schema = "no schema" if claim.schema is None else f"schema {claim.schema}"
            work.flag("repaired:schema", slot, f"Its metadata has {schema}")
        if claim.points is not None and is_ours and claim.points != slot.points:
            said = f"It claimed {claim.points:g} points instead of {slot.points:g}"
            work.flag("tampered:points", slot, said)
        said = {flag: getattr(claim, flag) for flag in FLAGS}
        wrong = [flag for flag in FLAGS if said[flag] not in (None, getattr(slot, flag))]
        if wrong:
            kind = "tampered:flags" if is_ours else "repaired:retagged"
            work.flag(kind, slot, f"These flags were changed: {', '.join(wrong)}")
    if piece.cell.cell_type != slot.cell_type:
        work.flag("repaired:cell-type", slot, f"It was made a {piece.cell.cell_type} cell")
    tags = TAGS & set(piece.cell.tags)
    if tags and slot.is_protected:
        work.flag("tampered:tags", slot, f"It was tagged {', '.join(sorted(tags))}")
