"""Grade one class side by side: this grader, stock `nbgrader autograde`, and `otter run`.

Run: python -m benchmarks.grading [--students 300] [--stock 12] [--rounds 3]
     python -m benchmarks.grading --scale 1000 10000

All three get the same assignment and, but for otter, the same submissions: the made-up class of the
demo, without what stock nbgrader stops at. The table goes to `benchmarks/results/grading.md`, or
`grading_scale.md`, which the book's page for instructors shows. Figures are medians, with the least
and the greatest behind them.
"""

import argparse
import itertools
import os
import shutil
import statistics
import tempfile
import time
from collections import defaultdict
from pathlib import Path

from autograder.course import CourseDirectory
from autograder.course.directory import read_notebook
from autograder.course.receipts import Receipts
from autograder.record.gradebook import Recorder
from benchmarks import otter
from benchmarks.engine import bare, cells_of
from benchmarks.runs import ASSIGNMENT, EXERCISES, Ran, make_class, run
from benchmarks.tables import Row, about, publish, spread

STAGES = ("intake", "repair", "spawn", "cells", "checks", "end", "all")
STOCK = "--NbGrader.config_file=nbgrader_stock"
OURS = ("autograder", "grade", ASSIGNMENT)


def main() -> None:
    """Measure, print the table and write it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--students", type=int, default=300)
    parser.add_argument("--stock", type=int, default=12, help="students whom stock grades")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--scale", type=int, nargs=2, metavar=("FEW", "MANY"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="benchmark-") as folder:
        if options.scale:
            rows, name = scale(Path(folder), *options.scale), "grading_scale"
        else:
            rows = compare(Path(folder), options.students, options.stock, options.rounds)
            name = "grading"
    publish(name, rows)


def compare(folder: Path, size: int, sample: int, rounds: int) -> list[Row]:
    """Grade a class by every grader in turn, and return the rows of the table."""
    where = about()
    course, students = make_class(folder / "course", size, damaged=False)
    count = len(course.submitters(ASSIGNMENT))
    stock = smaller(course, folder / "stock", sample)
    fresh, copies = course.root, itertools.count()
    times: dict[str, list[Ran]] = defaultdict(list)
    for turn in range(rounds):
        note(f"round {turn + 1} of {rounds}")
        times["start"].append(run("nbgrader", "--version", cwd=stock.root))
        autograde = ("nbgrader", "autograde", ASSIGNMENT, "--force", STOCK)
        times["stock"].append(run(*autograde, cwd=stock.root))
        for workers in (1, 2):
            again = CourseDirectory(copy_of(fresh, folder / f"copy-{next(copies)}"))
            watched = again.receipts / ASSIGNMENT
            command = (*OURS, "--workers", workers)
            times[f"ours {workers}"].append(run(*command, cwd=again.root, watched=watched))
        one = (*OURS, "--student", students[0].student, "--force")
        times["one"].append(run(*one, cwd=again.root))
    rows = [*where, ("submissions", f"{count} of {ASSIGNMENT}", "")]
    rows += rates(times, count, sample)
    rows += otter_rows(folder, course, times, count, rounds)
    rows += cost(times, count)
    return rows + stages(again)


def rates(times: dict[str, list[Ran]], count: int, sample: int) -> list[Row]:
    """Say how many submissions a second, and how many times stock's that is."""
    ours = [count / ran.wall for ran in times["ours 2"]]
    stock = [sample / ran.wall for ran in times["stock"]]
    pairs = zip(times["stock"], times["start"], strict=True)
    warm = [sample / max(ran.wall - start.wall, 0.001) for ran, start in pairs]
    ratio = statistics.median(ours) / statistics.median(stock)
    honest = statistics.median(ours) / statistics.median(warm)
    first = [ran.first for ran in times["ours 2"]]
    return [
        ("stock, submissions a second, start included", spread(stock), ""),
        ("stock, its start left out", spread(warm), ""),
        ("ours, two workers, start and gradebook included", spread(ours), ""),
        ("ours against stock", f"{ratio:.0f}×", "50×"),
        ("ours with its start against stock without", f"{honest:.0f}×", ""),
        ("from start to the first receipt, s", spread(first), "2"),
        ("one submission from the command line, s", spread(r.wall for r in times["one"]), "4"),
    ]


def otter_rows(
    folder: Path, course: CourseDirectory, times: dict[str, list[Ran]], count: int, rounds: int
) -> list[Row]:
    """Let otter run the same checks, where it installs."""
    note("otter")
    source = read_notebook(course.notebook(course.source, ASSIGNMENT))
    try:
        seconds = otter.seconds_of(folder / "otter", source, rounds)
    except otter.NotRun as reason:
        return [("otter", f"NOT RUN: {reason}", "")]
    ours = statistics.median(count / ran.wall for ran in times["ours 2"])
    return [
        ("`otter run`, s for one submission", spread(seconds), ""),
        (
            "ours against otter, one after the other",
            f"{ours * statistics.median(seconds):.0f}×",
            "",
        ),
    ]


def cost(times: dict[str, list[Ran]], count: int) -> list[Row]:
    """Say what a submission costs in computing time, and what bounds the rate."""
    note("bare execution")
    one, two = ([ran.cpu / count * 1000 for ran in times[f"ours {n}"]] for n in (1, 2))
    ends = statistics.median(ran.cpu for ran in times["one"])
    start = ends / count * 1000
    alone = bare(cells_of(EXERCISES / f"{ASSIGNMENT}.md")[0], 20)
    added = statistics.median(two) - start - alone
    growth = statistics.median(two) / statistics.median(one) - 1
    busy = [ran.cpu / ran.wall / min(2, os.cpu_count() or 1) for ran in times["ours 2"]]
    return [
        ("computing time a submission, one worker, ms", spread(one), ""),
        ("computing time a submission, two workers, ms", spread(two), ""),
        ("of it the run's start and end, ms", f"{start:.1f}", ""),
        ("start and end of a run with one submission, s of computing", f"{ends:.2f}", "1.2"),
        ("bare execution of the same cells, ms", f"{alone:.1f}", ""),
        ("added to bare execution, start and end left out, ms", f"{added:.1f}", "25"),
        ("growth from one to two workers", f"{growth:+.0%}", "+10%"),
        (
            "share of two cores that a run of two workers keeps busy",
            spread(busy),
            "0.95",
        ),
    ]


def stages(course: CourseDirectory) -> list[Row]:
    """Say where a worker's wall clock goes, by what the receipts say."""
    found = [receipt.observed.seconds for receipt in Receipts(course, ASSIGNMENT).all()]
    return [
        (
            f"stage `{stage}`, ms on the clock",
            spread(s[stage] * 1000 for s in found if stage in s),
            "",
        )
        for stage in STAGES
    ]


def scale(folder: Path, few: int, many: int) -> list[Row]:
    """Grade two sizes of class, and say what grows with them."""
    rows, each, peaks = about(), {}, {}
    for size in (few, many):
        note(f"a class of {size}")
        course, _ = make_class(folder / str(size), size, roster=False)
        count = len(course.submitters(ASSIGNMENT))
        before = folder / f"before-{size}.db"
        shutil.copy(course.gradebook, before)
        ran = run(*OURS, "--workers", 2, cwd=course.root, codes=(0, 1))
        again = run(*OURS, "--workers", 2, cwd=course.root, codes=(0, 1))
        each[size], peaks[size] = ran.cpu / count * 1000, ran.peak
        writing = seconds_to_record(course, before)
        rows += [
            (f"**{count} submissions**, s", f"{ran.wall:.1f}", ""),
            ("… submissions a second", f"{count / ran.wall:.1f}", ""),
            ("… computing time a submission, ms", f"{each[size]:.1f}", ""),
            ("… the main process's memory at its peak, MiB", f"{ran.peak:.0f}", ""),
            ("… the writer's share of the computing time", f"{writing / ran.cpu:.1%}", ""),
            ("… the writer alone, submissions a second", f"{count / writing:.0f}", ""),
            ("… to resume the finished run, s", f"{again.wall:.1f}", "15 for 10,000"),
            ("… its main process's memory at its peak, MiB", f"{again.peak:.0f}", ""),
        ]
    growth = each[many] / each[few] - 1
    rows.append((f"computing time a submission, {many} against {few}", f"{growth:+.0%}", "±15%"))
    rows.append(
        (f"peak memory, {many} against {few}", f"{peaks[many] / peaks[few] - 1:+.0%}", "flat")
    )
    return rows


def seconds_to_record(course: CourseDirectory, gradebook: Path) -> float:
    """Record all receipts in a gradebook as it was before, and return the computing time."""
    receipts = list(Receipts(course, ASSIGNMENT).all())
    start = time.process_time()
    with Recorder(course, f"sqlite:///{gradebook}", backup=False) as recorder:
        recorder.record(ASSIGNMENT, receipts)
    return time.process_time() - start


def smaller(course: CourseDirectory, root: Path, sample: int) -> CourseDirectory:
    """Copy a course with some of its students, taken evenly from all kinds."""
    everybody = course.submitters(ASSIGNMENT)
    step = len(everybody) / sample
    kept = {everybody[int(index * step)] for index in range(sample)}

    def left_out(parent: str, names: list[str]) -> set[str]:
        return set(names) - kept if Path(parent) == course.submitted else set()

    return CourseDirectory(shutil.copytree(course.root, root, ignore=left_out))


def copy_of(fresh: Path, root: Path) -> Path:
    """Copy a course in which nothing is graded.

    None is deleted meanwhile: for minutes afterwards ext4 looks for free inodes one by one, which
    would be charged to whoever writes next.
    """
    return shutil.copytree(fresh, root)


def note(text: str) -> None:
    """Say what is being done."""
    print(f"… {text}", flush=True)


if __name__ == "__main__":
    main()
