"""The directive ``{notices}``: the works of others that the site carries, with every file's hash.

The list is written when all files are in the built site, from those files.
"""

import re
from html import escape
from pathlib import Path

from docutils import nodes
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from live.works import NoticeError, Work, works

PLACE = "<!-- notices -->"
INTRODUCTION = """\
<p>The site loads nothing from other hosts. So it carries these works of others. All are unchanged,
but for CodeMirror and Lezer, which are bundled into one file. Below the table stands every file
with its SHA-256. Where no licence is shown there, it lies among the files, or inside the wheel.</p>
"""


class Notices(SphinxDirective):
    """The place of the list."""

    def run(self):
        """Leave a mark, which the end of the build replaces."""
        self.env.live_notices = self.env.docname
        return [nodes.raw("", PLACE, format="html")]


def table(found: list[tuple[list[Work], dict[str, str]]]) -> str:
    """Return the table of works."""
    rows = [
        f'<tr><td><a href="{escape(work.source)}">{escape(work.name)}</a></td>'
        f"<td>{escape(work.version)}</td><td>{escape(work.licence)}</td></tr>"
        for group, _ in found
        for work in group
    ]
    head = "<thead><tr><th>work, with its source</th><th>version</th><th>licence</th></tr></thead>"
    body = f"<tbody>{''.join(rows)}</tbody>"
    return (
        '<div class="pst-scrollable-table-container" tabindex="0">'
        f'<table class="table">{head}{body}</table></div>'
    )


def fold(group: list[Work], files: dict[str, str]) -> str:
    """Return the files of a group of works, closed, with the licence where no file holds it."""
    others = f" and {len(group) - 1} more" if len(group) > 1 else ""
    title = f"Files of {group[0].name}{others}"
    lines = "\n".join(f"{digest}  {path}" for path, digest in files.items())
    text = "\n\n".join(work.text for work in group if work.text)
    blocks = [lines, text] if text else [lines]
    shown = "".join(f'<pre tabindex="0">{escape(block)}\n</pre>' for block in blocks)
    return f'<details class="hbh-fold hbh-part"><summary>{escape(title)}</summary>{shown}</details>'


def fill(app, exception):
    """Write the list into the built page."""
    if exception or app.builder.name != "html":
        return
    page = Path(app.outdir, f"{app.env.live_notices}.html")
    try:
        found = works(Path(app.outdir))
    except NoticeError as error:
        raise ExtensionError(str(error)) from error
    markup = INTRODUCTION + table(found) + "".join(fold(group, files) for group, files in found)
    filled = re.sub(f"{PLACE}(?s:.*{PLACE})?", lambda _: PLACE + markup + PLACE, page.read_text())
    page.write_text(filled)


def link(app, pagename, templatename, context, doctree):
    """Link the list in the footer of every page."""
    address = context["pathto"](app.env.live_notices)
    context["theme_extra_footer"] = f'<a href="{address}">Licences and notices</a>'


def setup(app):
    """Register the directive and connect its last step."""
    app.add_directive("notices", Notices)
    app.connect("html-page-context", link, priority=900)  # after that of the page "not found"
    app.connect("build-finished", fill, priority=950)  # all other files are there
