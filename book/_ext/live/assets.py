"""Serve MathJax, CodeMirror and Pyodide from the site itself, and nothing from anywhere else.

Jupyter Book puts a script tag on every page for each JavaScript file of the book's ``_static``, so
fetched libraries stay in ``vendor`` and are copied beside it when the pages are written.
"""

import shutil
from pathlib import Path

from sphinx.errors import ExtensionError

from live import fetch

SERVED = ("codemirror", "mathjax", "pyodide")


def check_vendor(app):
    """Stop the build, and say how to go on, where a fetched file is missing or altered."""
    try:
        for name in SERVED:
            fetch.check(name)
    except fetch.VendorError as error:
        raise ExtensionError(str(error)) from error


def drop_thebe(app, pagename, templatename, context, doctree):
    """Drop the scripts of sphinx-thebe: one is from a CDN, one declares a constant twice."""
    context["script_files"] = [
        script
        for script in context.get("script_files", [])
        if "thebe" not in str(getattr(script, "filename", script)).lower()
        and "THEBE" not in str(getattr(script, "attributes", {}).get("body", ""))
    ]


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
    app.connect("html-page-context", drop_thebe, priority=900)
    app.connect("build-finished", copy_vendor)
