"""What the names of a check stand for: shared memory, and how sure the numbers are."""

import ast
from itertools import count

from autograder.authoring.names import BUILTINS

PLAIN_ATTRIBUTES = {"shape", "ndim", "size", "dtype"}
WHOLE_CALLS = {"int", "len"}
PLAIN_CALLS = {"range", "str", "tuple", "list", "sorted", "abs", "min", "max"}
PLAIN_ARRAYS = {"array", "asarray", "arange", "ones", "zeros", "full", "eye", "tril", "triu"}
SCALARS = {"int", "float", "bool", "str", "len", "range"}
# fmt: off
VIEWS = {
    "asanyarray", "asarray", "ascontiguousarray", "atleast_1d", "atleast_2d", "atleast_3d",
    "broadcast_to", "diagonal", "dict", "enumerate", "expand_dims", "flat", "flip", "iter",
    "list", "moveaxis", "mT", "ravel", "real", "reshape", "reversed", "rollaxis", "rot90",
    "sorted", "split", "squeeze", "swapaxes", "T", "transpose", "tuple", "view", "zip",
}
# fmt: on
# From least to most sure. A value is *plain* if made of literals and whole numbers, a *result* if
# a call of the student's function is in it, *ready* if asserted finite before such a call.
KINDS = ("computed", "finite", "result", "ready", "plain")

DISPLAYS = (ast.List, ast.Tuple, ast.ListComp, ast.GeneratorExp)

Roots = frozenset


class Values:
    """The names of a check while it is walked.

    Attributes
    ----------
    roots : dict of str to frozenset
        The memory that a name may share with others, as tokens.
    kind : dict of str to str
        One of `KINDS` for each name.
    captured : dict of str to set of str
        The functions that call the student's code, with the check's names that they close over.
    """

    def __init__(self, taught: set[str]) -> None:
        self.captured: dict[str, set[str]] = {name: set() for name in taught}
        self.roots: dict[str, Roots] = {}
        self.kind: dict[str, str] = {}
        # Lists and tuples as they were written, with the memory of their elements.
        self._displays: dict[str, tuple[ast.expr, Roots]] = {}
        self._fresh = count()

    def put(self, name: str, roots: Roots, kind: str) -> None:
        """Say what a name stands for."""
        self.roots[name], self.kind[name] = roots, kind

    def set_parameters(self, arguments: ast.arguments) -> None:
        """Bind the parameters of a function to values of their own."""
        for argument in ast.walk(arguments):
            if isinstance(argument, ast.arg):
                self.put(argument.arg, Roots({next(self._fresh)}), "plain")

    def define(self, name: str, node: ast.AST) -> None:
        """Bind a function or lambda; if it calls the student's code, so does a call of it."""
        self.put(name, Roots(), "plain")
        inside = names_in(node)
        if inside & self.captured.keys():
            self.captured[name] = inside & self.roots.keys()

    def bind(self, target: ast.expr, value: ast.expr) -> None:
        """Bind a target of an assignment."""
        if isinstance(target, ast.Name):
            if isinstance(value, ast.Lambda):
                self.define(target.id, value)
            else:
                self._bind_name(target.id, value)
        elif isinstance(target, ast.Starred):
            self.bind(target.value, value)
        elif isinstance(target, (ast.Tuple, ast.List)):
            for part, element in zip(target.elts, _spread(value, len(target.elts)), strict=True):
                self.bind(part, element)
        else:
            self.change(names_in(target.value), value)

    def _bind_name(self, name: str, value: ast.expr) -> None:
        elements = getattr(value, "elts", [getattr(value, "elt", value)])
        shared = self.reach(*elements)
        self.put(name, self.reach(value), self.kind_of(value))
        self._displays.pop(name, None)
        if isinstance(value, DISPLAYS):
            self._displays[name] = value, shared

    def change(self, names: set[str], value: ast.expr) -> None:
        """Write a value into what some names hold."""
        for name in names & self.kind.keys():
            self.kind[name] = min(self.kind[name], self.kind_of(value), key=KINDS.index)

    def bind_element(self, target: ast.expr, values: ast.expr) -> None:
        """Bind the target of a loop to the elements of what it runs over."""
        parts = getattr(target, "elts", [])
        match values:
            case ast.Name(id=name) if name in self._displays:
                self.bind_element(target, self._displays[name][0])
                for element in (
                    names_in(target) & self.kind.keys()
                ):  # what is asserted of all holds for each
                    self.kind[element] = max(self.kind[element], self.kind[name], key=KINDS.index)
            case ast.Call(func=ast.Name(id="zip"), args=columns) if len(columns) == len(parts):
                for part, column in zip(parts, columns, strict=True):
                    self.bind_element(part, column)
            case ast.Call(func=ast.Name(id="enumerate"), args=[column, *_]) if len(parts) == 2:
                self.bind(parts[0], ast.Constant(0))
                self.bind_element(parts[1], column)
            case ast.ListComp(elt=element) | ast.GeneratorExp(elt=element):
                self.bind(target, element)
            case ast.List(elts=elements) | ast.Tuple(elts=elements) if elements and parts:
                for part, *column in zip(
                    parts, *(_spread(element, len(parts)) for element in elements), strict=True
                ):
                    self.bind_element(part, ast.List(column, ast.Load()))
            case ast.List(elts=elements) | ast.Tuple(elts=elements) if elements:
                worst = min(map(self.kind_of, elements), key=KINDS.index)
                for name in names_in(target):
                    self.put(name, self.reach(*elements), worst)
            case _:
                self.bind(target, values)

    def reach(self, *values: ast.expr) -> Roots:
        """Return the memory that whoever holds these values can change."""
        return Roots().union(*map(self._reach, values))

    def _reach(self, value: ast.expr) -> Roots:
        match value:
            case ast.Constant():
                return Roots()
            case ast.Name(id=name):
                return self.roots.get(name, Roots() if name in BUILTINS else Roots({name}))
            case ast.Tuple(elts=elements):
                return self.reach(*elements)
            case ast.List(elts=elements) | ast.Set(elts=elements) | ast.Dict(values=elements):
                return self.reach(*elements) | {next(self._fresh)}  # the container changes too
            case ast.GeneratorExp(elt=element):
                return self.reach(element)
            case ast.ListComp(elt=element) | ast.SetComp(elt=element) | ast.DictComp(value=element):
                return self.reach(element) | {next(self._fresh)}
            case ast.Starred(value=ast.Call() as call) if called_name(call) == "tolist":
                return Roots()
            case ast.Call(func=ast.Name(id="list" | "tuple"), args=[ast.Name(id=name)]) if (
                name in self._displays
            ):
                return self._displays[name][1]
            case ast.Attribute(attr=name) if name in PLAIN_ATTRIBUTES:
                return Roots()
            case ast.Attribute() | ast.Starred() | ast.Subscript() | ast.NamedExpr():
                return self.reach(value.value)
            case ast.IfExp(body=yes, orelse=no):
                return self.reach(yes, no)
            case ast.Call(func=ast.Name(id=name)) if name in SCALARS:
                return Roots()
            case ast.Call(func=ast.Name(id="tuple"), args=[ast.Call() as call]) if (
                called_name(call) == "tolist"
            ):
                return Roots()
            case ast.Call(func=function, args=arguments) if called_name(value) in VIEWS:
                is_method = isinstance(function, ast.Attribute) and not is_numpy(function.value)
                return self.reach(*([function.value] if is_method else arguments))
            case ast.Call():
                return Roots({next(self._fresh)})
        shared = self.reach(*_parts(value))
        return Roots({next(self._fresh)}) if shared else shared  # sums of whole numbers share none

    def kind_of(self, value: ast.expr) -> str:
        """Return which of `KINDS` a value is."""
        names = names_in(value)
        if any(name in self.captured or self.kind.get(name) == "result" for name in names):
            return "result"
        if self._is_plain(value):
            return "plain"
        if isinstance(value, ast.Name):
            return self.kind.get(value.id, "computed")
        if isinstance(value, ast.Subscript):
            return self.kind_of(value.value)
        return "computed"

    def compared_names(self, node: ast.AST) -> set[str]:
        """Return the names whose numbers an expression holds: not those of indices and shapes."""
        if isinstance(node, ast.Name):
            return {node.id}
        if isinstance(node, ast.Subscript):
            return self.compared_names(node.value)
        if isinstance(node, ast.Attribute) and node.attr in PLAIN_ATTRIBUTES:
            return set()
        if called_name(node) in self.captured or called_name(node) in WHOLE_CALLS:
            return set()
        if called_name(node) == "where":
            return set().union(*map(self.compared_names, node.args[1:]))
        return set().union(*map(self.compared_names, ast.iter_child_nodes(node)))

    def _is_plain(self, value: ast.expr) -> bool:
        match value:
            case ast.Name(id=name):
                return name in BUILTINS or self.kind.get(name) == "plain"
            case ast.Attribute(value=owner, attr=name):
                return name in PLAIN_ATTRIBUTES or is_numpy(owner)
            case ast.Call(func=ast.Name(id=name)) if name in WHOLE_CALLS:
                return True
            case ast.Call(args=arguments, keywords=keywords) if not all(
                map(self._is_plain, [*arguments, *(keyword.value for keyword in keywords)])
            ):
                return False
            case ast.Call(func=ast.Name(id=name)):
                return name in PLAIN_CALLS
            case ast.Call(func=ast.Attribute(value=owner, attr=name)):
                if is_numpy(owner):
                    return name in PLAIN_ARRAYS
                return name in VIEWS and self._is_plain(owner)
            case ast.Compare():
                return True
            case ast.ListComp(elt=element) | ast.GeneratorExp(elt=element):
                return self._is_plain(element)
            case ast.Lambda() | ast.SetComp() | ast.DictComp():
                return False
        return all(map(self._is_plain, _parts(value)))


def called_name(node: ast.AST) -> str:
    """Return the last part of the name that a call calls, or nothing."""
    if not isinstance(node, ast.Call):
        return ""
    return getattr(node.func, "id", None) or getattr(node.func, "attr", "")


def is_numpy(node: ast.expr) -> bool:
    """Tell whether an expression is ``np``."""
    return isinstance(node, ast.Name) and node.id == "np"


def names_in(node: ast.AST) -> set[str]:
    """Return all names in a piece of code."""
    return {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}


def _parts(value: ast.expr) -> list[ast.expr]:
    return [part for part in ast.iter_child_nodes(value) if isinstance(part, ast.expr)]


def _spread(value: ast.expr, length: int) -> list[ast.expr]:
    """Return what each of several targets gets of a value."""
    parts = list(getattr(value, "elts", []))
    stars = [i for i, part in enumerate(parts) if isinstance(part, ast.Starred)]
    if len(stars) == 1 and len(parts) - 1 <= length:
        (star,) = stars
        parts[star : star + 1] = [parts[star].value] * (length - len(parts) + 1)
    return parts if len(parts) == length else [value] * length
