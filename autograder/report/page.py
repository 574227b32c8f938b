"""The report as one page: a file that opens anywhere and loads nothing."""

import math

from autograder.feedback.safe import code, plain
from autograder.feedback.template import style, template
from autograder.feedback.words import SHORT
from autograder.report.contents import Alike, Report
from autograder.report.figures import durations, outcomes, spread
from autograder.report.scores import label

Sources = dict[str, dict[str, str]]

FIRST = 10  # misunderstandings that are shown unfolded
MOST = 50  # rows of a table
NAMES = 12  # ids in a row
SHOWN = 10  # groups whose code is shown
LONGEST = 4_000  # characters of one cell of it


def shown_students(alike: Alike) -> list[str]:
    """Return those whose code the page shows: two of each of the first groups."""
    return list(dict.fromkeys(s for group in alike.groups[:SHOWN] for s in group.students[:2]))


def page(report: Report, sources: Sources) -> str:
    """Return a report as HTML.

    Parameters
    ----------
    report : Report
    sources : dict
        Code by student and solution cell, of those in `shown_students`.
    """
    return template(__package__).render(
        report=report,
        sources=sources,
        spread=spread(report.scores),
        outcomes=outcomes(report.checks) if report.checks else None,
        durations=durations(report.times),
        suspects=[item for item in report.checks if item.suspect],
        label=lambda item: label(item, report.checks),
        names=_names,
        plain=plain,
        code=lambda source: code(plain(source, LONGEST)),
        number=_number,
        percent=_percent,
        first=FIRST,
        most=MOST,
        shown=SHOWN,
        short=SHORT,
        style=style(__package__),
    )


def _names(students: tuple[str, ...]) -> str:
    """Return some ids, and how many more there are."""
    more = len(students) - NAMES
    said = ", ".join(plain(student, 80) for student in students[:NAMES])
    return f"{said} and {more} more" if more > 0 else said


def _number(value: float | None, digits: int = 2) -> str:
    return "–" if value is None else f"{value:.{digits}f}".rstrip("0").rstrip(".")


def _percent(value: float | None) -> str:
    return "–" if value is None else f"{math.floor(100 * value + 1e-9)}%"
