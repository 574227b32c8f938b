"""Python text as a syntax tree."""

import ast


def parsed(text: str) -> ast.Module | None:
    """Return the syntax tree of a text, or None if it is not Python."""
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
