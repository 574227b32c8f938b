"""The report as CSV, one file a subject."""

import csv
import io
from collections.abc import Iterable, Iterator

from autograder.export.table import Value, shown
from autograder.report.contents import Report


def tables(report: Report) -> Iterator[tuple[str, bytes]]:
    """Yield each file's name and bytes. A spreadsheet reads texts in it as texts."""
    yield _table(
        "checks",
        ("notebook", "check", "title", "points", "tried", "difficulty", "discrimination",
         "strongest_quarter", "suspect", "outcomes"),
        (
            (item.notebook, item.id, item.title, item.max_points, item.tried, item.difficulty,
             item.discrimination, item.strong, item.suspect, _counts(item.outcomes))
            for item in report.checks
        ),
    )  # fmt: skip
    yield _table(
        "mistakes",
        ("function", "mistake", "students", "share_of_failed", "message", "link"),
        (
            (one.function, one.id, len(one.students), one.share, one.message, one.link)
            for one in report.mistakes
        ),
    )
    yield _table(
        "flags",
        ("kind", "student"),
        ((one.kind, student) for one in report.flags for student in one.students),
    )
    yield _table(
        "ungraded",
        ("student", "earlier_try_stands", "reasons"),
        (
            (one.student, "yes" if one.stands else "no", "; ".join(one.reasons))
            for one in report.ungraded
        ),
    )
    yield _table(
        "alike",
        ("group", "student", "alike", "rare_sequences"),
        (
            (number, student, group.alike, group.rare)
            for number, group in enumerate(report.alike.groups, 1)
            for student in group.students
        ),
    )


def _counts(outcomes: dict[str, int]) -> str:
    return " ".join(f"{name}:{count}" for name, count in sorted(outcomes.items()))


def _table(name: str, header: Iterable[str], rows: Iterable[Iterable[Value]]) -> tuple[str, bytes]:
    text = io.StringIO(newline="")
    csv.writer(text, lineterminator="\n").writerows([header, *(map(shown, row) for row in rows)])
    return f"{name}.csv", text.getvalue().encode("utf-8", "replace")
