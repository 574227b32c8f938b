"""Make the gradebook from receipts: ``autograder record``."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from autograder.cli.grade import DB
from autograder.cli.output import COURSE, JSON, print_json, say, spoken_errors

if TYPE_CHECKING:
    from autograder.session.rebuild import Outlook, Rebuilt

MOST = 10  # names in a line
YES = Annotated[bool, typer.Option("--yes", help="Do it. Without: only show what would change.")]


def record(
    assignment: Annotated[
        str, typer.Argument(metavar="[ASSIGNMENT]", help="Default: all that have receipts.")
    ] = "",
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Make the gradebook's automatic columns anew.")
    ] = False,
    yes: YES = False,
    db: DB = "",
    course: COURSE = ".",
    as_json: JSON = False,
) -> None:
    """Keep what people wrote into the gradebook beside the receipts, or rebuild the gradebook.

    Manual scores, comments, extra credit, flags, extensions, due dates and the roster are exported
    to receipts/human.json. With --rebuild the automatic columns are made from the receipts, and
    rows that are lost come back from the export, also where the whole gradebook is lost. What
    people wrote into rows that are there stays as it is. The gradebook is backed up first.

    Examples: `autograder record` · `autograder record --rebuild` · `autograder record --rebuild
    --yes`
    """
    with spoken_errors():
        from autograder.course import find_course
        from autograder.course.directory import CourseError
        from autograder.session.human import human_path
        from autograder.session.rebuild import Rebuilding, keep_human

        place = find_course(course)
        if not rebuild:
            if assignment or yes:
                raise CourseError("an assignment and --yes go with --rebuild; add it")
            kept = keep_human(place, db)
            _show_export(str(human_path(place)), kept and str(kept), as_json)
            return
        names = [assignment] if assignment else _with_receipts(place)
        rebuilding = Rebuilding(place, names, db)
        rebuilt = rebuilding.apply() if yes else rebuilding.preview()
    if as_json:
        print_json({"done": yes, "changes": rebuilt.changes, **_plain(rebuilt)})
    else:
        _show(rebuilt, yes)


def _with_receipts(course: "CourseDirectory") -> list[str]:  # noqa: F821
    from autograder.course.directory import CourseError
    from autograder.course.receipts import Receipts

    names = [name for name in course.assignments if Receipts(course, name).students]
    if not names:
        raise CourseError(f"{course.receipts} holds no receipts. Run: autograder grade")
    return names


def _show_export(path: str, kept: str | None, as_json: bool) -> None:
    if as_json:
        print_json({"export": path, "earlier": kept})
        return
    say(f"What people wrote is in {path}")
    if kept:
        say(f"Something was cleared since the last time; the earlier export is in {kept}")


def _show(rebuilt: "Rebuilt", done: bool) -> None:
    for outlook in rebuilt.outlooks:
        _show_one(outlook, done)
    if rebuilt.restored:
        say(f"{rebuilt.restored} values of people {'came' if done else 'come'} back")
    if rebuilt.backup:
        say(f"The gradebook as it was: {rebuilt.backup}")
    if rebuilt.note:
        say(rebuilt.note)
    if not done:
        say("Nothing was written. " + ("Do it with --yes" if rebuilt.changes else "All is well"))


def _show_one(outlook: "Outlook", done: bool) -> None:
    if outlook.made:
        say(f"{outlook.assignment}: {'made' if done else 'to be made'} from source/")
    changed = f" ({listed(outlook.changed)})" if outlook.changed else ""
    say(
        f"{outlook.assignment}: {outlook.receipts} receipts; the automatic columns of "
        f"{len(outlook.changed)} {'changed' if done else 'change'}{changed}"
    )
    if outlook.without_receipt:
        say(f"  without a receipt, left as they are: {listed(outlook.without_receipt)}")


def listed(names: tuple[str, ...]) -> str:
    """Return some names, and how many more there are."""
    more = len(names) - MOST
    return ", ".join(names[:MOST]) + (f" and {more} more" if more > 0 else "")


def _plain(rebuilt: "Rebuilt") -> dict:
    return {
        name: str(value) if name in ("backup", "export") and value else value
        for name, value in asdict(rebuilt).items()
    }
