"""Decide where the course's own cells stand among the student's.

The student's cells keep their order, always. Checks keep the course's order; each stands where it
was found, or later where the work that it follows in the release stands later. Locked cells stand
where they were found, or earlier where the work that follows them stands earlier.
"""

from bisect import bisect_left

from autograder.repair.pieces import Work

BEFORE = 0.5


def in_order(work: Work) -> frozenset[int]:
    """Return the cells of the release that stand in its order: a longest such choice."""
    both = {**work.merged, **work.holders}
    found = sorted((piece.place, index) for index, piece in both.items())
    tails: list[int] = []
    ends: list[int] = []  # for each length, the position in `found` where such a run ends
    previous: list[int] = []
    for position, (_, index) in enumerate(found):
        length = bisect_left(tails, index)
        tails[length : length + 1] = [index]
        ends[length : length + 1] = [position]
        previous.append(ends[length - 1] if length else -1)
    chosen, position = set(), ends[-1] if ends else -1
    while position >= 0:
        chosen.add(found[position][1])
        position = previous[position]
    return frozenset(chosen)


def places(work: Work, ordered: frozenset[int]) -> dict[int, float]:
    """Return for each cell to be inserted the place in the submission after which it stands.

    Parameters
    ----------
    work : Work
        The alignment, with everything found.
    ordered : frozenset of int
        What `in_order` returned.
    """
    cells = work.release.cells
    at = {i: p.place for i, p in work.holders.items() if p.is_kept and p.slot is cells[i]}
    inserted = [i for i, cell in enumerate(cells) if cell.is_slot and i not in at]
    place: dict[int, float] = {}
    last = -1.0
    for index, cell in enumerate(cells):
        piece = work.found(index)
        if piece and index in ordered:
            last = max(last, piece.place)
        if index in inserted:
            is_before = cell.role == "locked" and piece and index in ordered
            place[index] = last - BEFORE if is_before else last
    _pull_early(work, place, at)
    _push_late(work, place, at)
    return place


def _pull_early(work: Work, place: dict[int, float], at: dict[int, int]) -> None:
    """Put locked cells before the work that follows them in the release."""
    first = float("inf")
    for index in reversed(range(len(work.release.cells))):
        cell = work.release.cells[index]
        if index in place and cell.role == "locked":
            place[index] = first = min(place[index], first)
        elif index in at and cell.solution and cell.role == "student":
            first = min(first, at[index] - BEFORE)


def _push_late(work: Work, place: dict[int, float], at: dict[int, int]) -> None:
    """Put checks after the work that they follow in the release, and after each other."""
    last = -1.0
    for index, cell in enumerate(work.release.cells):
        if index in place and cell.role != "locked":
            place[index] = last = max(place[index], last)
        elif index in place:
            last = max(last, place[index])
        elif index in at and cell.solution:
            last = max(last, at[index])
