"""In which order the course's cells run: what students may see comes before what is hidden.

A visible check's words reach its student. Forks of one process share some memory and files, so a
function that has been given a hidden input could leave it where a visible check finds it. All that
is visible therefore runs first, in order; then what is hidden, each check in the namespace that its
place in the notebook gives it.
"""

import ast
import functools
from collections.abc import Iterator, Sequence

from autograder.grade.sources import bound, mentioned, tree_of
from autograder.model import Cell

MISSING = object()
NEVER = (1 << 60, 0)


def deferred(cells: Sequence[Cell]) -> frozenset[int]:
    """Return the indices of the course's cells that run in the second pass.

    They are the hidden checks, the cells that use what one of these leaves behind, and probes.
    """
    found, left_behind = set(), set()
    for index, cell in enumerate(cells):
        if cell.kind == "student":
            continue
        if cell.hidden or cell.after_failing or needs(cell.source) & left_behind:
            found.add(index)
            left_behind |= bound(cell.source)
    return frozenset(found)


@functools.lru_cache(4096)
def needs(source: str) -> frozenset[str]:
    """Return the names that a cell may read before it binds them itself."""
    tree = tree_of(source)
    if tree is None:
        return mentioned(source)
    own, stored, read = set(), {}, {}
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            own.add(node.arg)
        elif isinstance(node, ast.comprehension):
            own |= _names(node.target)
        for name, place in _bindings(node):
            stored[name] = min(stored.get(name, place), place)
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Store):
            place = (node.lineno, node.col_offset)
            read[node.id] = min(read.get(node.id, place), place)
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            place = (node.lineno, node.col_offset)
            read[node.target.id] = min(read.get(node.target.id, place), place)
    return frozenset(
        name for name, place in read.items() if name not in own and place < stored.get(name, NEVER)
    )


def _bindings(node: ast.AST) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the names that a node binds, each with the place from which it is bound."""
    match node:
        case ast.Assign(targets=targets):
            found, after = targets, node
        case ast.AnnAssign(target=target) | ast.AugAssign(target=target):
            found, after = [target], node
        case ast.NamedExpr(target=target):
            found, after = [target], node
        case ast.For(target=target, iter=iterable) | ast.AsyncFor(target=target, iter=iterable):
            found, after = [target], iterable
        case ast.With(items=items) | ast.AsyncWith(items=items):
            found = [item.optional_vars for item in items if item.optional_vars]
            after = items[-1].optional_vars or items[-1].context_expr
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.AsyncFunctionDef(name=name):
            yield name, (node.lineno, node.col_offset)
            return
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            for alias in names:
                name = (alias.asname or alias.name).split(".")[0]
                yield name, (node.lineno, node.col_offset)
            return
        case ast.ExceptHandler(name=str(name)):
            yield name, (node.lineno, node.col_offset)
            return
        case _:
            return
    for target in found:
        for name in _names(target):
            yield name, (after.end_lineno, after.end_col_offset)


def _names(target: ast.AST) -> set[str]:
    nodes = ast.walk(target)
    return {n.id for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}


class Namespaces:
    """The grader's namespace, as it was at each place, with what hidden checks changed since.

    Parameters
    ----------
    namespace : dict
        The one dictionary in which all cells run: functions of the course's cells refer to it.
    """

    def __init__(self, namespace: dict[str, object]) -> None:
        self.namespace = namespace
        self._seen: dict[int, dict[str, object]] = {}
        self._changed: dict[str, tuple[object, object]] = {}

    def remember(self, index: int) -> None:
        """Keep what the namespace holds where a cell of the second pass stands."""
        self._seen[index] = dict(self.namespace)

    def enter(self, index: int) -> None:
        """Turn the namespace back to what it was there, with what deferred cells changed."""
        before = self._seen[index]
        now = dict(before)
        for name, (base, value) in self._changed.items():
            if before.get(name, MISSING) is base:  # no visible cell has bound it since
                if value is MISSING:
                    now.pop(name, None)
                else:
                    now[name] = value
        self.turn_back(now)
        self._entered = now

    def turn_back(self, before: dict[str, object]) -> None:
        """Have the namespace hold what it held before, and nothing else."""
        self.namespace.clear()
        self.namespace.update(before)

    def leave(self, index: int) -> None:
        """Note what a cell changed, for those behind it."""
        before = self._seen[index]
        for name in self._entered.keys() | self.namespace.keys():
            value = self.namespace.get(name, MISSING)
            if value is not self._entered.get(name, MISSING):
                self._changed[name] = (before.get(name, MISSING), value)
