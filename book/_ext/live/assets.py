"""Serve MathJax, CodeMirror and Pyodide from the site itself, and nothing from anywhere else.

Jupyter Book puts a script tag on every page for each JavaScript file of the book's ``_static``, so
fetched libraries stay in ``vendor`` and are copied beside it when the pages are written.
"""

import shutil
from pathlib import Path

from sphinx.errors import ExtensionError

from live import fetch

SERVED = ("codemirror", "mathjax", "pyodide")
# What Jupyter Book's packages put into `_static` and no page of this book loads.
UNUSED = (
    "**/*.map",
    "**/*.po",
    "**/*.mo",
    "*-macros.html",
    "images/logo_*",
    "sphinx-thebe.*",
    "play-solid.svg",
)


def check_vendor(app):
    """Stop the build, and say how to go on, where a fetched file is missing or altered."""
    try:
        for name in SERVED:
            fetch.check(name)
    except fetch.VendorError as error:
        raise ExtensionError(str(error)) from error


def typeset_single_page(app):
    """Load MathJax in a book of one page, whose first part has no formula."""
    if app.builder.name == "singlehtml":
        app.set_html_assets_policy("always")


def drop_thebe(app, pagename, templatename, context, doctree):
    """Drop the files of sphinx-thebe: one is from a CDN, one declares a constant twice."""
    for kind in ("script_files", "css_files"):
        context[kind] = [
            file
            for file in context.get(kind, [])
            if "thebe" not in str(getattr(file, "filename", file)).lower()
            and "THEBE" not in str(getattr(file, "attributes", {}).get("body", ""))
        ]


def drop_unused(app, exception):
    """Take out of the built site what no page loads: readers keep the whole site for later."""
    if exception or app.builder.format != "html":
        return
    static = Path(app.outdir, "_static")
    for pattern in UNUSED:
        for file in static.glob(pattern):
            file.unlink()


def copy_vendor(app, exception):
    """Copy the libraries into the built site."""
    if exception or app.builder.format != "html":
        return
    for name in SERVED:
        target = Path(app.outdir, "vendor", name)
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(fetch.VENDOR / name, target)


def setup(app):
    """Connect the checks and the copy."""
    app.connect("builder-inited", check_vendor)
    app.connect("builder-inited", typeset_single_page)
    app.connect("html-page-context", drop_thebe, priority=900)
    app.connect("build-finished", copy_vendor)
    app.connect("build-finished", drop_unused, priority=900)  # after Sphinx has copied them
