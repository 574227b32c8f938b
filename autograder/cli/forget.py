"""Remove a student from a course: ``autograder forget``."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from autograder.cli.grade import DB
from autograder.cli.output import COURSE, JSON, NOT_ALL_WELL, print_json, say, spoken_errors

if TYPE_CHECKING:
    from autograder.session.forget import Found


def forget(
    student: Annotated[str, typer.Argument(metavar="STUDENT", help="The student's id.")],
    yes: Annotated[
        bool, typer.Option("--yes", help="Do it. Without: only show what would go.")
    ] = False,
    backups: Annotated[
        bool,
        typer.Option("--backups", help="Delete the gradebook's backups that hold the student."),
    ] = False,
    db: DB = "",
    course: COURSE = ".",
    as_json: JSON = False,
) -> None:
    """Remove everything that the course holds of a student. It can't be undone.

    What was handed in, graded notebooks, feedback, receipts, repairs, the gradebook's rows, the
    export of what people wrote, and the rows in the gradebook's backups. Without --yes you see
    what would go. What the command does not remove is named: other files of the course that hold
    the id, and places outside.

    The exit code is 0 if nothing of the student is left that it can see, 1 otherwise.

    Examples: `autograder forget ada` · `autograder forget ada --yes` ·
    `autograder forget ada --yes --backups`
    """
    with spoken_errors():
        from autograder.course import find_course
        from autograder.session.forget import Forgetting

        place = find_course(course)
        forgetting = Forgetting(place, student, db)
        found = forgetting.apply(backups) if yes else forgetting.look()
    whole = [path for path, can_edit in found.backups.items() if not (can_edit or backups)]
    if as_json:
        print_json({"done": yes, **_plain(found)})
    else:
        _show(found, yes, backups, whole)
    if yes and (found.mentions or whole):
        raise typer.Exit(NOT_ALL_WELL)


def _show(found: "Found", done: bool, backups: bool, whole: list[Path]) -> None:
    say(f"{'Removed' if done else 'Would be removed'} of {found.student}:")
    for path in found.paths:
        say(f"  {path}")
    if found.paths:
        say(f"  ({found.files} files)")
    for table, count in found.rows.items():
        say(f"  {count} rows of the gradebook's table {table}")
    for path in found.exports:
        say(f"  the entries in {path}")
    for path, can_edit in found.backups.items():
        if backups or can_edit:
            say(f"  {'the backup' if backups else 'the rows in the backup'} {path}")
    if found.mentions or whole:
        say("Not removed, though it names the student:")
        for path in whole:
            say(f"  {path}  (delete it with --backups)")
        for path in found.mentions:
            say(f"  {path}")
    say("Out of reach:")
    for place in found.beyond:
        say(f"  {place}")
    if not done:
        say("Nothing was removed. Do it with --yes")


def _plain(found: "Found") -> dict:
    plain = {
        name: [str(item) for item in value] if isinstance(value, list) else value
        for name, value in asdict(found).items()
    }
    return {**plain, "backups": {str(path): edit for path, edit in found.backups.items()}}
