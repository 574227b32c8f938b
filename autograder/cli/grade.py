"""Grade submissions: ``autograder grade``."""

import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from autograder.cli.output import COURSE, JSON, NOT_ALL_WELL, print_json, spoken_errors
from autograder.cli.progress import progress

if TYPE_CHECKING:
    from autograder.batch.processes import Processes
    from autograder.course.directory import CourseDirectory
    from autograder.grade.paper import Settings
    from autograder.session.grading import Standing

WORKERS = Annotated[
    int, typer.Option("--workers", metavar="N", min=1, help="Processes. Default: one a core.")
]
SANDBOX = Annotated[
    str,
    typer.Option(
        help="auto: the strongest that works here; strict: namespaces or nothing; none: no sandbox."
    ),
]
TIMEOUT = Annotated[
    float | None,
    typer.Option(metavar="SECONDS", help="Computing time for one cell, and for one check."),
]
DB = Annotated[
    str, typer.Option("--db", metavar="URL", help="The gradebook. Default: as in the settings.")
]
BROKEN_OFF = 130
CORES = os.cpu_count() or 1


def grade(
    assignment: Annotated[
        str | None, typer.Argument(metavar="[ASSIGNMENT]", help="Default: all that are released.")
    ] = None,
    student: Annotated[
        list[str] | None, typer.Option("--student", metavar="ID", help="Only this one; repeatable.")
    ] = None,
    workers: WORKERS = CORES,
    scheduler: Annotated[
        str, typer.Option(metavar="ADDRESS", help="A Dask scheduler, such as tcp://head:8786.")
    ] = "",
    force: Annotated[bool, typer.Option("--force", help="Grade again what is graded.")] = False,
    sandbox: SANDBOX = "auto",
    timeout: TIMEOUT = None,
    db: DB = "",
    course: COURSE = ".",
    as_json: JSON = False,
) -> None:
    """Grade what students handed in, and print who got what.

    Their code runs in a sandbox, apart from the checks, with the files that lie beside the
    notebook: the course's, and those that the student handed in. A damaged notebook is repaired or
    listed with its reason; it never stops the rest, and what could not be graded is ungraded,
    never 0. What is graded already and unchanged is not run again, so a run that was broken off
    goes on where it stopped.

    The exit code is 0 only if every submission was graded, 1 if some were not, 2 if the command
    could not do its work, 130 after Ctrl-C.

    Examples: `autograder grade` · `autograder grade 02_split_merge --student ada --force` ·
    `autograder grade --scheduler tcp://head:8786`
    """
    with spoken_errors():
        from autograder.course import find_course
        from autograder.course.directory import CourseError

        place = find_course(course)
        names = [assignment] if assignment else place.released
        if not names:
            raise CourseError(f"nothing is released in {place.root}. Run: autograder release")
        ahead = sum(_count_new(place, name, student, force) for name in names)
        ready = None if scheduler else start(workers, ahead)
        from autograder.batch.settings import read_settings
        from autograder.course.receipts import Receipts

        settings = read_settings(place, sandbox, timeout)
        executor, count = make_executor(scheduler, workers, settings, ready)
        ungraded, printed = False, []
        for name in names:
            standings = grade_one(place, name, settings, executor, count, student, force, db)
            ungraded |= any(standing.status == "ungraded" for standing in standings)
            printed += _show(name, standings, Receipts(place, name), as_json)
    if as_json:
        print_json(printed)
    if ungraded:
        raise typer.Exit(NOT_ALL_WELL)


def start(workers: int, ahead: int) -> "Processes":
    """Start so many workers as submissions will surely be run, before anything heavy is imported.

    They import what they need while this process reads the settings.
    """
    from autograder.batch.processes import Processes

    ready = Processes(workers)
    ready.start(ahead)
    return ready


def make_executor(
    scheduler: str, workers: int, settings: "Settings", ready: "Processes | None" = None
) -> tuple:
    """Return what starts an executor, and how many submissions it grades at once.

    What was started goes on with the sandbox while more is imported here.
    """
    if scheduler:
        from autograder.batch.cluster import dask

        return dask(scheduler)
    from autograder.batch.executors import local
    from autograder.batch.task import encode_settings

    if ready is not None:
        ready.warm_up(encode_settings(settings))
    if settings.sandbox == "none":
        print("warning: graded without a sandbox: submissions can do what you can", file=sys.stderr)
    import autograder.record.gradebook
    import autograder.session.grading  # noqa: F401

    return local(workers, ready=ready), workers


def grade_one(
    course: "CourseDirectory",
    assignment: str,
    settings: "Settings",
    executor: object,
    workers: int,
    students: list[str] | None = None,
    force: bool = False,
    db: str = "",
) -> list["Standing"]:
    """Grade one assignment with a progress bar; a whole class is listed with who is missing."""
    from autograder.session.grading import Session, submitters

    session = Session(course, assignment, settings, executor, workers, force, db)
    asked = submitters(course, assignment, students or ())
    try:
        with progress(assignment, len(asked)) as advance:
            standings = session.grade(asked, advance)
        if session.note:
            print(f"warning: {session.note}", file=sys.stderr)
        return standings if students else session.with_missing(standings)
    except KeyboardInterrupt:
        print("broken off; run the command again to go on from here", file=sys.stderr)
        raise typer.Exit(BROKEN_OFF) from None


def _count_new(
    course: "CourseDirectory", assignment: str, students: list[str] | None, force: bool
) -> int:
    """Return how many submissions will surely be run: those without a receipt, or all."""
    from autograder.course.receipts import Receipts

    asked = set(students or course.submitters(assignment))
    return len(asked if force else asked.difference(Receipts(course, assignment).students))


def _show(name: str, standings: list["Standing"], receipts: object, as_json: bool) -> list:
    from autograder.cli import summary

    if as_json:
        return list(summary.as_json(standings, receipts))
    summary.print_summary(name, standings, receipts)
    return []
