"""Grade submissions: ``autograder grade``."""

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from autograder.cli.output import COURSE, JSON, NOT_ALL_WELL, number, print_json, spoken_errors

if TYPE_CHECKING:
    from autograder.course.results import CheckResult, Result

UNSANDBOXED = (
    "note: this version grades with nbgrader's own converters: students' code runs with your "
    "permissions, unsandboxed"
)
WORD = {
    "passed": "right",
    "failed": "wrong",
    "partial": "partial",
    "not_attempted": "not attempted",
    "manual": "by hand",
    "ungraded": "ungraded",
}


def grade(
    assignment: Annotated[
        str | None, typer.Argument(metavar="[ASSIGNMENT]", help="Default: all that are released.")
    ] = None,
    student: Annotated[
        list[str] | None, typer.Option("--student", metavar="ID", help="Only this one; repeatable.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Grade again what is graded.")] = False,
    course: COURSE = ".",
    as_json: JSON = False,
) -> None:
    """Grade what students handed in, and print who got what.

    A damaged notebook never stops the rest: it is listed with its reason, and what could not be
    graded is shown as ungraded, never as 0. The exit code is 0 only if every submission was
    graded; points that a person has still to give don't count against it.

    Examples: `autograder grade` · `autograder grade 02_split_merge --student ada --force`
    """
    with spoken_errors():
        from autograder.course import find_course
        from autograder.course.grading import grade as grade_all

        place = find_course(course)
        print(UNSANDBOXED, file=sys.stderr)
        results = {
            name: grade_all(place, name, student or (), force, _progress)
            for name in ([assignment] if assignment else place.released)
        }
    _clear_progress()
    if as_json:
        print_json([_as_dict(r) for group in results.values() for r in group])
    else:
        for name, group in results.items():
            print_table(name, group)
    if any(r.status == "damaged" for group in results.values() for r in group):
        raise typer.Exit(NOT_ALL_WELL)


def print_table(title: str, results: list["Result"]) -> None:
    """Print one row a student, one column a function, and the reasons below."""
    from rich.console import Console
    from rich.table import Table

    parts = list(dict.fromkeys(part for result in results for part in result.parts))
    table = Table(title=title, title_justify="left")
    for heading in ("student", "score", *parts, "status"):
        table.add_column(heading, justify="right" if heading == "score" else "left")
    for result in results:
        cells = [part_outcome(result.parts.get(part, [])) for part in parts]
        score = f"{number(result.score)} / {number(result.max_score)}"
        table.add_row(result.student, score, *cells, result.status)
    console = Console(width=None if sys.stdout.isatty() else 200)
    console.print(table)
    for result in results:
        if result.reason:
            console.print(f"{result.student}: {result.reason}", markup=False, highlight=False)
    counts = dict.fromkeys(("graded", "needs manual", "damaged", "not submitted"), 0)
    for result in results:
        counts[result.status] += 1
    console.print(", ".join(f"{n} {status}" for status, n in counts.items()), highlight=False)


def part_outcome(checks: list["CheckResult"]) -> str:
    """Sum up one function: ``right``, ``partial 3/8``, or a dash where nothing is known."""
    automatic = [check for check in checks if not check.by_hand]
    if not automatic:
        return WORD["manual"] if checks else "–"
    outcomes = {check.outcome for check in automatic}
    if len(outcomes) == 1 and outcomes != {"partial"}:
        return WORD[outcomes.pop()]
    if "ungraded" in outcomes:
        return f"{WORD['ungraded']} in part"
    points = sum(check.score for check in automatic)
    most = sum(check.max_score for check in automatic)
    return f"partial {number(points)}/{number(most)}"


def _as_dict(result: "Result") -> dict:
    return {**asdict(result), "score": result.score}


def _progress(result: "Result") -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{result.assignment}: {result.student}", end="", file=sys.stderr, flush=True)


def _clear_progress() -> None:
    if sys.stderr.isatty():
        print("\r\033[K", end="", file=sys.stderr, flush=True)
