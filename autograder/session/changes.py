"""What changed between the checks that receipts speak of and the course's source as it is now."""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import msgspec

from autograder.course.directory import CourseError
from autograder.grade.outcomes import blocked_among, ungraded
from autograder.grade.paper import Assignment, cell_digest
from autograder.grade.sources import mentioned, tree_of
from autograder.model import Flag, NotebookResult, Outcome, Receipt, Seen, Verdict
from autograder.repair import Release, ReleaseCell


@dataclass(frozen=True)
class Change:
    """One graded cell that is not what it was.

    Attributes
    ----------
    notebook, id : str
        Where, and its grade_id: the new one, or of a removed cell the old one.
    kind : str
        ``added``, ``removed``, ``renamed``, ``re-weighted`` or ``changed``.
    was : str
        The old id of a renamed cell, the old points of a re-weighted one.
    """

    notebook: str
    id: str
    kind: str
    was: str = ""


class Comparison:
    """An assignment before and after, cell by cell.

    Parameters
    ----------
    before, after : Assignment

    Raises
    ------
    CourseError
        If notebooks were added or removed.
    """

    def __init__(self, before: Assignment, after: Assignment) -> None:
        if before.names != after.names:
            raise CourseError(
                f"{after.name} has other notebooks than before ({', '.join(before.names)}): only "
                "the cells of a notebook may change once there are grades"
            )
        self.before, self.after = before, after
        self.notebooks = {
            new.name: NotebookChanges(old, new)
            for old, new in zip(before.releases, after.releases, strict=True)
        }

    @property
    def changes(self) -> list[Change]:
        """All changes of graded cells."""
        return [change for notebook in self.notebooks.values() for change in notebook.changes]

    @property
    def around(self) -> list[str]:
        """The notebooks in which something other than checks changed, so that all is run again."""
        return [name for name, notebook in self.notebooks.items() if not notebook.same_frame]

    @property
    def files(self) -> list[str]:
        """The files beside the notebooks that changed, so that all is run again."""
        old, new = (each.supplements.all for each in (self.before, self.after))
        return sorted(path for path in old | new if old.get(path) != new.get(path))

    @property
    def renames(self) -> dict[str, dict[str, str]]:
        """The new id of each renamed cell by its old one, by notebook."""
        return {name: notebook.renames for name, notebook in self.notebooks.items()}

    def is_current(self, receipt: Receipt) -> bool:
        """Tell whether a receipt speaks of the checks as they are now."""
        return receipt.result.checks == self.after.digest

    def needs_run(self, receipt: Receipt) -> bool:
        """Tell whether a submission has to be run again to know its points."""
        if self.files or {n.name for n in receipt.result.notebooks} != self.notebooks.keys():
            return True
        of_before = receipt.result.checks == self.before.digest
        return any(
            not result.refusal and not (of_before and self.notebooks[result.name].can_carry(result))
            for result in receipt.result.notebooks
        )

    def carried(self, receipt: Receipt, fault: str = "") -> Receipt:
        """Return a receipt for the checks as they are now, with what is known from before.

        Parameters
        ----------
        receipt : Receipt
        fault : str
            Why it was not run again, though it had to be: then what isn't known is ungraded.
        """
        results = {result.name: result for result in receipt.result.notebooks}
        notebooks = tuple(
            changes.carried(results.get(name)) for name, changes in self.notebooks.items()
        )
        result = msgspec.structs.replace(
            receipt.result, checks=self.after.digest, notebooks=notebooks
        )
        seen = {
            name: changes.seen(receipt.observed.seen[name])
            for name, changes in self.notebooks.items()
            if name in receipt.observed.seen
        }
        observed = msgspec.structs.replace(
            receipt.observed, seen=seen, fault=fault or receipt.observed.fault
        )
        return Receipt(result, observed)


class NotebookChanges:
    """One notebook before and after."""

    def __init__(self, before: Release, after: Release) -> None:
        self.before, self.after = before, after
        self.old = {cell.grade_id: cell for cell in _graded(before)}
        self.new = {cell.grade_id: cell for cell in _graded(after)}

    @cached_property
    def renames(self) -> dict[str, str]:
        """The new id by the old one: of cells that are gone and stand there under another id."""
        gone = [cell for id, cell in self.old.items() if id not in self.new]
        come = [cell for id, cell in self.new.items() if id not in self.old]
        counts = Counter(self._kind(cell) for cell in gone)
        counts.update(self._kind(cell) for cell in come)
        by_kind = {self._kind(cell): cell.grade_id for cell in come}
        return {
            cell.grade_id: by_kind[self._kind(cell)]
            for cell in gone
            if self._kind(cell) in by_kind and counts[self._kind(cell)] == 2
        }

    @cached_property
    def changes(self) -> list[Change]:
        """The changes in the order of the notebook, what is removed last."""
        was = {new: old for old, new in self.renames.items()}
        found = []
        for id, cell in self.new.items():
            old = self.old.get(was.get(id, id))
            if old is None:
                found.append(Change(self.after.name, id, "added"))
                continue
            if id in was:
                found.append(Change(self.after.name, id, "renamed", was[id]))
            if old.points != cell.points:
                found.append(Change(self.after.name, id, "re-weighted", f"{old.points:g}"))
            if not self._is_same(old, cell):
                found.append(Change(self.after.name, id, "changed"))
        gone = [id for id in self.old if id not in self.new and id not in self.renames]
        return [*found, *(Change(self.after.name, id, "removed") for id in gone)]

    @cached_property
    def same_frame(self) -> bool:
        """Whether everything but checks is what it was, and in its order."""
        return _frame(self.before) == _frame(self.after)

    def now(self, id: str) -> str:
        """Return a cell's id as it is now."""
        return self.renames.get(id, id)

    def can_carry(self, result: NotebookResult) -> bool:
        """Tell whether every verdict follows from an earlier one."""
        verdicts = {self.now(verdict.id): verdict for verdict in result.verdicts}
        was = {new: old for old, new in self.renames.items()}
        return self.same_frame and all(
            id in verdicts
            and (old := self.old.get(was.get(id, id))) is not None
            and self._is_same(old, cell)
            and _follows(verdicts[id], cell)
            for id, cell in self.new.items()
        )

    def carried(self, result: NotebookResult | None) -> NotebookResult:
        """Return what is known of the notebook as it is now; the rest is ungraded."""
        if result is None or result.refusal:
            refusal = result.refusal if result else None
            return NotebookResult(self.after.name, ungraded(self.after), refusal=refusal)
        verdicts = {self.now(verdict.id): verdict for verdict in result.verdicts}
        known = {
            id: verdict
            for id, cell in self.new.items()
            if (verdict := verdicts.get(id)) is not None
            and self._was_asked(verdict, cell)
            and _follows(verdict, cell)
        }
        return NotebookResult(
            self.after.name,
            tuple(_carried(self.new, known)),
            result.untouched,
            tuple(self._flags(result.flags)),
            None,
            result.diagnoses,
        )

    def seen(self, seen: dict[str, Seen]) -> dict[str, Seen]:
        """Return what was seen of the checks that are still asked, by their ids now."""
        return {self.now(id): value for id, value in seen.items() if self.now(id) in self.new}

    def _was_asked(self, verdict: Verdict, cell: ReleaseCell) -> bool:
        """Tell whether a verdict is on this very check."""
        if verdict.digest == cell_digest(cell):
            return True
        old = self.old.get(verdict.id)
        return old is not None and verdict.digest == cell_digest(old) and self._is_same(old, cell)

    def _flags(self, flags: Iterable[Flag]) -> Iterator[Flag]:
        for flag in flags:
            is_gone = flag.cell in self.old and self.now(flag.cell) not in self.new
            if not is_gone:
                yield msgspec.structs.replace(flag, cell=self.now(flag.cell))

    def _is_same(self, old: ReleaseCell, new: ReleaseCell) -> bool:
        return self._kind(old) == self._kind(new) and (
            old.role != "check" or _place(self.before, old) == _place(self.after, new)
        )

    def _kind(self, cell: ReleaseCell) -> tuple:
        """Return what a cell asks, whatever its name and its points, and how it is commented."""
        names = frozenset().union(*(other.names for other in self.after.cells))
        tree = tree_of(cell.source) if cell.cell_type == "code" else None
        about = {**cell.metadata.get("autograder", {})}
        flags = (cell.grade, cell.solution, cell.locked, cell.task, cell.source != cell.visible)
        return (
            cell.cell_type,
            ast.dump(tree) if tree else cell.source,
            mentioned(cell.source) & names,
            flags,
            msgspec.json.encode(about, order="deterministic"),
        )


def _graded(release: Release) -> list[ReleaseCell]:
    return [cell for cell in release.cells if cell.grade or cell.task]


def _frame(release: Release) -> list:
    return [
        replace(cell, metadata=cell.metadata.get("autograder", {}), points=0.0, id="")
        for cell in release.cells
        if cell.role != "check"
    ]


def _place(release: Release, cell: ReleaseCell) -> int:
    """Return how many cells other than checks stand before a check: it is asked after those."""
    index = release.index[cell.grade_id]
    return sum(other.role != "check" for other in release.cells[:index])


def _follows(verdict: Verdict, cell: ReleaseCell) -> bool:
    """Tell whether a verdict gives the points that a cell earns now.

    A check that ends in an expression may return its points: another maximum asks it anew.
    """
    if verdict.max_points == cell.points:
        return True
    if verdict.outcome is not Outcome.PASSED:
        return not verdict.points
    tree = tree_of(cell.source)
    return tree is not None and not (tree.body and isinstance(tree.body[-1], ast.Expr))


def _carried(cells: dict[str, ReleaseCell], known: dict[str, Verdict]) -> Iterator[Verdict]:
    failed = (Outcome.FAILED, Outcome.BLOCKED)
    outcomes = {
        id: Outcome.FAILED if verdict.outcome in failed else verdict.outcome
        for id, verdict in known.items()
    }
    outcomes |= {id: Outcome.UNGRADED for id in cells if id not in known}
    blocked = blocked_among(list(cells.values()), outcomes)
    for id, cell in cells.items():
        outcome = Outcome.BLOCKED if id in blocked else outcomes[id]
        points = known[id].points if id in known else None
        points = cell.points if outcome is Outcome.PASSED else points
        flags = known[id].flags if id in known else ()
        yield Verdict(id, outcome, points, cell.points, cell_digest(cell), flags)
