"""Cells of the course's that leave nothing behind in the process that runs them.

What they bind lies in the notebook's namespace, and goes with it. The state that a process has
beside (what modules hold, settings of NumPy, its shared dice, the system's streams) they neither
set nor read: they are made of what `plain` lists. Nor do they take memory as it comes: an empty
array holds what somebody else's submission left there.
"""

import ast
import builtins
import functools
from collections.abc import Iterable

from autograder.grade import plain
from autograder.grade.sources import parsed
from autograder.model import Cell

MORE = {"tobytes"}
"""Attributes that only the course's cells have."""
OURS = {"autograder.diagnose.signature"}
"""Modules of the grader's that keep nothing."""
UNFILLED = {"empty", "empty_like", "as_strided", "ndarray"}
"""What gives memory that nobody has filled when it is called, or gives a class that does."""
LEFT = {"where", "empty", "align", "formats"}
"""Options by which NumPy leaves bytes as they are: ``np.sqrt(x, where=x > 0)``."""
TAKE_OPTIONS = {"clip", "outer", "pad"}
"""Functions that take such options: the student's code would choose them if it were given one."""
LOOKED_AT = {
    ast.Compare: ("left", "comparators"),
    ast.FormattedValue: ("value",),
    ast.arg: ("annotation",),
    ast.FunctionDef: ("returns",),
    ast.AnnAssign: ("annotation",),
}
"""Where a class does nothing but stand: it is compared, shown, or tells what something is."""


def leaves_nothing(cells: Iterable[Cell]) -> bool:
    """Say whether all of the course's cells are calm: the same process may run the next ones."""
    return all(is_calm(cell.source) for cell in cells if cell.kind != "student")


@functools.lru_cache(4096)
def is_calm(source: str) -> bool:
    """Say whether a cell leaves nothing behind. What is not listed is not calm."""
    tree = parsed(source)
    if tree is None or not _writes_to_own(tree):
        return False
    try:
        tree = _Read().visit(tree)
    except RecursionError:  # a sum of a thousand terms
        return False
    return plain.names(tree, is_ours=True) is not None and not any(
        map(_is_unfilled, ast.walk(tree))
    )


def _writes_to_own(tree: ast.Module) -> bool:
    """Say whether attributes are set of exceptions alone, by names that stand for nothing else."""
    nodes = list(ast.walk(tree))
    made = [
        target
        for node in nodes
        if isinstance(node, ast.Assign) and _makes_error(node.value)
        for target in node.targets
        if isinstance(target, ast.Name)
    ]
    others = {node.arg for node in nodes if isinstance(node, ast.arg)} | {
        node.id
        for node in nodes
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node not in made
    }
    own = {target.id for target in made} - others
    written = [n for n in nodes if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store)]
    return all(isinstance(n.value, ast.Name) and n.value.id in own for n in written)


def _makes_error(node: ast.expr) -> bool:
    name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
    found = getattr(builtins, name, None)
    return isinstance(found, type) and issubclass(found, Exception)


class _Read(ast.NodeTransformer):
    """Writes ``getattr(x, "dtype")`` as what it is, and leaves out what else is harmless.

    So are classes of arrays where they are looked at alone.
    """

    def generic_visit(self, node: ast.AST) -> ast.AST:
        super().generic_visit(node)
        for name in LOOKED_AT.get(type(node), ()):
            part = getattr(node, name)
            looked_at = [*map(_looked_at, part)] if isinstance(part, list) else _looked_at(part)
            setattr(node, name, looked_at)
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name == "isinstance":
            node.args = [*map(_looked_at, node.args)]
        elif name == "getattr" and not node.keywords:
            match node.args:
                case [value, ast.Constant(value=str(attribute)), *default]:
                    read = self.visit_Attribute(ast.Attribute(value, attribute, ast.Load()))
                    return ast.Tuple([read, *default], ast.Load())
        # The module `random` can't be called, and a call names the options of the others.
        if getattr(node.func, "attr", "") in {"random", *TAKE_OPTIONS}:
            node.func = node.func.value
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.AST:
        return ast.Pass() if node.module in OURS and not node.level else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        self.generic_visit(node)
        if node.attr == "__name__":
            node.value = _looked_at(node.value)
        is_listed = node.attr in MORE and isinstance(node.ctx, ast.Load)
        return node.value if is_listed else node


def _looked_at(node: ast.expr | None) -> ast.expr | None:
    """Return what stands for a class, or some, that nobody calls."""
    match node:
        case ast.Attribute(value=ast.Name() as module, attr="ndarray"):
            return module
        case ast.Call(func=ast.Name(id="type"), args=[value], keywords=[]):
            return value
        case ast.Tuple():
            node.elts = [*map(_looked_at, node.elts)]
        case ast.BinOp(op=ast.BitOr()):
            node.left, node.right = _looked_at(node.left), _looked_at(node.right)
        case ast.Subscript():
            node.slice = _looked_at(node.slice)
    return node


def _is_unfilled(node: ast.AST) -> bool:
    match node:
        case ast.Name(id="type"):
            return True
        case ast.Attribute(attr=name):
            return name in UNFILLED | TAKE_OPTIONS
        case ast.keyword(arg=None):  # options that the submission may have chosen
            return True
        case ast.Constant(value=str(text)) | ast.keyword(arg=text):
            return text in LEFT
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return not (UNFILLED | TAKE_OPTIONS).isdisjoint(alias.name for alias in names)
    return False
