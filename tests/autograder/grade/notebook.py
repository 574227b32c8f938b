"""Short ways to write the cells of a notebook down."""

from autograder.grade import Cell

NUMPY = Cell("locked", "import numpy as np")


def student(source):
    return Cell("student", source)


def locked(source):
    return Cell("locked", source)


def check(source, points=1.0, **options):
    return Cell("check", source, "check", points, **options)


def checks_of(run):
    return [cell for cell in run.cells if cell.kind == "check"]


def outcome(worker, definition, test, names=("f",), **options):
    """Grade one definition by one check, and return what came of the check."""
    cells = [NUMPY, student(definition), check(test, **options)]
    return checks_of(worker.run(cells, names=set(names)))[0]


def text_of(result):
    """Return all that a cell shows, as one text."""
    shown = []
    for output in result.outputs:
        shown += output.get("traceback", [])
        shown += output.get("data", {}).values()
        shown.append(output.get("text", ""))
    return "\n".join(shown)
