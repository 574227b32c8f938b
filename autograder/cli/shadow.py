"""Compare with nbgrader's own pipeline: ``autograder shadow``."""

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from autograder.cli.grade import SANDBOX
from autograder.cli.output import COURSE, JSON, NOT_ALL_WELL, number, print_json, say, spoken_errors

if TYPE_CHECKING:
    from autograder.session.shadow import Difference


def shadow(
    assignment: Annotated[
        str | None, typer.Argument(metavar="[ASSIGNMENT]", help="Default: all that are released.")
    ] = None,
    sample: Annotated[
        int, typer.Option("--sample", metavar="K", min=1, help="How many submissions.")
    ] = 10,
    seed: Annotated[int, typer.Option(help="Another seed draws another sample.")] = 0,
    sandbox: SANDBOX = "auto",
    course: COURSE = ".",
    as_json: JSON = False,
) -> None:
    """Grade a sample with nbgrader's own pipeline, too, and list every difference.

    nbgrader runs in a copy of the course, within the sandbox. Nothing is recorded. Each check
    that gets other points is listed with the reason, where it is known: a repaired notebook, a
    warning, a limit, a score that is none, a trick that works in nbgrader.

    The exit code is 0 if every difference has a known reason, 1 if not.

    Examples: `autograder shadow` · `autograder shadow 02_split_merge --sample 20 --seed 3`
    """
    with spoken_errors():
        from autograder.batch.settings import read_settings
        from autograder.course import find_course
        from autograder.course.directory import CourseError
        from autograder.course.ids import bad_id
        from autograder.sandbox.errors import SandboxError
        from autograder.sandbox.levels import probe
        from autograder.session.shadow import choose
        from autograder.session.shadow import shadow as compare

        place = find_course(course)
        names = [assignment] if assignment else place.released
        if not names:
            raise CourseError(f"nothing is released in {place.root}. Run: autograder release")
        try:
            level = probe(sandbox)
        except SandboxError as error:
            raise CourseError(str(error)) from None
        if not level.sandboxed:
            say("warning: graded without a sandbox, twice", file=sys.stderr)
        unknown, printed = False, []
        for name in names:
            place.check_assignment(name)
            known = [id for id in place.submitters(name) if not bad_id(id)]
            students = choose(known, sample, seed)
            settings = read_settings(place, sandbox)
            differences, count = compare(place, name, students, settings, level)
            unknown |= any(not difference.reason for difference in differences)
            listed = [asdict(difference) for difference in differences]
            about = {"assignment": name, "students": students, "checks": count}
            printed.append({**about, "differences": listed})
            if not as_json:
                _say(name, students, differences, count)
    if as_json:
        print_json(printed)
    if unknown:
        raise typer.Exit(NOT_ALL_WELL)


def _say(name: str, students: list[str], differences: list["Difference"], count: int) -> None:
    alike = count - len(differences)
    say(f"{name}: {len(students)} submissions, {alike} of {count} checks get the same points")
    for each in differences:
        points = f"{number(each.ours)} here ({each.outcome}), {number(each.theirs)} in nbgrader"
        reason = each.reason or "NO KNOWN REASON: look at it"
        say(f"  {each.student}, {each.notebook}, {each.check}: {points}: {reason}")
