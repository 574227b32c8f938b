"""Every live cell of every chapter gives in the page's Python what the build printed beside it."""

import json
import re
from functools import cache

import nbformat
import pytest
from live.cache import imported_hash
from myst_nb.core.read import is_myst_markdown_notebook
from pages import ROOT, documents, page


def live_cells(site, document):
    """Return the cells that a built page lists for its program."""
    html = (site / f"{document}.html").read_text()
    data = re.search(r'<script type="application/json" id="live-cells">(.*?)</script>', html)
    return json.loads(data[1]) if data else []


def code_cells(path):
    """Return the code cells of a notebook file."""
    return [c for c in nbformat.read(path, as_version=4).cells if c.cell_type == "code"]


@cache
def executed():
    """Return the executed cells of every page in the cache of the present code, by their code."""
    folder = ROOT / "_build/.jupyter_cache" / imported_hash(ROOT)
    notebooks = [code_cells(path) for path in folder.rglob("base.ipynb")]
    return {tuple(cell.source for cell in cells): cells for cells in notebooks}


def executed_cells(site, document):
    """Return the code cells of a page as the build executed them."""
    read = code_cells(site.parent / "jupyter_execute" / f"{document}.ipynb")
    return executed()[tuple(cell.source for cell in read)]


def built(cell):
    """Return what the build printed and showed."""
    printed = "".join(o.text for o in cell.outputs if o.output_type == "stream")
    shown = [o.data for o in cell.outputs if o.output_type in ("execute_result", "display_data")]
    html = "".join(data.get("text/html", "") for data in shown)
    return printed, html or "".join(data.get("text/plain", "") for data in shown)


LONGEST = 15  # seconds of computing; a cell that needs more is marked not-live
DOCUMENTS = [d for d in documents() if is_myst_markdown_notebook((ROOT / f"{d}.md").read_text())]


@pytest.fixture(scope="module")
def ran(python, site):
    """Run a page's live cells from a fresh start, once: their results, and the computing time."""
    python.run("import matplotlib.pyplot, numpy")  # loading is not counted

    @cache
    def run(document):
        before, results = python.seconds(), []
        for number, cell in enumerate(live_cells(site, document)):
            job = {"session": document, "fresh": number == 0, "reference": cell["reference"]}
            results.append(None if cell["dead"] else python.run(cell["code"], **job))
        return results, python.seconds() - before

    return run


@pytest.mark.parametrize("document", DOCUMENTS)
def test_the_page_prints_what_the_build_printed(ran, site, document):
    cells = live_cells(site, document)
    executed = executed_cells(site, document)
    assert len(cells) == len(executed) > 0
    results, _ = ran(document)
    for number, (cell, before, result) in enumerate(zip(cells, executed, results, strict=True)):
        if cell["dead"]:
            continue
        assert "error" not in result, f"cell {number + 1}: {result['error']}"
        printed = "".join(part for _, part in result["streams"])
        got = printed, result.get("html") or result.get("text", "")
        assert got == built(before), f"cell {number + 1}:\n{cell['code']}"


@pytest.mark.parametrize("document", DOCUMENTS)
def test_a_running_class_can_run_what_is_live(class_python, class_site, document):
    """Without the answers that its archive lacks; few cells are lost by it."""
    cells = live_cells(class_site, document)
    alive = [cell for cell in cells if not cell["dead"]]
    assert len(alive) >= len(cells) / 2
    for cell in alive:
        job = {"session": document, "fresh": cell is alive[0], "reference": cell["reference"]}
        result = class_python.run(cell["code"], **job)
        assert "error" not in result, f"{cell['id']}: {result['error']}"


@pytest.mark.parametrize("document", DOCUMENTS)
def test_every_live_cell_is_done_in_time(ran, document):
    """With all cells before it: a reader may begin with the last one of a page."""
    _, seconds = ran(document)
    assert seconds < LONGEST


def test_every_code_cell_that_shows_has_its_id(site):
    for document in DOCUMENTS:
        ids = page(site / f"{document}.html").ids
        cells = live_cells(site, document)
        assert {cell["id"] for cell in cells if cell["id"] in ids}, document
        assert len([cell for cell in cells if cell["id"] not in ids]) <= 2
