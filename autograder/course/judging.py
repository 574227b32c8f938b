"""What the text of a check says of how it judges: by what a student's function returns, and how.

A call of a student's function is followed through names, attributes, items, methods and the
functions of the check that return it. What is computed from it is the check's own.
"""

import ast
from collections.abc import Iterable, Iterator

from autograder.course.syntax import parsed

STRETCHING = {
    "allclose", "assert_allclose", "assert_almost_equal", "assert_array_almost_equal",
    "assert_array_equal", "assert_equal", "isclose",
}  # fmt: skip
"""Comparisons in which one number, or an array without any, may equal many."""
SUMMARIES = {"amax", "max", "mean", "norm", "sum"}
SAME = {"abs", "float", "int", "round"}
"""What makes of one number that number again."""
SHAPES = {"ndim", "shape", "size"}
NO_SCORE = (
    "it ends in what {name} returns, which is no score: assert what that should be, or end the "
    "line with a semicolon"
)
STRETCHED = (
    "a comparison stretches what {name} returns to the shape that is expected, so that one number "
    "or none may pass for many: assert the shape, too"
)
SHORTER = (
    "zip ends with the shorter of the two, so that {name} may return no number at all: write "
    "strict=True, or assert the length"
)
NAN = "NaN is not greater than anything, so it passes here: assert that all are small, instead"


def ending(source: str, names: Iterable[str]) -> str:
    """Return whose result the value of a check's last expression is, as it came.

    Parameters
    ----------
    source : str
        The check.
    names : iterable of str
        What the student defines.

    Returns
    -------
    str
        One of the names; empty if the value is the check's own, or there is none.
    """
    tree = parsed(source)
    if tree is None or not tree.body or source.rstrip().endswith(";"):
        return ""
    last = tree.body[-1]
    return _Results(tree, names).origin(last.value) if isinstance(last, ast.Expr) else ""


def weak(source: str, names: Iterable[str]) -> list[tuple[int, str]]:
    """Return the lines of a check's comparisons that pass what they should not, and why."""
    tree = parsed(source)
    if tree is None:
        return []
    results, found = _Results(tree, names), []
    shaped = {results.origin(value) for value in _measured(tree)} - {""}
    for node in ast.walk(tree):
        if _lets_nan_pass(node) and results.inside(node):
            found.append((node.lineno, NAN))
        for compared in _stretched(node):
            name = results.inside(compared)
            if name and name not in shaped:
                why = SHORTER if _name_of(node) == "zip" else STRETCHED
                found.append((node.lineno, why.format(name=name)))
                break
    return sorted(set(found))


class _Results:
    """Which names of a check stand for what a student's function returned."""

    def __init__(self, tree: ast.Module, names: Iterable[str]) -> None:
        self.names = dict.fromkeys(names)
        self.known: dict[str, str] = {name: name for name in self.names}
        for _ in range(2):  # a loop's second round sees what the first one bound
            self._learn(tree)

    def origin(self, node: ast.AST) -> str:
        """Return the student's name that an expression has its value from, as it came."""
        match node:
            case ast.Name(id=name):
                return self.known.get(name, "")
            case ast.Call(func=ast.Name(id=name), args=[only]) if name in SAME:
                return self.origin(only)
            case ast.Call(func=function):
                return self.origin(function)
            case ast.Attribute(value=value) | ast.Subscript(value=value):
                return self.origin(value)
            case ast.NamedExpr(value=value) | ast.Starred(value=value):
                return self.origin(value)
            case ast.IfExp(body=yes, orelse=no):
                return self.origin(yes) or self.origin(no)
            case ast.BoolOp(values=values):
                return next(filter(None, map(self.origin, values)), "")
        return ""

    def inside(self, node: ast.AST) -> str:
        """Return the student's name that some part of an expression has its value from."""
        return next(filter(None, map(self.origin, ast.walk(node))), "")

    def _learn(self, tree: ast.AST) -> None:
        for node in ast.walk(tree):
            match node:
                case ast.Assign(targets=targets, value=value):
                    self._bind(targets, self.origin(value))
                case (
                    ast.AnnAssign(target=target, value=value)
                    | ast.NamedExpr(target=target, value=value)
                ) if value is not None:
                    self._bind([target], self.origin(value))
                case ast.AugAssign(target=target):
                    self._bind([target], "")
                case ast.For(target=target, iter=values):
                    self._bind([target], self.origin(values))
                case ast.FunctionDef(name=name):
                    returned = [n.value for n in ast.walk(node) if isinstance(n, ast.Return)]
                    origins = (self.origin(value) for value in returned if value is not None)
                    self._bind([ast.Name(name)], next(filter(None, origins), ""))

    def _bind(self, targets: Iterable[ast.AST], origin: str) -> None:
        for target in targets:
            for part in getattr(target, "elts", [target]):
                if isinstance(part, ast.Name) and origin:
                    self.known[part.id] = origin
                elif isinstance(part, ast.Name):
                    self.known.pop(part.id, None)


def _name_of(node: ast.AST) -> str:
    """Return the last part of the name that a call calls, or nothing."""
    if not isinstance(node, ast.Call):
        return ""
    return getattr(node.func, "id", "") or getattr(node.func, "attr", "")


def _measured(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield that of which a check asks the shape or the length."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in SHAPES:
            yield node.value
        elif _name_of(node) in ("len", "shape", "size") and node.args:
            yield node.args[0]


def _stretched(node: ast.AST) -> list[ast.AST]:
    """Return what is compared number by number, whatever its shape."""
    name = _name_of(node)
    if name in STRETCHING or name == "zip":
        is_strict = any(word.arg == "strict" for word in node.keywords)
        return [] if is_strict else node.args[:2]
    if name in ("all", "any"):
        owner = node.args[:1] or [getattr(node.func, "value", None)]
        if isinstance(owner[0], ast.Compare) and isinstance(owner[0].ops[0], (ast.Eq, ast.NotEq)):
            return [owner[0].left, *owner[0].comparators]
    if isinstance(node, ast.Compare):
        return [
            part
            for side in (node.left, *node.comparators)
            if _name_of(side) in SUMMARIES
            for part in ast.walk(side)
            if isinstance(part, ast.BinOp) and isinstance(part.op, ast.Sub)
        ]
    return []


def _lets_nan_pass(node: ast.AST) -> bool:
    """Say whether a negation holds that some number is greater than another."""
    if not (isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)):
        return False
    if _name_of(node.operand) != "any":
        return False
    return any(
        isinstance(part, ast.Compare) and isinstance(part.ops[0], (ast.Gt, ast.GtE))
        for part in ast.walk(node.operand)
    )
