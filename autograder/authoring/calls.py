"""Rules for what a check does around its calls of the student's functions.

A check is walked in the order in which Python runs it; loops are walked twice, so that the second
round sees what the first call did.
"""

import ast
from collections.abc import Callable

from autograder.authoring.values import Values, called_name, names_in

# fmt: off
COMPARERS = {
    "allclose", "array_equal", "assert_allclose", "assert_almost_equal",
    "assert_array_almost_equal", "assert_array_equal", "assert_equal", "assert_same", "isclose",
}
# fmt: on
COMPARED = {"a", "actual", "b", "desired", "x", "y"}  # their arguments, when named

Report = Callable[[int, str], None]


def check_calls(source: str, taught: set[str], report: Report) -> None:
    """Report inputs read after a call, and expected values that aren't ready before it.

    Parameters
    ----------
    source : str
        The code of a check.
    taught : set of str
        The functions that the student writes.
    report : callable
        Takes a line of the source, from 1, and a message.
    """
    _Walk(taught, report).visit(ast.parse(source))


class _Walk(ast.NodeVisitor):
    def __init__(self, taught: set[str], report: Report) -> None:
        self.taught = taught
        self.values = Values(taught)
        self.report = report
        self.reached: dict[object, str] = {}  # memory that a call could change -> its function
        self.called = ""
        self.asserting = False

    # What a call does, and what is wrong after it.

    def visit_Call(self, node: ast.Call) -> None:
        is_taught = isinstance(node.func, ast.Name) and node.func.id in self.taught
        self._visit_all([*([] if is_taught else [node.func]), *node.args, *node.keywords])
        name, values = called_name(node), self.values
        if isinstance(node.func, ast.Name) and name in values.captured:
            arguments = [*node.args, *(keyword.value for keyword in node.keywords)]
            roots = values.reach(*arguments).union(
                *(values.roots[captured] for captured in values.captured[name])
            )
            self.reached |= dict.fromkeys(roots, name)
            values.kind |= {n: "ready" for n, kind in values.kind.items() if kind == "finite"}
            self.called = name
        elif name in COMPARERS and (self.asserting or name.startswith("assert")):
            named = [keyword.value for keyword in node.keywords if keyword.arg in COMPARED]
            self._compare([*node.args, *named], whole=True)

    def visit_Compare(self, node: ast.Compare) -> None:
        self.generic_visit(node)
        if self.asserting:
            self._compare([node.left, *node.comparators], whole=False)

    def visit_Name(self, node: ast.Name) -> None:
        if node.id in self.taught and isinstance(node.ctx, ast.Load):
            self.report(
                node.lineno,
                f"'{node.id}' is passed on or renamed, so its calls can't be followed: call it by "
                f"its name, in a function of the check if need be",
            )
        roots = self.values.roots.get(node.id, {node.id})
        functions = sorted({self.reached[root] for root in roots if root in self.reached})
        if functions and isinstance(node.ctx, ast.Load):
            self.report(
                node.lineno,
                f"'{node.id}' is read after the call of '{functions[0]}', which could change it: "
                f"pass a copy, or read what you need before the call",
            )

    def _compare(self, compared: list[ast.expr], whole: bool) -> None:
        if not self.called:
            return
        for value in compared:
            for name in sorted(self.values.compared_names(value)):
                if self.values.kind.get(name) in ("computed", "finite"):
                    self.report(
                        value.lineno,
                        f"'{name}' is compared: compute it, and 'assert "
                        f"np.isfinite({name}).all()', before the call of '{self.called}'",
                    )
            is_late = isinstance(value, ast.Call) and self.values.kind_of(value) == "computed"
            if whole and is_late:
                self.report(
                    value.lineno,
                    f"compute the expected value, and assert that it is finite, before the call "
                    f"of '{self.called}'",
                )

    # What a name stands for.

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        for target in node.targets:
            self.visit(target)
            self.values.bind(target, node.value)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value:
            self.visit(node.value)
            self.values.bind(node.target, node.value)

    visit_NamedExpr = visit_AnnAssign

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self.visit(node.value)
        for name in names_in(node.target):
            self.visit(ast.copy_location(ast.Name(name, ast.Load()), node.target))
        self.values.change(names_in(node.target), node.value)

    def visit_Assert(self, node: ast.Assert) -> None:
        self.asserting = True
        self.visit(node.test)
        self.asserting = False
        called = {called_name(part) for part in ast.walk(node.test)}
        if "isfinite" in called and "any" not in called:
            for name in names_in(node.test):
                if self.values.kind.get(name) == "computed":
                    self.values.kind[name] = "finite"
        if node.msg:
            self.visit(node.msg)

    # The order of running.

    def visit_For(self, node: ast.For) -> None:
        self.visit(node.iter)
        for _ in range(2):
            self.values.bind_element(node.target, node.iter)
            self._visit_all(node.body)
        self._visit_all(node.orelse)

    def visit_While(self, node: ast.While) -> None:
        for _ in range(2):
            self.visit(node.test)
            self._visit_all(node.body)
        self._visit_all(node.orelse)

    def visit_ListComp(self, node: ast.ListComp) -> None:
        elements = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
        for _ in range(2):
            for part in node.generators:
                self.visit(part.iter)
                self.values.bind_element(part.target, part.iter)
                self._visit_all(part.ifs)
            self._visit_all(elements)

    visit_SetComp = visit_GeneratorExp = visit_DictComp = visit_ListComp

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        values = self.values
        values.define(node.name, node)
        state = dict(values.roots), dict(values.kind), dict(self.reached), self.called
        values.set_parameters(node.args)
        self._visit_all(node.body)
        values.roots, values.kind, self.reached, self.called = state  # it has not run yet

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.values.set_parameters(node.args)
        self.visit(node.body)

    def _visit_all(self, nodes: list[ast.AST]) -> None:
        for node in nodes:
            self.visit(node)
