"""Give out assignments: ``autograder release``."""

from dataclasses import asdict
from typing import Annotated

import typer

from autograder.cli.output import COURSE, JSON, NOT_ALL_WELL, number, print_json, spoken_errors


def release(
    assignments: Annotated[
        list[str] | None, typer.Argument(metavar="[ASSIGNMENT]…", help="Default: all.")
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Only try; write nothing.")] = False,
    course: COURSE = ".",
    as_json: JSON = False,
) -> None:
    """Try assignments, then write the students' notebooks to release/.

    The trial grades two notebooks in a copy of the course: the untouched release must score 0,
    the release with your answers every automatic point. Nothing hidden may be left in it. An
    assignment with a problem is not released.

    Examples: `autograder release` · `autograder release 02_split_merge` ·
    `autograder release --check`
    """
    with spoken_errors():
        from autograder.course import find_course
        from autograder.course.releasing import dry_run
        from autograder.course.releasing import release as write_release

        place = find_course(course)
        for assignment in assignments or ():
            place.check_assignment(assignment)  # a slip in the last name releases none
        runs = []
        for assignment in assignments or place.assignments:
            run = dry_run(place, assignment)
            runs.append(run)
            if not as_json:
                _say(run)
            if not check and not run.problems:
                path = write_release(place, assignment)
                if not as_json:
                    print(f"  released: {path}")
    if as_json:
        print_json([{"released": not check and not run.problems, **asdict(run)} for run in runs])
    if any(run.problems for run in runs):
        raise typer.Exit(NOT_ALL_WELL)


def _say(run: "DryRun") -> None:  # noqa: F821
    reference = run.reference
    by_hand = sum(check.max_score for check in reference.checks if check.by_hand)
    print(
        f"{run.assignment}: starter {number(run.starter.score)}, reference "
        f"{number(reference.score)} of {number(reference.max_score - by_hand)} automatic points, "
        f"{number(by_hand)} by hand, "
        f"{'nothing hidden is left' if not run.problems else 'not fit for release:'}"
    )
    for problem in run.problems:
        print(f"  {problem}")
