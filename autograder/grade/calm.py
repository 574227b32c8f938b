"""Cells of the course's that leave nothing behind in the process that runs them.

What they bind lies in the notebook's namespace, and goes with it. The state that a process has
beside (what modules hold, settings of NumPy, its shared dice, the system's streams) they neither
set nor read: they are made of what `plain` lists. Nor do they take memory as it comes: an empty
array holds what somebody else's submission left there.
"""

import ast
import functools
from collections.abc import Iterable

from autograder.grade import plain
from autograder.grade.sources import parsed
from autograder.model import Cell

MORE = {"tobytes"}
"""Attributes that only the course's cells have."""
OURS = {"autograder.diagnose.signature"}
"""Modules of the grader's that keep nothing."""
UNFILLED = {"empty", "empty_like", "as_strided"}
LEFT = {"where", "empty"}
"""Options by which NumPy leaves elements as they are: ``np.sqrt(x, where=x > 0)``."""
MAKERS = {"ndarray"}
"""Classes that give unfilled memory when they are called."""


def leaves_nothing(cells: Iterable[Cell]) -> bool:
    """Say whether all of the course's cells are calm: the same process may run the next ones."""
    return all(is_calm(cell.source) for cell in cells if cell.kind != "student")


@functools.lru_cache(4096)
def is_calm(source: str) -> bool:
    """Say whether a cell leaves nothing behind. What is not listed is not calm."""
    tree = parsed(source)
    if tree is None:
        return False
    tree = _Read().visit(tree)
    if plain.names(tree, is_ours=True) is None or not _writes_to_own(tree):
        return False
    return not any(map(_is_unfilled, ast.walk(tree)))


def _writes_to_own(tree: ast.Module) -> bool:
    """Say whether attributes are set of what a call has made alone, such as an exception."""
    nodes = list(ast.walk(tree))
    made = {
        target.id
        for node in nodes
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    written = [n for n in nodes if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)]
    return all(isinstance(n.value, ast.Name) and n.value.id in made for n in written)


class _Read(ast.NodeTransformer):
    """Writes ``getattr(x, "dtype")`` as what it is, and leaves out what else is harmless."""

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "getattr" and not node.keywords:
            match node.args:
                case [value, ast.Constant(value=str(name)), *default]:
                    read = self.visit_Attribute(ast.Attribute(value, name, ast.Load()))
                    return ast.Tuple([read, *default], ast.Load())
        if getattr(node.func, "attr", "") == "random":  # the module of that name can't be called
            node.func = node.func.value
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        return ast.Pass() if node.module in OURS and not node.level else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        is_listed = node.attr in MORE and isinstance(node.ctx, ast.Load)
        return node.value if is_listed else node


def _is_unfilled(node: ast.AST) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr in UNFILLED
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and node.value in LEFT
    if isinstance(node, ast.keyword):
        return node.arg in LEFT
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return not UNFILLED.isdisjoint(alias.name for alias in node.names)
    if not isinstance(node, ast.Call):
        return False
    maker = node.func
    name = getattr(maker, "attr", "") or getattr(maker, "id", "")
    return name in MAKERS or isinstance(maker, ast.Call)  # what `type` gives may be one, too
