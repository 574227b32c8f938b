"""The directive ``{timetable}``: how long each chapter takes, as the chapters themselves say."""

import re
from pathlib import Path

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

CHAPTER = re.compile(r"book/\d\d_\w+")
TITLE = re.compile(r"^# (?P<title>.+)$", re.MULTILINE)
TIME = re.compile(
    r"^\*\*Time:\*\* (?P<reading>\d+) minutes to read, (?P<exercise>\d+) minutes for the exercise",
    re.MULTILINE,
)


def row(text: str, name: str) -> str:
    """Return the table row of a chapter's text."""
    title, time = TITLE.search(text), TIME.search(text)
    if title is None or time is None:
        raise ExtensionError(
            f"{name}: a chapter has a title and a line such as "
            "'**Time:** 25 minutes to read, 50 minutes for the exercise.'"
        )
    link = f"[{title['title']}](/{name}.md)"
    return f"| {link} | {time['reading']} minutes | {time['exercise']} minutes |"


class Timetable(SphinxDirective):
    """A table of the chapters and their times."""

    def run(self):
        """Read the times from the chapters that the book has."""
        lines = ["| chapter | reading | exercise |", "|---|---|---|"]
        for name in sorted(filter(CHAPTER.fullmatch, self.env.found_docs)):
            path = Path(self.env.doc2path(name))
            self.env.note_dependency(str(path))
            lines.append(row(path.read_text(encoding="utf-8"), name))
        holder = nodes.container()
        self.state.nested_parse(StringList(lines, source=self.get_source_info()[0]), 0, holder)
        return holder.children


def setup(app):
    """Register the directive."""
    app.add_directive("timetable", Timetable)
