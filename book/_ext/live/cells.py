"""Number a chapter's cells and give their code to the page, those with hidden input included."""

import ast
from pathlib import Path

from docutils import nodes
from myst_nb.core.read import is_myst_markdown_notebook, read_myst_markdown_notebook
from sphinx.transforms import SphinxTransform

from autograder.authoring import read_course
from live.course import needed, withheld
from live.part import page_data
from live.reference import expand, function_source

NOT_LIVE = "not-live"  # the tag of a cell that takes too long for the page
TOO_LONG = "This cell takes too long for the page."
AN_ANSWER = "This cell uses an answer to an exercise, so it does not run in the page."
AFTER_DEAD = "This cell needs one above that does not run in the page."


def remember_text(app, docname, source):
    """Keep a page's text as the notebook reader gets it."""
    app.env.temp_data["live_text"] = source[0]


def page_cells(text: str) -> list[dict]:
    """Return what the page needs of each code cell; reference cells run the shown definition."""
    cells = enumerate(read_myst_markdown_notebook(text).cells)
    code = ((place, cell) for place, cell in cells if cell.cell_type == "code")
    return [page_cell(number, place, cell) for number, (place, cell) in enumerate(code, 1)]


def page_cell(number: int, place: int, cell) -> dict:
    """Return what the page needs of one cell; `place` is that among all cells."""
    metadata = cell.metadata
    name = metadata.get("reference")
    return {
        "id": f"live-cell-{number}",
        "place": place,
        "code": function_source(name, metadata.get("brief", False)) if name else cell.source,
        "reference": name and name.split(".")[0],
        "dead": TOO_LONG if NOT_LIVE in metadata.get("tags", []) else "",
    }


def mark_dead(cells: list[dict], root: Path, answers: set[str]) -> None:
    """Mark the cells that the page does not run, each with the reason.

    Those are the cells that need an answer which the site withholds, and those that need the names
    of an earlier cell that does not run.
    """
    lost: set[str] = set()
    for cell in cells:
        tree = ast.parse(cell["code"])
        if not cell["dead"] and needed(root, cell["code"], cell["reference"]) & answers:
            cell["dead"] = AN_ANSWER
        elif not cell["dead"] and taken(tree) & lost:
            cell["dead"] = AFTER_DEAD
        lost = lost | given(tree) if cell["dead"] else lost - given(tree)


def taken(tree: ast.Module) -> set[str]:
    """Return the names that a cell takes from the cells before it."""
    found: set[str] = set()
    own: set[str] = set()
    for statement in tree.body:
        names = [node for node in ast.walk(statement) if isinstance(node, ast.Name)]
        read = {node.id for node in names if isinstance(node.ctx, ast.Load)}
        if not isinstance(statement, ast.Assign):  # `x = f(x)` takes x, a loop over x does not
            read -= {node.id for node in names if isinstance(node.ctx, ast.Store)}
            read -= {node.arg for node in ast.walk(statement) if isinstance(node, ast.arg)}
        found |= read - own
        own |= given(statement)
    return found


def given(node: ast.AST) -> set[str]:
    """Return the names that code gives to what follows it."""
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}
        case ast.alias(name=name, asname=other):
            return {other or name}
        case ast.Name(id=name, ctx=ast.Store()):
            return {name}
    return set().union(*map(given, ast.iter_child_nodes(node)))


def documents(app) -> list[Path]:
    """Return the files of all pages."""
    return [Path(app.env.doc2path(name)) for name in app.env.found_docs]


def note_answers(app, env, docnames):
    """Find, once a build, the answers that the site withholds: those of a running class."""
    root, env.live_withheld = Path(app.confdir), set()
    if not app.config.live_solutions:
        env.live_withheld = withheld(root, read_course(root / "exercises"), documents(app))


def run_by_pages(app) -> set[str]:
    """Return the reference functions that the live cells of all pages need."""
    root, found = Path(app.confdir), set()
    for document in documents(app):
        text = expand(document.read_text())
        if is_myst_markdown_notebook(text):
            cells = page_cells(text)
            mark_dead(cells, root, app.env.live_withheld)
            alive = (cell for cell in cells if not cell["dead"])
            found |= set().union(*(needed(root, c["code"], c["reference"]) for c in alive))
    return found


class NumberCells(SphinxTransform):
    """Give each cell of a page an id, and append the code of all."""

    default_priority = 410  # after the definitions are shown

    def apply(self):
        """Match the shown cells with those of the notebook by their place in it."""
        text = self.env.temp_data.get("live_text", "")
        if not is_myst_markdown_notebook(text):
            return
        shown = {
            cell["cell_index"]: cell
            for cell in self.document.findall(nodes.container)
            if cell.get("nb_element") == "cell_code"
        }
        listed = page_cells(text)
        mark_dead(listed, Path(self.env.srcdir), self.env.live_withheld)
        for cell in listed:
            if cell["place"] in shown:
                shown[cell["place"]]["ids"].append(cell["id"])
        if listed:
            self.document += page_data(name="live-cells", data=listed)


def setup(app):
    """Connect both halves."""
    app.connect("env-before-read-docs", note_answers)
    app.connect("source-read", remember_text, priority=900)
    app.add_transform(NumberCells)
