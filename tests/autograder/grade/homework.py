"""An assignment of two notebooks, one of them with checks in stages, and ways to hand it in."""

import json

from autograder.grade.mark import Marked, mark
from autograder.grade.paper import Assignment, Paper, Settings, read
from autograder.intake import Parcel
from autograder.repair.text import checksum
from tests.submissions import assignment as numbers

STARTER = "def double(x):\n    raise NotImplementedError()"
STAGES = {1: "double(2) == 4", 2: "double(-1.5) == -3", 3: "double(1e9) == 2e9"}


def stages() -> tuple[dict, dict]:
    """Return source and release of a notebook whose checks come in three stages."""
    cells = [numbers.code("double", STARTER, "double", solution=True)]
    for stage, test in STAGES.items():
        cell = numbers.code(
            f"c{stage}", f"assert {test}", f"double--{stage}", grade=True, locked=True, points=stage
        )
        about = cell["metadata"]["nbgrader"]
        flags = {key: about[key] for key in ("grade", "solution", "locked", "grade_id", "points")}
        about["checksum"] = checksum(cell["source"], "code", **flags)
        cell["metadata"]["autograder"] = {"stage": stage}
        cells.append(cell)
    notebook = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return notebook, notebook


def paper(settings: Settings | None = None) -> Paper:
    return Paper(
        "homework",
        (("numbers", numbers.source(), numbers.released()), ("stages", *stages())),
        settings or Settings(()),
    )


def homework(**settings) -> Assignment:
    return read(paper(Settings((), **settings)))


def parcel(notebook: dict | str | None = None, double: str = "", **more: bytes) -> Parcel:
    """Pack a notebook `numbers`, or a text in its place, and an answer in the notebook `stages`."""
    second = stages()[0]
    second["cells"][0]["source"] = double or STARTER
    first = numbers.honest() if notebook is None else notebook
    files = {
        "numbers.ipynb": (first if isinstance(first, str) else json.dumps(first)).encode(),
        "stages.ipynb": json.dumps(second).encode(),
        **more,
    }
    return Parcel(sorted(files), True, files)


def marked(worker, *arguments, **more) -> Marked:
    return mark(homework(limits=worker.limits), "ada", parcel(*arguments, **more), worker)


def outcomes(found: Marked) -> dict[str, str]:
    return {verdict.id: str(verdict.outcome) for verdict in found.receipt.verdicts}


def points(found: Marked) -> dict[str, float | None]:
    return {verdict.id: verdict.points for verdict in found.receipt.verdicts}
