"""Where the student's process stops and waits for checks: as rarely as it makes no difference.

A check is to find what the notebook has defined where it stands. So the process waits, as a fork,
before each cell of the student's that comes after a check. A fork and what it copies cost more than
most checks; and where the cells behind a check only define further functions, the check finds the
same a few cells later. It may then use the place of a later check, or the end.

It finds the same because of what `plain` cells are. Let all cells up to the later place be plain:

- Running one of those in between calls nothing, so it changes no object that there was. All that it
  does is to bind names.
- These names are bound by no cell before, so none of them is bound anew.
- They are mentioned nowhere before: neither in the student's cells nor in those of the course. So
  no function and no check looks one of them up, whose answer would now be another. Plain cells have
  no other way to see a name.

Checks that stood apart then share a fork. They would notice only by what a call leaves behind for
the next one. Functions in plain cells keep nothing from call to call. What a check keeps itself, a
function or an object that one returned, does not serve at another place: so checks that use names
of checks at an earlier place go on to wait apart. Checks that run in the student's process can do
anything there, and wait where they stand.

What is left is beside the point of a check: what memory that nobody has filled happens to hold.
Were a cell taken for plain that is not, its author would gain nothing: the checks would see a later
state of a notebook that is the author's own. And all that is visible still comes before all that is
hidden, at every place.
"""

import ast
import functools
from collections.abc import Sequence

from autograder.grade import plain
from autograder.grade.order import needs
from autograder.grade.sources import bound, mentioned, tree_of
from autograder.model import Cell

Groups = list[list[int]]
MOST_AT_ONCE = 1 << 18
"""Characters of cells that are run by one order: it has to fit into a message."""
MOST_READ = 1 << 18
"""Characters of a notebook beyond which nobody looks whether its cells are plain: it takes long."""


def standing(cells: Sequence[Cell], lent: Sequence[frozenset[str]]) -> dict[int, Groups]:
    """Return where the process stops, and which of the course's cells wait there.

    Parameters
    ----------
    cells : sequence of Cell
    lent : sequence of frozenset of str
        The student's names that each cell may need.

    Returns
    -------
    dict of int to list of list of int
        By the index of the cell before which it stops (the number of cells for the end), the
        indices of the cells that wait there; those of one list share forks.
    """
    stops: dict[int, Groups] = {}
    waiting: Groups = []
    run: list[int] = []
    notebook = Notebook()
    for index, cell in enumerate(cells):
        if cell.kind != "student" and (lent[index] or cell.in_student_process):
            run.append(index)
        if cell.kind == "check":
            continue
        waiting, run = _joined(cells, waiting, run), []
        checks = [cells[number] for group in waiting for number in group]
        if not notebook.goes_on(cell, checks):
            stops[index], waiting = waiting, []
    if waiting := _joined(cells, waiting, run):
        stops[len(cells)] = waiting
    return {index: groups for index, groups in stops.items() if groups}


def repeats(cells: Sequence[Cell]) -> bool:
    """Say whether every process that runs the cells comes to the same state, and at once.

    A plain notebook computes nothing before its checks call it.
    """
    there = any(cell.in_student_process for cell in cells)
    run = [cell for cell in cells if cell.kind != "check"]
    is_short = sum(len(cell.source) for cell in run) <= MOST_READ
    return is_short and not there and all(_read(cell) is not None for cell in run)


def runs_at_once(cells: Sequence[Cell], stops: dict[int, Groups]) -> bool:
    """Say whether the cells may be run by one order: nothing is decided before the last."""
    run = [cell for cell in cells if cell.kind != "check"]
    if stops.keys() - {len(cells)} or sum(len(cell.source) for cell in run) > MOST_AT_ONCE:
        return False
    return repeats(cells) and not any(_read(cell).shows for cell in run)


class Notebook:
    """What the cells so far have bound and mentioned, as long as all of them are plain.

    A cell is read once checks wait before it or before a later one: parsing takes time.
    """

    def __init__(self) -> None:
        self.is_plain = True
        self.mentions: set[str] = set()
        self.origins: dict[str, str] = {}
        self._room = MOST_READ
        self._unread: list[Cell] = []

    def goes_on(self, cell: Cell, checks: Sequence[Cell]) -> bool:
        """Add a cell, and say whether checks before it may wait until it has run."""
        self._unread.append(cell)
        self._room -= len(cell.source)
        self.is_plain = self.is_plain and self._room >= 0
        if not checks or not self.is_plain:
            return False
        while self._unread:
            found = _read(self._unread.pop(0))
            if found is None:
                self.is_plain = False
                return False
            new = {name for name, origin in found.binds.items() if not self._is_same(name, origin)}
            is_unheard_of = new.isdisjoint(self.mentions)
            self.mentions |= found.mentions
            for name in new:
                self.origins[name] = "" if name in self.origins else found.binds[name]
        return is_unheard_of and not any(
            check.in_student_process or new & words(check.source) for check in checks
        )

    def _is_same(self, name: str, origin: str) -> bool:
        """Say whether a cell imports what an earlier one has imported under the same name."""
        return bool(origin) and self.origins.get(name) == origin


def _read(cell: Cell) -> plain.Plain | None:
    return plain.read(cell.source, cell.kind == "locked")


def _joined(cells: Sequence[Cell], waiting: Groups, run: list[int]) -> Groups:
    """Add checks that stand together to those that wait, to share a fork with them if they may."""
    if not run:
        return waiting
    if not waiting:
        return [run]
    *others, last = waiting
    wanted = frozenset().union(*(needs(cells[index].source) for index in run))
    kept = frozenset().union(*(bound(cells[index].source) for index in last))
    if wanted & kept or any(cells[index].in_student_process for index in run):
        return [*waiting, run]
    return [*others, last + run]


@functools.lru_cache(4096)
def words(source: str) -> frozenset[str]:
    """Return the words of a cell of the course's but for those in comments."""
    tree = tree_of(source)
    try:
        return mentioned(source if tree is None else ast.unparse(tree))
    except RecursionError:  # a sum of a thousand terms
        return mentioned(source)
