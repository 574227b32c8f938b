"""Which names a piece of code reads and binds, and how to rename them."""

import ast
import builtins
import symtable
from collections.abc import Mapping

BUILTINS = frozenset(dir(builtins)) | {"__name__"}


def bound_names(source: str) -> set[str]:
    """Return the names that running the source defines at module level."""
    table = symtable.symtable(source, "cell", "exec")
    bound = {
        symbol.get_name()
        for symbol in table.get_symbols()
        if symbol.is_assigned() or symbol.is_imported() or symbol.is_namespace()
    }
    for inner in _inner(table):
        bound |= {
            symbol.get_name()
            for symbol in inner.get_symbols()
            if symbol.is_declared_global() and symbol.is_assigned()
        }
    return bound


def free_names(source: str) -> set[str]:
    """Return the names that the source reads without defining them; builtins don't count."""
    table = symtable.symtable(source, "cell", "exec")
    read = {symbol.get_name() for symbol in table.get_symbols() if symbol.is_referenced()}
    for inner in _inner(table):
        read |= {
            symbol.get_name()
            for symbol in inner.get_symbols()
            if symbol.is_global() and symbol.is_referenced()
        }
    return read - bound_names(source) - BUILTINS


def line_of(name: str, source: str) -> int:
    """Return the line of the source, from 0, that first reads the name."""
    lines = [node.lineno for node in ast.walk(ast.parse(source)) if _is_read(node, name)]
    return min(lines, default=1) - 1


def replace_names(source: str, new: Mapping[str, str]) -> str:
    """Write other names in place of some; strings and comments stay as they are."""
    lines = [line.encode() for line in source.split("\n")]  # ast counts columns in bytes
    places = [
        (node.lineno - 1, node.col_offset, node.id)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Name) and node.id in new
    ]
    for line, column, name in sorted(places, reverse=True):
        text = lines[line]
        lines[line] = text[:column] + new[name].encode() + text[column + len(name.encode()) :]
    return b"\n".join(lines).decode()


def _is_read(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)


def _inner(table: symtable.SymbolTable) -> list[symtable.SymbolTable]:
    return [t for child in table.get_children() for t in (child, *_inner(child))]
