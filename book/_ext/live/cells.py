"""Number a chapter's cells and give their code to the page, those with hidden input included."""

from docutils import nodes
from myst_nb.core.read import is_myst_markdown_notebook, read_myst_markdown_notebook
from sphinx.transforms import SphinxTransform

from live.part import page_data
from live.reference import function_source

NOT_LIVE = "not-live"  # the tag of a cell that the page does not run


def remember_text(app, docname, source):
    """Keep a page's text as the notebook reader gets it."""
    app.env.temp_data["live_text"] = source[0]


def live_cell(number: int, cell) -> dict:
    """Return what the page needs of a cell; a reference cell runs the definition that it shows."""
    metadata = cell.metadata
    name = metadata.get("reference")
    code = function_source(name, metadata.get("brief", False)) if name else cell.source
    return {
        "id": f"live-cell-{number}",
        "code": code,
        "live": NOT_LIVE not in metadata.get("tags", []),
        "reference": name and name.split(".")[0],
    }


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
        listed = []
        for index, cell in enumerate(read_myst_markdown_notebook(text).cells):
            if cell.cell_type != "code":
                continue
            listed.append(live_cell(len(listed) + 1, cell))
            if index in shown:
                shown[index]["ids"].append(listed[-1]["id"])
        if listed:
            self.document += page_data(name="live-cells", data=listed)


def setup(app):
    """Connect both halves."""
    app.connect("source-read", remember_text, priority=900)
    app.add_transform(NumberCells)
