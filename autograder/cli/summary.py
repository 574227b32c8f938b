"""What a run prints at its end: the table, the flags, and the reasons of what is ungraded."""

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from autograder.cli.output import number
from autograder.course.directory import function_of
from autograder.intake.findings import shown

if TYPE_CHECKING:
    from rich.table import Table

    from autograder.course.receipts import Receipts
    from autograder.model import Receipt, Verdict
    from autograder.session.grading import Standing

MOST_ROWS = 60
WORD = {
    "passed": "right",
    "failed": "wrong",
    "blocked": "wrong",
    "partial": "partial",
    "not_attempted": "not attempted",
    "timeout": "too slow",
    "out_of_memory": "out of memory",
    "crashed": "crashed",
    "manual": "by hand",
    "ungraded": "ungraded",
}
STATUSES = ("graded", "repaired", "ungraded", "not submitted")


def print_summary(assignment: str, standings: list["Standing"], receipts: "Receipts") -> None:
    """Print one row a student, or of a large class one row a function, and what needs a person."""
    from rich.console import Console

    console = Console(width=None if sys.stdout.isatty() else 200)
    make = by_student if len(standings) <= MOST_ROWS else by_function
    console.print(make(assignment, standings, receipts))
    for kind, count in sorted(Counter(f for s in standings for f in s.flags).items()):
        console.print(f"{kind}: {count}", markup=False, highlight=False)
    for standing in standings:
        if standing.problem:
            said = f"{shown(standing.student)}: {standing.problem}"
            console.print(said, markup=False, highlight=False, soft_wrap=True)
    counts = Counter(standing.status for standing in standings)
    new = sum(standing.is_new for standing in standings)
    said = ", ".join(f"{counts[status]} {status}" for status in STATUSES)
    console.print(f"{said}; {new} in this run", highlight=False)


def by_student(assignment: str, standings: list["Standing"], receipts: "Receipts") -> "Table":
    """Return a table with one row a student and one column a function."""
    from rich.text import Text

    found = {s.student: receipts.read(s.student) for s in standings if s.status != "not submitted"}
    parts = {student: _parts(receipt) for student, receipt in found.items() if receipt}
    columns = list(dict.fromkeys(part for each in parts.values() for part in each))
    table = _table(assignment, "student", "points", *columns, "status")
    for standing in standings:
        own = parts.get(standing.student, {})
        points = f"{number(standing.points)} / {number(standing.max_points)}"
        cells = [part_outcome(own.get(part, [])) for part in columns]
        # A folder's name may hold what rich or the terminal takes for an order.
        table.add_row(Text(shown(standing.student)), points, *cells, standing.status)
    return table


def by_function(assignment: str, standings: list["Standing"], receipts: "Receipts") -> "Table":
    """Return a table with one row a function, which says how many got it right."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for standing in standings:
        receipt = receipts.read(standing.student) if standing.status != "not submitted" else None
        for part, verdicts in _parts(receipt).items() if receipt else ():
            counts[part][part_outcome(verdicts).split(" ")[0]] += 1
    words = list(dict.fromkeys(word for count in counts.values() for word in count))
    table = _table(assignment, "function", *words)
    for part, count in counts.items():
        table.add_row(part, *(str(count[word]) for word in words))
    return table


def part_outcome(verdicts: list["Verdict"]) -> str:
    """Sum up one function: ``right``, ``partial 3/8``, or a dash where nothing is known."""
    automatic = [verdict for verdict in verdicts if verdict.outcome != "manual"]
    if not automatic:
        return WORD["manual"] if verdicts else "–"
    words = {WORD[verdict.outcome] for verdict in automatic}
    if len(words) == 1 and words != {"partial"}:
        return words.pop()
    if "ungraded" in words:
        return "ungraded in part"
    points = sum(verdict.points or 0 for verdict in automatic)
    most = sum(verdict.max_points for verdict in automatic)
    return f"partial {number(points)}/{number(most)}" if points else "wrong"


def as_json(standings: list["Standing"], receipts: "Receipts") -> Iterator[dict]:
    """Yield what a program may want to know of each student."""
    import msgspec

    for standing in standings:
        asked = standing.status != "not submitted"
        receipt = receipts.read(standing.student) if asked else None
        verdicts = receipt.verdicts if receipt else []
        yield {**msgspec.to_builtins(standing), "checks": msgspec.to_builtins(verdicts)}


def _parts(receipt: "Receipt") -> dict[str, list["Verdict"]]:
    parts = defaultdict(list)
    for verdict in receipt.verdicts:
        parts[function_of(verdict.id)].append(verdict)
    return dict(parts)


def _table(title: str, *headings: str) -> "Table":
    from rich.table import Table

    table = Table(title=title, title_justify="left")
    for heading in headings:
        table.add_column(heading, justify="right" if heading == "points" else "left")
    return table
