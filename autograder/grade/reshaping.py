"""Where a function gives an array another shape by setting it: ``y.shape = (2, 3)``.

It is as harmless as ``y[0] = 1``, as long as y is an array. An attribute of a function would keep a
state from call to call, so y has to be a variable of the function itself that is no second name of
something else.
"""

import ast

SET = "shape"


def reshaped(tree: ast.Module) -> set[int]:
    """Return the ids of the nodes ``y.shape`` that are set, where y is a function's own."""
    found: set[int] = set()
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            nodes = _within(function)
            own = _own(function, nodes)
            found |= {
                id(node)
                for node in nodes
                if isinstance(node, ast.Attribute)
                and isinstance(node.ctx, ast.Store)
                and node.attr == SET
                and isinstance(node.value, ast.Name)
                and node.value.id in own
            }
    return found


def _within(function: ast.FunctionDef) -> list[ast.AST]:
    """Return the nodes of a function's body, but for those of functions in it."""
    found, pending = [], list(function.body)
    while pending:
        node = pending.pop()
        found.append(node)
        if not isinstance(node, (ast.FunctionDef, ast.Lambda)):
            pending += ast.iter_child_nodes(node)
    return found


def _own(function: ast.FunctionDef, nodes: list[ast.AST]) -> set[str]:
    """Return a function's variables that are nothing but arguments, and what was computed."""
    computed = {
        name
        for node in nodes
        if isinstance(node, ast.Assign) and isinstance(node.value, (ast.Call, ast.BinOp))
        for target in node.targets
        for name in ast.walk(target)
    }
    stored = [n for n in nodes if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    given = {node.arg for node in ast.walk(function.args) if isinstance(node, ast.arg)}
    others = {node.id for node in stored if node not in computed}
    return ({node.id for node in stored} | given) - others
