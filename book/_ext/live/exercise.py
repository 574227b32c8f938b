"""The directive ``{exercise} 02_split_merge``: an exercise as its student sees it, in a chapter.

Text and hints come from the exercise's file, code from the notebook that students get. nbgrader has
taken answers and hidden checks out of that notebook, so they can't reach a page.
"""

import re
from functools import cache
from itertools import groupby
from pathlib import Path

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.errors import ExtensionError
from sphinx.util.docutils import SphinxDirective

from autograder.authoring import (
    Check,
    ExerciseError,
    Solution,
    Written,
    read_course,
    read_exercise,
    release_notebook,
)
from autograder.authoring.cells import Code, Given, Locked, Oracle, Prose, Text
from live.folds import fold, fold_title
from live.part import part

TITLE = re.compile(r"\A\s*# .*\n")
BOOK_LINK = re.compile(r"\[(?P<text>[^\]]*)\]\(book:(?P<page>[\w-]+)(?P<anchor>#[\w-]+)?\)")
FOLDER = "exercises"


@cache
def released(folder: Path, name: str):
    """Return an exercise with the notebook that its students get."""
    course = read_course(folder)
    exercise = read_exercise(folder / f"{name}.md", course)
    return exercise, release_notebook(exercise, course)


@cache
def shown(folder: Path, name: str):
    """Read an exercise; return it with the text that students see of each cell, oracles left out.

    Returns
    -------
    exercise : autograder.authoring.Exercise
        The exercise.
    cells : list of (cell, str)
        The code of code cells as in the student's notebook; for other cells the text is empty.
    """
    exercise, notebook = released(folder, name)
    code_cells = [cell.source for cell in notebook.cells if cell.cell_type == "code"]
    cells = [cell for cell in exercise.cells if not isinstance(cell, Oracle)]
    code = [cell for cell in cells if isinstance(cell, Code)]
    sources = dict(zip(map(id, code), code_cells, strict=True))
    return exercise, [(cell, sources.get(id(cell), "")) for cell in cells]


def answer_cells(folder: Path, name: str) -> list[tuple[Solution | Written, str]]:
    """Return the cells that students fill, each with its grade_id."""
    exercise, notebook = released(folder, name)
    marks = [cell.metadata.get("nbgrader", {}) for cell in notebook.cells]
    keys = [mark["grade_id"] for mark in marks if mark.get("solution")]
    return list(zip(exercise.of(Solution, Written), keys, strict=True))


def directive_text(part) -> str:
    """Write prose, a hint or a note as MyST."""
    if isinstance(part, Prose):
        return part.source
    if part.kind == "note" and part.title:
        return f"::::{{admonition}} {part.title}\n:class: note\n{part.source}\n::::"
    return f"::::{{{part.kind}}} {part.title}\n{part.source}\n::::"


def link_pages(text: str, found: set[str]) -> str:
    """Turn links to the book into links of this site, or into plain text where no page is."""

    def target(link: re.Match) -> str:
        if f"book/{link['page']}" not in found:
            return link["text"]
        return f"[{link['text']}](/book/{link['page']}.md{link['anchor'] or ''})"

    return BOOK_LINK.sub(target, text)


def points(number: float) -> str:
    """Return a number of points in words."""
    return f"{number:g} point{'' if number == 1 else 's'}"


class ExerciseDirective(SphinxDirective):
    """An exercise, from statement to checks."""

    required_arguments = 1

    def run(self):
        """Render the cells of the exercise in order."""
        folder, name = Path(self.env.srcdir) / FOLDER, self.arguments[0]
        try:
            exercise, cells = shown(folder, name)
        except ExerciseError as error:
            raise ExtensionError(str(error)) from error
        self.env.note_dependency(str(exercise.path))
        self.env.live_exercises[name] = self.env.docname
        self.path = str(exercise.path)
        self.keys = {id(cell): key for cell, key in answer_cells(folder, name)}
        data = {"name": name, "answers": "yes" if self.config.live_solutions else "no"}
        box = part(classes=["hbh-exercise"], ids=[nodes.make_id(f"exercise-{name}")], data=data)
        self.set_source_info(box)
        box += nodes.paragraph("", f"Exercise: {exercise.title}", classes=["hbh-exercise-title"])
        box += nodes.paragraph("", points_text(exercise), classes=["hbh-points"])
        for is_check, group in groupby(cells, lambda pair: isinstance(pair[0], Check)):
            if is_check:
                box += self.checks(list(group))
            else:
                for cell, source in group:
                    box += self.cell(cell, source)
        return [box]

    def cell(self, cell, source) -> list[nodes.Node]:
        """Render one cell that is no check."""
        match cell:
            case Text():
                return self.text(cell.parts)
            case Written():
                label = label_of(f"{points(cell.points)}, given by a person")
                return [*self.text(cell.prompt), label, self.place("hbh-written", cell)]
            case Solution():
                return [label_of("Your code"), self.place("hbh-solution", cell, code_block(source))]
            case Given():
                names = ", ".join(function.name for function in cell.functions)
                return [folded(f"Given: {names}", code_block(source))]
            case Locked():
                return [folded("Set-up", code_block(source))]
            case _:
                return [code_block(source)]

    def place(self, kind: str, cell, *children: nodes.Node) -> nodes.Node:
        """Return the place of the reader's answer, which the page's program finds by its key."""
        return part("", *children, classes=[kind], data={"key": self.keys[id(cell)]})

    def text(self, parts) -> list[nodes.Node]:
        """Parse text as MyST, hints and notes included; its headings stand below the page's."""
        text = TITLE.sub("", "\n\n".join(map(directive_text, parts)))
        text = link_pages(text, self.env.found_docs)
        holder = nodes.container()
        lines = StringList(text.splitlines(), source=self.path)
        self.state.nested_parse(lines, 0, holder)
        for heading in holder.findall(nodes.rubric):
            heading["level"] += 1
        return holder.children

    def checks(self, pairs) -> list[nodes.Node]:
        """Fold away what a function's checks look at: code of the visible, properties of all."""
        visible = [(check, source) for check, source in pairs if not check.hidden]
        hidden = [check for check, _ in pairs if check.hidden]
        folds = []
        if visible:
            total = points(sum(check.points for check, _ in visible))
            blocks = [code_block(source) for _, source in visible]
            folds.append(folded(f"Visible checks ({total})", *blocks))
        if hidden:
            items = [
                nodes.list_item(
                    "", nodes.paragraph("", f"{c.title.rstrip('.')} ({points(c.points)})")
                )
                for c in hidden
            ]
            total = points(sum(check.points for check in hidden))
            folds.append(
                folded(f"What hidden checks look at ({total})", nodes.bullet_list("", *items))
            )
        return folds


def points_text(exercise) -> str:
    """Say how many points the exercise has, and who gives them."""
    visible = sum(check.points for check in exercise.checks if not check.hidden)
    hidden = sum(check.points for check in exercise.checks if check.hidden)
    written = sum(question.points for question in exercise.written)
    parts = [f"{visible:g} in visible checks", f"{hidden:g} in hidden checks"]
    if written:
        parts.append(f"{written:g} for a written answer")
    return f"{points(visible + hidden + written)}: {', '.join(parts)}"


def label_of(text: str) -> nodes.Node:
    """Return the small line above a block."""
    return nodes.paragraph("", text, classes=["hbh-points"])


def code_block(source: str) -> nodes.Node:
    """Return Python code as a block."""
    return nodes.literal_block(source, source, language="python")


def folded(title: str, *children: nodes.Node) -> nodes.Node:
    """Return blocks that stay closed until they are asked for."""
    return fold("", fold_title("", title), *children, kind="part", group="")


def setup(app):
    """Register the directive."""
    app.add_directive("exercise", ExerciseDirective)
