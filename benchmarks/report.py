"""How long the report of a large class takes, by stage.

It makes a course, receipts and graded notebooks of a class in which everybody writes a little
differently, and some copy from one other student under other names.

Run: python -m benchmarks.report [--exercise 07_batched] [--students 10000]
"""

import argparse
import json
import random
import re
import resource
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from autograder.authoring import (
    answer_source,
    entries_for,
    fill,
    read_course,
    read_exercise,
    release_notebook,
)
from autograder.batch.settings import read_settings
from autograder.course.create import new_course
from autograder.course.directory import CourseDirectory
from autograder.course.receipts import Receipts
from autograder.course.releasing import release
from autograder.grade.mark import observed
from autograder.grade.paper import read, read_paper
from autograder.model import NotebookResult, Outcome, Receipt, Result, Seen, Verdict
from autograder.model.receipt import encode
from autograder.repair import Release
from autograder.report.writing import make, write
from benchmarks.tables import about, publish

COPIES = 0.02
OWN_LINES = (
    "    assert {name} is not None",
    "    limit = {number}",
    "    check = np.asarray({name}).shape[-1] // {number}",
    "    for axis in range({number}): pass",
    "    names = ['a', 'b'][: {number}]",
    "    print(np.asarray({name}).ndim - {number})",
)
OUTPUT = {"output_type": "stream", "name": "stdout", "text": "array of numbers " * 40}


def forms(exercise: str) -> tuple[dict[str, list[str]], dict]:
    """Return every known way to write each function, and the released notebook."""
    origin = read_course("exercises")
    read = read_exercise(Path("exercises") / f"{exercise}.md", origin)
    found: dict[str, list[str]] = {}
    for kind in ("alternatives", "mistakes"):
        for entry in (None, *entries_for(read, origin, kind)):
            for name, source in answer_source(read, origin, entry).items():
                found.setdefault(name, []).append(source)
    return found, release_notebook(read, origin)


def written(known: dict[str, list[str]], rng: random.Random) -> dict[str, str]:
    """Return the functions of one student: known ways with some lines of their own."""
    made = {}
    for name, sources in known.items():
        lines = rng.choice(sources).split("\n")
        starts = [i for i, line in enumerate(lines) if line.startswith("    ")]
        given = re.search(r"def \w+\((\w+)", "\n".join(lines))
        for _ in range(rng.randrange(4)):
            own = rng.choice(OWN_LINES).format(
                name=given[1] if given else "np", number=rng.randrange(1, 100)
            )
            lines.insert(rng.choice(starts[-3:]) if starts else 0, own)
        made[name] = "\n".join(lines)
    return made


def renamed(sources: dict[str, str]) -> dict[str, str]:
    """Return code under other names, with comments."""

    def other(found: re.Match) -> str:
        return f"my_{found[1]} ="

    return {
        name: re.sub(r"\b(\w+) =(?!=)", other, source) + "\n# on my own\n"
        for name, source in sources.items()
    }


def students(known: dict, count: int, rng: random.Random) -> Iterator[tuple[str, dict, bool]]:
    """Yield id, functions, and whether they are copied."""
    earlier: list[dict[str, str]] = []
    for number in range(count):
        copied = bool(earlier) and rng.random() < COPIES
        sources = renamed(earlier.pop()) if copied else written(known, rng)
        if not copied and rng.random() < 2 * COPIES:
            earlier.append(sources)
        yield f"s{number:05}", sources, copied


def receipt(student: str, assignment: str, notebook: Release, rng: random.Random) -> Receipt:
    """Return a receipt with outcomes as they may come."""
    skill = rng.random()
    verdicts, seen, diagnoses = [], {}, {}
    for cell in notebook.cells:
        if not cell.grade:
            continue
        right = rng.random() < 0.3 + 0.7 * skill
        outcome = Outcome.MANUAL if cell.manual else Outcome.PASSED if right else Outcome.FAILED
        points = None if cell.manual else cell.points if right else 0.0
        verdicts.append(Verdict(cell.grade_id, outcome, points, cell.points, "0" * 16))
        seen[cell.grade_id] = Seen("" if right else "arrays differ " * 10, 0.01)
        if not right and rng.random() < 0.3:
            diagnoses[cell.grade_id.split("--")[0]] = f"M{rng.randrange(30):02}"
    result = NotebookResult(notebook.name, tuple(verdicts), diagnoses=diagnoses)
    now = datetime.now(UTC).replace(tzinfo=None)
    known = Result(student, assignment, student, "", "", (result,), now)
    return Receipt(known, observed("bubblewrap", {"all": rng.random()}, {notebook.name: seen}))


def fill_course(course: CourseDirectory, assignment: str, count: int) -> set[str]:
    """Write receipts and graded notebooks; return who copied."""
    rng = random.Random(0)
    known, released = forms(assignment)
    (notebook,) = read(read_paper(course, assignment, read_settings(course))).releases
    receipts = Receipts(course, assignment)
    receipts.folder.mkdir(parents=True)
    copies = set()
    for student, sources, copied in students(known, count, rng):
        copies |= {student} if copied else set()
        filled = fill(released, sources)
        for cell in filled.cells:
            if cell.cell_type == "code":
                cell.outputs = [OUTPUT]
        path = course.notebook(course.autograded / student, assignment)
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(filled, indent=1), encoding="utf-8")
        receipts.path(student).write_bytes(encode(receipt(student, assignment, notebook, rng)))
    return copies


def main() -> None:
    """Print a table and write it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--exercise", default="07_batched")
    parser.add_argument("--students", type=int, default=10_000)
    options = parser.parse_args()
    rows = about()
    with tempfile.TemporaryDirectory() as folder:
        course = new_course(Path(folder) / "course", "exercises")
        release(course, options.exercise)
        copies = fill_course(course, options.exercise, options.students)
        begin, used = time.monotonic(), time.process_time()
        made = make(course, options.exercise)
        paths = write(course, made)
        took, used = time.monotonic() - begin, time.process_time() - used
        groups = made.report.alike.groups
        held = {student for group in groups for student in group.students}
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        rows += [
            ("submissions", f"{made.report.submissions} of {options.exercise}", ""),
            *(
                (f"stage `{name}`, s", f"{seconds:.2f}", "")
                for name, seconds in made.seconds.items()
            ),
            ("all, s on the clock", f"{took:.2f}", ""),
            ("all, s of computing time", f"{used:.2f}", ""),
            ("memory at its peak, MiB", f"{peak:.0f}", ""),
            ("the page, kB", f"{paths[0].stat().st_size / 1024:.0f}", ""),
            ("copies planted, and found", f"{len(copies)}, {len(copies & held)}", "all"),
            ("groups found, and their submissions", f"{len(groups)}, {len(held)}", ""),
        ]
    publish("report", rows)


if __name__ == "__main__":
    main()
