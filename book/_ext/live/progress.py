"""The directive ``{progress}``: every exercise in the order of the contents, with what passed."""

from pathlib import Path

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from autograder.authoring import Solution
from live.exercise import FOLDER, answer_cells, released
from live.part import page_data, part


class Progress(SphinxDirective):
    """A list that the page fills from the browser's storage."""

    def run(self):
        """Leave the place; pages that hold exercises are known once all are read."""
        self.env.live_progress.add(self.env.docname)
        text = "With JavaScript, this page lists the exercises and what passed in your browser."
        return [part("", nodes.paragraph("", text), classes=["hbh-progress"])]


def begin(app):
    """Remember the pages with exercises, and those with their list, from build to build."""
    for name, empty in (("live_exercises", {}), ("live_progress", set())):
        if not hasattr(app.env, name):
            setattr(app.env, name, empty)


def forget(app, env, docname):
    """Forget what a page held that is read again or gone."""
    env.live_exercises = {k: v for k, v in env.live_exercises.items() if v != docname}
    env.live_progress.discard(docname)


def collect(app, env, docnames, other):
    """Take over what a parallel reader found."""
    env.live_exercises.update({k: v for k, v in other.live_exercises.items() if v in docnames})
    env.live_progress.update(other.live_progress & set(docnames))


def renew(app, env):
    """Write the lists again, whatever else changed."""
    return sorted(env.live_progress)


def in_order(env, docname: str) -> list[str]:
    """Return the pages in the order of the contents."""
    below = [
        page for child in env.toctree_includes.get(docname, []) for page in in_order(env, child)
    ]
    return [docname, *below]


def listed(app, docname: str) -> list[dict]:
    """Return what the list shows of every exercise."""
    env, rows = app.env, []
    order = in_order(env, app.config.root_doc)
    for name, page in sorted(env.live_exercises.items(), key=lambda item: order.index(item[1])):
        folder = Path(env.srcdir) / FOLDER
        _, notebook = released(folder, name)
        anchor = nodes.make_id(f"exercise-{name}")
        address = f"{app.builder.get_relative_uri(docname, page)}#{anchor}"
        cells = [
            {"key": key, "functions": [function.name for function in cell.functions]}
            for cell, key in answer_cells(folder, name)
            if isinstance(cell, Solution)
        ]
        title = env.titles[page].astext()
        rows.append(
            {"title": title, "url": address, "cells": cells, **notebook.metadata.autograder}
        )
    return rows


def fill(app, doctree, docname):
    """Give the list its exercises."""
    for place in doctree.findall(part):
        if "hbh-progress" in place["classes"]:
            place += page_data(data=listed(app, docname))


def setup(app):
    """Register the directive and connect its steps."""
    app.add_directive("progress", Progress)
    app.connect("builder-inited", begin)
    app.connect("env-purge-doc", forget)
    app.connect("env-merge-info", collect)
    app.connect("env-updated", renew)
    app.connect("doctree-resolved", fill)
