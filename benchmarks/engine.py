"""Where the milliseconds of one submission go: the engine against bare execution of its cells.

Run: python -m benchmarks.engine [--exercise exercises/02_split_merge.md] [--count 40]
"""

import argparse
import itertools
import math
import os
import statistics
import time
from collections.abc import Iterable
from pathlib import Path

import msgspec

from autograder.authoring import read_course, read_exercise, source_notebook
from autograder.grade import Cell, Worker
from autograder.sandbox.cgroup import Group
from autograder.student.shell import compiled

PARTIES = ("supervisor", "grader", "student")


def cells_of(path: Path) -> tuple[list[Cell], set[str]]:
    """Return a solved exercise as cells, and the names that its solutions define."""
    course = read_course(path.parent)
    exercise = read_exercise(path, course)
    cells, names = [], set()
    for cell in source_notebook(exercise, course, "benchmark").cells:
        if cell.cell_type != "code":
            continue
        grading = cell.metadata.get("nbgrader", {})
        if grading.get("grade"):
            hidden = "### BEGIN HIDDEN TESTS" in cell.source
            points = grading["points"]
            found = Cell("check", cell.source, grading["grade_id"], points, hidden=hidden)
        elif grading.get("solution"):
            found = Cell("student", cell.source, grading["grade_id"])
            names |= {node.split("(")[0] for node in _defined(cell.source)}
        else:
            found = Cell("locked" if grading.get("locked") else "student", cell.source)
        cells.append(found)
    return cells, names


def _defined(source: str) -> list[str]:
    lines = source.splitlines()
    return [line.removeprefix("def ") for line in lines if line.startswith("def ")]


class Meter:
    """The computing time of three parties, each with all processes that it starts.

    Processes that are killed with their namespace are in no parent's account; a control group has
    them.
    """

    def __init__(self) -> None:
        self.groups: dict[str, Group] = {}
        for root, self.name, self.scale in (
            (Path("/sys/fs/cgroup/cpuacct"), "cpuacct.usage", 1e-6),
            (Path("/sys/fs/cgroup"), "cpu.stat", 1e-3),
        ):
            try:
                for party in PARTIES:
                    path = root / f"benchmark-{os.getpid()}-{party}"
                    path.mkdir()
                    self.groups[party] = Group(path)
                self.root = Group(root)
                return
            except OSError:
                self.close()

    def watch(self, party: str, pid: int) -> None:
        """Count a process, and what it starts from now on, as a party's."""
        if self.groups:
            self.groups[party].adopt(pid)

    def close(self) -> None:
        """Remove the groups."""
        for group in self.groups.values():
            for pid in (group.path / "cgroup.procs").read_text().split():
                self.root.adopt(int(pid))
            group.remove()
        self.groups.clear()

    def read(self) -> list[float]:
        """Return milliseconds so far by party; NaN where the system gives us no group."""
        if not self.groups:
            return [math.nan] * len(PARTIES)
        files = [group.path / self.name for group in self.groups.values()]
        return [int(file.read_text().split("\n")[0].split()[-1]) * self.scale for file in files]


def bare(cells: list[Cell], count: int) -> float:
    """Return milliseconds of CPU for the cells in this process, compiled beforehand."""
    codes = [compiled(cell.source, "<cell>") for cell in cells]
    start = 0.0
    for turn in range(count + 1):
        if turn == 1:
            start = time.process_time()
        namespace: dict[str, object] = {"__name__": "__main__"}
        for statements, last in codes:
            exec(statements, namespace)
            if last is not None:
                eval(last, namespace)
    return (time.process_time() - start) / count * 1000


def of_somebody_else(cells: list[Cell], number: int) -> list[Cell]:
    """Return the cells of another student: what is kept of a text must not help with the next."""
    return [
        msgspec.structs.replace(cell, source=f"{cell.source}\n# {number}")
        if cell.kind == "student"
        else cell
        for cell in cells
    ]


def measure(worker: Worker, cells: list[Cell], names: set[str], meter: Meter) -> list[float]:
    """Return milliseconds of CPU by party for one submission, and the wall clock's."""
    before, start = meter.read(), time.monotonic()
    run = worker.run(cells, names=names)
    wall = (time.monotonic() - start) * 1000
    assert all(cell.outcome in (None, "passed") for cell in run.cells), run
    used = [after - first for first, after in zip(before, meter.read(), strict=True)]
    return [*used, sum(used), wall]


def main() -> None:
    """Print a table: what a submission of nothing takes, and what its cells and checks add."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--exercise", type=Path, default=Path("exercises/02_split_merge.md"))
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--sandbox", default="auto")
    options = parser.parse_args()
    cells, names = cells_of(options.exercise)
    parts = {"nothing": [], "cells": [cell for cell in cells if cell.kind != "check"]}
    parts["checks"] = cells
    runs: dict[str, list[list[float]]] = {part: [] for part in parts}
    meter, begin = Meter(), time.monotonic()
    with Worker(sandbox=options.sandbox) as worker:
        started = time.monotonic() - begin
        worker.run(cells, names=names)
        meter.watch("supervisor", os.getpid())
        meter.watch("grader", worker._grader.process.pid)
        for process in worker._students.values():
            meter.watch("student", process.process.pid)
        numbers = itertools.count()
        for _ in range(options.count):
            for part, chosen in parts.items():
                written = of_somebody_else(chosen, next(numbers))
                runs[part].append(measure(worker, written, names, meter))
        meter.close()
    alone, checks = bare(cells, options.count), sum(cell.kind == "check" for cell in cells)
    print(f"{options.exercise.name}: {len(cells)} cells, {checks} checks, {worker.level.name}")
    print(f"started once in {started * 1000:.0f} ms. Milliseconds of CPU, medians:\n")
    print(f"{'':12}" + "".join(f"{name:>12}" for name in (*PARTIES, "all", "wall clock")))
    last = [0.0] * (len(PARTIES) + 2)
    for part, values in runs.items():
        medians = [statistics.median(column) for column in zip(*values, strict=True)]
        print(f"{part:12}" + _row(now - before for now, before in zip(medians, last, strict=True)))
        last = medians
    print(f"{'together':12}" + _row(last))
    best = min(total for *_, total, _ in runs["checks"])
    print(f"\nat best {best:.1f}; bare {alone:.2f}; the engine adds {last[-2] - alone:.1f}")


def _row(values: Iterable[float]) -> str:
    return "".join(f"{value:12.2f}" for value in values)


if __name__ == "__main__":
    main()
