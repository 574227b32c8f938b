"""Say how a class did: ``autograder report``."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from autograder.cli.grade import DB
from autograder.cli.output import COURSE, JSON, number, print_json, say, spoken_errors

if TYPE_CHECKING:
    from autograder.course.directory import CourseDirectory
    from autograder.report.contents import Report


def report(
    assignment: Annotated[
        str, typer.Argument(metavar="[ASSIGNMENT]", help="Default: all that have receipts.")
    ] = "",
    out: Annotated[
        str, typer.Option("--out", metavar="DIR", help="Default: reports/ASSIGNMENT in the course.")
    ] = "",
    db: DB = "",
    course: COURSE = ".",
    as_json: JSON = False,
) -> None:
    """Say how a class did with an assignment, from its receipts.

    Writes a page, and tables as CSV and JSON: the points, the misunderstandings and how many share
    each, every check with what it tells, what is ungraded or flagged, near-duplicates, and the
    time that grading took. Near-duplicates are evidence for a person, never a score. The files
    name students; only you can read them.

    Examples: `autograder report` · `autograder report 02_split_merge --out ~/reports`
    """
    with spoken_errors():
        from autograder.course import find_course
        from autograder.course.directory import CourseError
        from autograder.report.writing import make, write

        place = find_course(course)
        names = [assignment] if assignment else _with_receipts(place)
        if out and len(names) > 1:
            raise CourseError("--out takes one assignment; name it")
        printed = []
        for name in names:
            place.check_assignment(name)
            made = make(place, name, db)
            paths = write(place, made, Path(out) if out else None)
            if as_json:
                printed.append(_plain(made.report))
            else:
                _show(made.report, paths)
    if as_json:
        print_json(printed)


def _with_receipts(course: "CourseDirectory") -> list[str]:
    from autograder.course.directory import CourseError
    from autograder.course.receipts import Receipts

    names = [name for name in course.assignments if Receipts(course, name).students]
    if not names:
        raise CourseError(f"{course.receipts} holds no receipts. Run: autograder grade")
    return names


def _plain(report: "Report") -> dict:
    import msgspec

    return msgspec.to_builtins(report)


def _show(report: "Report", paths: list[Path]) -> None:
    scores = report.scores
    say(
        f"{report.assignment}: {report.submissions} submissions, median {number(scores.median)} of "
        f"{number(scores.max_points)} automatic points; {len(report.ungraded)} ungraded, "
        f"{sum(bool(item.suspect) for item in report.checks)} suspect checks, "
        f"{len(report.alike.groups)} groups of near-duplicates"
    )
    for one in report.mistakes[:3]:
        say(f"  {len(one.students)} share {one.id}: {one.message}")
    say(f"  {paths[0]}")
