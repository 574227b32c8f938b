"""The fence ``{reference} heads.split_heads``: a cell that shows a reference function's own source.

The fence becomes a code cell before the page is read. The cell runs an import, so that later cells
can call the function; its shown text is the definition, taken from the source. So a chapter never
retypes the code that it teaches.
"""

import importlib
import inspect
import re

from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.transforms import SphinxTransform

PACKAGE = "solutions.reference"
FENCE = re.compile(r"^```\{reference\} +(?P<name>\S+)[ \t]*\n```[ \t]*$", re.MULTILINE)
CELL = """\
```{{code-cell}}
:reference: {module}.{function}
from {package}.{module} import {function}
```"""


def function_source(name: str) -> str:
    """Return the source of a reference function, named ``module.function``."""
    module, _, function = name.partition(".")
    try:
        return inspect.getsource(
            getattr(importlib.import_module(f"{PACKAGE}.{module}"), function)
        ).rstrip()
    except (ImportError, AttributeError, TypeError) as error:
        raise LookupError(f"{PACKAGE} has no function {name!r}") from error


def expand(text: str) -> str:
    """Turn every reference fence of a page into the code cell that binds the function."""

    def cell(match: re.Match) -> str:
        function_source(match["name"])
        module, function = match["name"].split(".")
        return CELL.format(package=PACKAGE, module=module, function=function)

    return FENCE.sub(cell, text)


def expand_page(app, docname, source):
    """Expand the fences of a page, and say which page names an unknown function."""
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
            name = cell.get("cell_metadata", {}).get("reference")
            if name is None:
                continue
            shown = next(cell.findall(nodes.literal_block))
            source = function_source(name)
            block = nodes.literal_block(source, source, language="python")
            module = name.split(".")[0]
            path = f"{PACKAGE.replace('.', '/')}/{module}.py"
            caption = nodes.paragraph(path, path, classes=["hbh-source"])
            shown.replace_self([block])
            block.parent.append(caption)


def setup(app):
    """Register the expansion and the transform."""
    app.connect("source-read", expand_page)
    app.add_transform(ShowDefinition)
