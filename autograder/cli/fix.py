"""Mend a submission by hand: ``autograder fix``."""

from typing import TYPE_CHECKING, Annotated

import typer

from autograder.cli.grade import DB, SANDBOX, TIMEOUT, grade_one, make_executor
from autograder.cli.output import COURSE, JSON, NOT_ALL_WELL, number, print_json, say, spoken_errors

if TYPE_CHECKING:
    from autograder.session.fix import Damage, Opened
    from autograder.session.grading import Standing


def fix(
    submission: Annotated[
        str, typer.Argument(metavar="STUDENT/ASSIGNMENT", help="Or the two as two words.")
    ],
    assignment: Annotated[str, typer.Argument(metavar="", hidden=True)] = "",
    done: Annotated[
        bool, typer.Option("--done", help="The copy is mended: grade it in place of the original.")
    ] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Also where the submission is graded.")
    ] = False,
    sandbox: SANDBOX = "auto",
    timeout: TIMEOUT = None,
    db: DB = "",
    course: COURSE = ".",
    as_json: JSON = False,
) -> None:
    """Mend by hand what could not be graded.

    The first call says what is wrong and writes a copy to work on, with what can be read of the
    notebook; what was handed in stays as it is. When you have mended the copy, --done grades it
    in place of the original, with the flag repaired:by-hand. If the student hands in again, that
    counts. To give a repair up, delete its folder in fixes/.

    With --done the exit code is 0 only if the submission is graded, 1 if something is still wrong.

    Examples: `autograder fix ada/02_split_merge` · `autograder fix ada/02_split_merge --done`
    """
    student, assignment = _names(submission, assignment)
    with spoken_errors():
        from autograder.batch.settings import read_settings
        from autograder.course import find_course
        from autograder.session.fix import Fixing

        place = find_course(course)
        fixing = Fixing(place, assignment, student)
        if not done:
            opened = fixing.open(force)
            _show_opened(opened, f"{student}/{assignment}", as_json)
            return
        if damages := fixing.close():
            _show_damages(damages, as_json)
            raise typer.Exit(NOT_ALL_WELL)
        settings = read_settings(place, sandbox, timeout)
        executor, _ = make_executor("", 1, settings)
        (standing,) = grade_one(place, assignment, settings, executor, 1, [student], db=db)
    _show_standing(standing, as_json)
    if standing.status == "ungraded":
        raise typer.Exit(NOT_ALL_WELL)


def _names(submission: str, assignment: str) -> tuple[str, str]:
    """Return student and assignment, given as one word or as two."""
    student, _, second = (submission, "", assignment) if assignment else submission.partition("/")
    if not student or not second or "/" in student + second:
        raise typer.BadParameter("name a submission as STUDENT/ASSIGNMENT")
    return student, second


def _show_opened(opened: "Opened", submission: str, as_json: bool) -> None:
    if as_json:
        folders = {"original": str(opened.original), "mended": str(opened.mended)}
        print_json({**folders, "new": opened.is_new, "problems": _as_json(opened.damages)})
        return
    _print(opened.damages)
    say(f"What was handed in stays as it is, and is copied to {opened.original}")
    if opened.damages:
        say("Mend this:" if opened.is_new else "Still to mend:")
        for damage in opened.damages:
            say(f"  {damage.path}")
    else:
        say(f"The copy in {opened.mended} can be graded.")
    say(f"Then run: autograder fix {submission} --done")


def _show_damages(damages: tuple["Damage", ...], as_json: bool) -> None:
    if as_json:
        print_json({"problems": _as_json(damages)})
        return
    say("Not graded, for it still can't be:")
    _print(damages)
    for damage in damages:
        say(f"  {damage.path}")


def _show_standing(standing: "Standing", as_json: bool) -> None:
    if as_json:
        import msgspec

        print_json({"problems": [], "standing": msgspec.to_builtins(standing)})
        return
    points = f"{number(standing.points)} / {number(standing.max_points)}"
    say(f"{standing.student}: {points}, {', '.join(standing.flags)}")
    if standing.problem:
        say(standing.problem)


def _print(damages: tuple["Damage", ...]) -> None:
    for damage in damages:
        say(" ".join(filter(None, (damage.problem, damage.saved))))


def _as_json(damages: tuple["Damage", ...]) -> list[dict[str, str]]:
    return [{"problem": d.problem, "saved": d.saved, "path": str(d.path)} for d in damages]
