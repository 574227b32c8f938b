"""What can be read off a cell's text: names, imports, signatures, docstrings."""

import ast
import functools
import inspect
import re

from autograder.course import syntax

WORD = re.compile(r"[^\W\d]\w*")
MAX_SOURCE = 200_000
DEFINING = (ast.FunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom)


@functools.lru_cache(4096)
def tree_of(source: str) -> ast.Module | None:
    """Return the syntax tree of a cell, or None if it is not Python alone; trees are kept."""
    return parsed(source)


def parsed(source: str) -> ast.Module | None:
    """Return the syntax tree of a cell, or None if it is not Python alone."""
    return syntax.parsed(source) if len(source) <= MAX_SOURCE else None


@functools.lru_cache(4096)
def mentioned(source: str) -> frozenset[str]:
    """Return the words of a cell: more than the names that it uses, and never fewer."""
    return frozenset(WORD.findall(source))


@functools.lru_cache(4096)
def bound(source: str) -> frozenset[str]:
    """Return the names that a cell binds anywhere: assigned, defined or imported."""
    tree, found = tree_of(source), set()
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            found.add(node.id)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).split(".")[0])
    return frozenset(found)


@functools.lru_cache(4096)
def imported(source: str) -> frozenset[str]:
    """Return the modules that a cell imports."""
    tree, found = tree_of(source), set()
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
    return frozenset(found)


def helpers(earlier: list[str], source: str) -> str:
    """Return what a cell needs of the functions, classes and imports of earlier cells.

    Parameters
    ----------
    earlier : list of str
        The cells, in their order.
    source : str
        The cell.
    """
    wanted, found = set(mentioned(source)), []
    for text in reversed(earlier):
        tree = tree_of(text)
        for node in reversed(tree.body if tree else ()):
            own = ast.unparse(node) if isinstance(node, DEFINING) else ""
            if own and bound(own) & wanted:
                found.insert(0, own)
                wanted |= mentioned(own)
    return "\n".join(found)


def definition(sources: list[str], name: str) -> ast.FunctionDef | None:
    """Return the last definition of a function at the top of a cell."""
    for source in reversed(sources):
        tree = tree_of(source)
        for node in reversed(tree.body if tree else ()):
            if isinstance(node, ast.FunctionDef) and node.name == name:
                return node
    return None


def signature(node: ast.FunctionDef) -> inspect.Signature:
    """Return a function's signature, with the defaults that are plain values."""
    arguments, found = node.args, []
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(positional) - len(arguments.defaults)) + arguments.defaults
    for index, (argument, default) in enumerate(zip(positional, defaults, strict=True)):
        first = index < len(arguments.posonlyargs)
        kind = (
            inspect.Parameter.POSITIONAL_ONLY if first else inspect.Parameter.POSITIONAL_OR_KEYWORD
        )
        found.append(_parameter(argument, default, kind))
    if arguments.vararg:
        found.append(_parameter(arguments.vararg, None, inspect.Parameter.VAR_POSITIONAL))
    for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        found.append(_parameter(argument, default, inspect.Parameter.KEYWORD_ONLY))
    if arguments.kwarg:
        found.append(_parameter(arguments.kwarg, None, inspect.Parameter.VAR_KEYWORD))
    return inspect.Signature(found)


def _parameter(argument: ast.arg, default: ast.expr | None, kind: object) -> inspect.Parameter:
    value = inspect.Parameter.empty
    if default is not None:
        try:
            value = ast.literal_eval(default)
        except (ValueError, TypeError, RecursionError, MemoryError):
            value = ast.unparse(default)[:200]
    return inspect.Parameter(argument.arg, kind, default=value)
