"""The directive ``{interactive} tape``: a picture that answers to the reader.

The page gets the still figure and the picture's numbers. A module of ``src/interactive`` takes the
figure's place; without JavaScript it stays. The modules are loaded by the pages that use them.
"""

import json
import shutil
from pathlib import Path

from docutils import nodes
from sphinx.util.docutils import SphinxDirective

from live.fetch import HERE

SOURCES = HERE / "src" / "interactive"
ATTRIBUTE = "data-interactive"
DRAWN_FROM = ("book/figures", "solutions/reference", "book/_ext/live/pictures.py")
PICTURE = """\
<div class="hbh-interactive" {attribute}="{name}">
{still}
<script type="application/json">{data}</script>
</div>
"""


def picture(name: str) -> str:
    """Return the markup of a picture: its still figure, if it has one, and its numbers."""
    from live.pictures import PICTURES  # needs the path that live.theme adds

    if name not in PICTURES:
        raise LookupError(f"no interactive picture {name!r}; there are {', '.join(PICTURES)}")
    chosen = PICTURES[name]
    still = f'<div class="hbh-still">{chosen.still()}</div>' if chosen.still else ""
    data = json.dumps(chosen.data(), separators=(",", ":")).replace("</", "<\\/")
    return PICTURE.format(attribute=ATTRIBUTE, name=name, still=still, data=data)


class Interactive(SphinxDirective):
    """A picture, named by the argument."""

    required_arguments = 1

    def run(self):
        """Place the picture; the page is read again when what it is drawn from changes."""
        for place in DRAWN_FROM:
            path = Path(self.env.srcdir, place)
            for file in [path] if path.is_file() else sorted(path.glob("*.py")):
                self.env.note_dependency(str(file))
        try:
            markup = picture(self.arguments[0])
        except LookupError as error:
            raise self.error(str(error)) from error
        node = nodes.raw("", markup, format="html")
        self.set_source_info(node)
        return [node]


def add_files(app, pagename, templatename, context, doctree):
    """Load the script and the style sheet on pages that have a picture."""
    if ATTRIBUTE in context.get("body", ""):
        folder = f"../live/{app.config.live_program}/interactive"
        app.add_js_file(f"{folder}/main.js", type="module")
        app.add_css_file(f"{folder}/interactive.css")


def copy_files(app, exception):
    """Copy the modules into the program's folder: their imports name no version of their own."""
    if exception or app.builder.format != "html":
        return
    target = Path(app.outdir, "live", app.config.live_program, "interactive")
    shutil.copytree(SOURCES, target, ignore=shutil.ignore_patterns("*.json"))


def setup(app):
    """Register the directive and connect its files."""
    app.add_directive("interactive", Interactive)
    app.connect("html-page-context", add_files)
    app.connect("build-finished", copy_files, priority=600)  # after live.program
