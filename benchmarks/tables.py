"""Figures as a table in Markdown, with when, where and by which command they were measured.

The files in `benchmarks/results` are kept with the code; the book's page for instructors shows
them.
"""

import os
import platform
import statistics
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from autograder.sandbox import probe

PLACE = Path(__file__).parent / "results"
Row = tuple[str, str, str]  # what, measured, aim


def about() -> list[Row]:
    """Say where something is measured; ask before it begins."""
    machine = f"{os.cpu_count()} cores, {_processor()}, {platform.system()}"
    return [
        ("machine", machine, ""),
        ("load before the run", f"{os.getloadavg()[0]:.1f}", "0 for figures to trust"),
        ("Python", platform.python_version(), ""),
        ("sandbox", probe().title, ""),
    ]


def spread(values: Iterable[float]) -> str:
    """Return a median, with the least and the greatest where there are several."""
    found = sorted(values)
    median = f"{statistics.median(found):.2f}"
    return median if len(found) == 1 else f"{median} ({found[0]:.2f}–{found[-1]:.2f})"


def table(rows: list[Row]) -> str:
    """Return Markdown."""
    lines = [f"| {name} | {value} | {aim} |" for name, value, aim in rows]
    return "\n".join(["| what | measured | aim |", "|---|---|---|", *lines, ""])


def publish(name: str, rows: list[Row]) -> Path:
    """Print a table, and write it where the book finds it."""
    module = sys.modules["__main__"].__spec__
    command = " ".join(["python -m", module.name if module else "?", *sys.argv[1:]])
    day = datetime.now(UTC).date().isoformat()
    text = table(rows)
    print(text)
    PLACE.mkdir(exist_ok=True)
    path = PLACE / f"{name}.md"
    path.write_text(f"Measured on {day} with `{command}`.\n\n{text}", encoding="utf-8")
    return path


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
