"""Where the milliseconds of one submission go: the engine against bare execution of its cells.

Run: python -m benchmarks.engine [--exercise exercises/02_split_merge.md] [--count 40]
"""

import argparse
import math
import os
import statistics
import time
from pathlib import Path

from autograder.authoring import read_course, read_exercise, source_notebook
from autograder.grade import Cell, Worker
from autograder.student.shell import compiled


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
    """The computing time of this process and all that it starts, by a control group of our own.

    Processes that are killed with their namespace are in no parent's account; the group has them.
    """

    def __init__(self) -> None:
        self.file: Path | None = None
        for root, name, scale in (
            (Path("/sys/fs/cgroup/cpuacct"), "cpuacct.usage", 1e-6),
            (Path("/sys/fs/cgroup"), "cpu.stat", 1e-3),
        ):
            group = root / f"benchmark-{os.getpid()}"
            try:
                group.mkdir()
                (group / "cgroup.procs").write_text(str(os.getpid()))
                self.file, self.scale = group / name, scale
                return
            except OSError:
                continue

    def close(self) -> None:
        """Leave the group and remove it."""
        if self.file is not None:
            (self.file.parents[1] / "cgroup.procs").write_text(str(os.getpid()))
            self.file.parent.rmdir()

    def read(self) -> float:
        """Return milliseconds so far; NaN where the system gives us no group."""
        if self.file is None:
            return math.nan
        return int(self.file.read_text().split("\n")[0].split()[-1]) * self.scale


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


def main() -> None:
    """Print one line a stage."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--exercise", type=Path, default=Path("exercises/02_split_merge.md"))
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--sandbox", default="auto")
    options = parser.parse_args()
    cells, names = cells_of(options.exercise)
    meter, begin = Meter(), time.monotonic()
    with Worker(sandbox=options.sandbox) as worker:
        started = time.monotonic() - begin
        worker.run(cells, names=names)
        before, runs = meter.read(), []
        for _ in range(options.count):
            runs.append(worker.run(cells, names=names))
        used = (meter.read() - before) / options.count
    assert all(cell.outcome in (None, "passed") for run in runs for cell in run.cells), runs[0]
    meter.close()
    alone = bare(cells, options.count)
    checks = sum(cell.kind == "check" for cell in cells)
    print(f"{options.exercise.name}: {len(cells)} cells, {checks} checks, {worker.level.name}")
    print(f"start             {started * 1000:8.0f} ms once")
    for stage in ("spawn", "cells", "checks", "end", "wall"):
        values = [run.seconds[stage] * 1000 for run in runs]
        print(f"{stage:17} {statistics.median(values):8.2f} ms (at best {min(values):.2f})")
    print(f"CPU, all processes{used:8.2f} ms a submission")
    print(f"CPU, bare         {alone:8.2f} ms; the engine adds {used - alone:.2f}")


if __name__ == "__main__":
    main()
