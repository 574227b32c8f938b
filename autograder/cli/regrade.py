"""Follow a change of the checks once there are grades: ``autograder regrade``."""

import sys
from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from autograder.cli.grade import BROKEN_OFF, CORES, DB, SANDBOX, TIMEOUT, WORKERS, make_executor
from autograder.cli.output import COURSE, JSON, NOT_ALL_WELL, number, print_json, say, spoken_errors
from autograder.cli.progress import progress
from autograder.cli.record import YES

if TYPE_CHECKING:
    from autograder.course.directory import CourseDirectory
    from autograder.session.effects import Effect, Regraded
    from autograder.session.regrade import Regrading

MOST_ROWS = 60


def regrade(
    assignment: Annotated[
        str, typer.Argument(metavar="[ASSIGNMENT]", help="Default: all that have receipts.")
    ] = "",
    yes: YES = False,
    workers: WORKERS = CORES,
    scheduler: Annotated[
        str, typer.Option(metavar="ADDRESS", help="A Dask scheduler, such as tcp://head:8786.")
    ] = "",
    sandbox: SANDBOX = "auto",
    timeout: TIMEOUT = None,
    db: DB = "",
    course: COURSE = ".",
    as_json: JSON = False,
) -> None:
    """Grade again after checks were added, removed, renamed, re-weighted or changed in source/.

    nbgrader refuses most of that once there are submissions. Without --yes you see whose points
    would change, for the changed checks are really run, and nothing is written. With --yes
    gradebook, receipts, graded notebooks and release change together, or not at all; the
    gradebook is backed up first. Only what changed is run: the points of a removed, renamed or
    re-weighted check follow from its receipt. A renamed check keeps what people wrote.

    Use it in place of autograder release. The exit code is 0 if all is well, 1 if a submission
    could not be run again or the assignment is not fit for release.

    Examples: `autograder regrade 02_split_merge` · `autograder regrade 02_split_merge --yes`
    """
    with spoken_errors():
        from autograder.batch.settings import read_settings
        from autograder.course import find_course
        from autograder.session.regrade import Regrading

        place = find_course(course)
        found = []
        settings = read_settings(place, sandbox, timeout)
        executor, count = make_executor(scheduler, workers, settings)
        for name in [assignment] if assignment else _graded(place):
            regrading = Regrading(place, name, settings, executor, count, db)
            found.append(_work(regrading, name, yes))
            if not as_json:
                _show(found[-1], yes)
    if as_json:
        print_json([_plain(regraded, yes) for regraded in found])
    if any(each.problems or any(e.problem for e in each.effects) for each in found):
        raise typer.Exit(NOT_ALL_WELL)


def _graded(course: "CourseDirectory") -> list[str]:
    from autograder.course.directory import CourseError
    from autograder.course.receipts import Receipts

    names = [name for name in course.released if Receipts(course, name).students]
    if not names:
        raise CourseError(f"nothing is graded in {course.root}. Run: autograder release")
    return names


def _work(regrading: "Regrading", name: str, yes: bool) -> "Regraded":
    try:
        with progress(name, len(regrading.receipts.students)) as advance:
            return regrading.apply(advance) if yes else regrading.preview(advance)
    except KeyboardInterrupt:
        say("broken off; nothing was changed", file=sys.stderr)
        raise typer.Exit(BROKEN_OFF) from None


def _show(regraded: "Regraded", yes: bool) -> None:
    if not regraded.is_needed:
        say(f"{regraded.assignment}: nothing changed")
        return
    say(f"{regraded.assignment}:")
    for change in regraded.changes:
        was = f" (was {change.was})" if change.was else ""
        say(f"  {change.kind:11}  {change.id}{was}")
    for notebook in regraded.around:
        say(f"  changed      cells of {notebook} other than checks: everything is run again")
    for path in regraded.files:
        say(f"  changed      {path} beside the notebooks: everything is run again")
    _show_effects([effect for effect in regraded.effects if effect.changes or effect.problem])
    ran = sum(effect.was_run for effect in regraded.effects)
    differ = sum(effect.before != effect.after for effect in regraded.effects)
    say(f"{len(regraded.effects)} receipts, {ran} run again, {differ} with other points")
    if regraded.by_hand:
        say(
            f"{regraded.by_hand} scores and comments of people are on removed cells: "
            "receipts/human.json keeps them"
        )
    for problem in regraded.problems:
        say(f"Not fit for release: {problem}")
    if regraded.problems:
        say("Nothing was written. Mend the source first")
    elif not yes:
        say("Nothing was written. Do it with --yes")
    else:
        say(f"Written. The gradebook as it was: {regraded.backup or 'not backed up'}")
        say("Feedback that was written before is out of date: autograder feedback")


def _show_effects(effects: list["Effect"]) -> None:
    """Print one row a student, or of a large class how many gain and lose how much."""
    if len(effects) <= MOST_ROWS:
        for effect in effects:
            checks = ", ".join(
                f"{id} {number(old)} → {number(new)}" for id, (old, new) in effect.checks.items()
            )
            points = f"{number(effect.before)} → {number(effect.after)}"
            say(f"  {effect.student}: {points}  ({checks or 'the same checks'})")
    else:
        counts = Counter((e.after or 0.0) - (e.before or 0.0) for e in effects)
        for gain, count in sorted(counts.items()):
            say(f"  {count} students: {gain:+g}")
    for effect in effects:
        if effect.problem:
            say(f"  {effect.student} could not be run again: {effect.problem}")


def _plain(regraded: "Regraded", yes: bool) -> dict:
    done = yes and regraded.is_needed and not regraded.problems
    backup = str(regraded.backup) if regraded.backup else None
    return {"done": done, **asdict(regraded), "backup": backup}
