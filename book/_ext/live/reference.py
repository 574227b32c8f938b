"""The fence ``{reference} heads.split_heads``: a cell that shows a reference function's own source.

The fence becomes a code cell before the page is read. The cell runs an import, so that later cells
can call the function; its shown text is the definition, taken from the source. So a chapter never
retypes the code that it teaches. With ``:brief: true`` the docstring is left out.
"""

import ast
import importlib
import inspect
import re

from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.transforms import SphinxTransform

PACKAGE = "solutions.reference"
FENCE = re.compile(
    r"^```\{reference\} +(?P<name>\S+)[ \t]*\n(?P<brief>:brief: true\n)?```[ \t]*$", re.MULTILINE
)
CELL = """\
```{{code-cell}}
:reference: {module}.{function}
{brief}from {package}.{module} import {function}
```"""


def function_source(name: str, brief: bool = False) -> str:
    """Return the source of a reference function, named ``module.function``."""
    module, _, function = name.partition(".")
    try:
        found = getattr(importlib.import_module(f"{PACKAGE}.{module}"), function, None)
    except ImportError:
        found = None
    if not inspect.isfunction(found):
        raise LookupError(f"{PACKAGE} has no function {name!r}")
    source = inspect.getsource(found).rstrip()
    return without_docstring(source) if brief else source


def without_docstring(source: str) -> str:
    """Return a function's source without the lines of its docstring."""
    (function,) = ast.parse(source).body
    docstring = function.body[0]
    lines = source.splitlines()
    return "\n".join(lines[: docstring.lineno - 1] + lines[docstring.end_lineno :])


def expand(text: str) -> str:
    """Turn every reference fence of a page into the code cell that binds the function."""

    def cell(match: re.Match) -> str:
        function_source(match["name"])
        module, function = match["name"].split(".")
        brief = match["brief"] or ""
        return CELL.format(package=PACKAGE, module=module, function=function, brief=brief)

    expanded = FENCE.sub(cell, text)
    if left := re.search(r"^```\{reference\}.*$", expanded, re.MULTILINE):
        raise LookupError(f"not a reference fence: {left[0]} (only ':brief: true' may follow)")
    return expanded


def expand_page(app, docname, source):
    """Expand the fences of a page, and say which page has a wrong one."""
    try:
        source[0] = expand(source[0])
    except LookupError as error:
        raise ExtensionError(f"{docname}: {error}") from error


class ShowDefinition(SphinxTransform):
    """Put the definition in the place of the import that each reference cell runs."""

    default_priority = 400

    def apply(self):
        """Rewrite the shown source of the reference cells."""
        for cell in self.document.findall(nodes.container):
            metadata = cell.get("cell_metadata", {})
            if "reference" not in metadata:
                continue
            name = metadata["reference"]
            source = function_source(name, metadata.get("brief", False))
            path = f"{PACKAGE.replace('.', '/')}/{name.split('.')[0]}.py"
            shown = next(cell.findall(nodes.literal_block))
            shown.replace_self(
                [
                    nodes.literal_block(source, source, language="python"),
                    nodes.paragraph(path, path, classes=["hbh-source"]),
                ]
            )


def setup(app):
    """Register the expansion and the transform."""
    app.connect("source-read", expand_page)
    app.add_transform(ShowDefinition)
