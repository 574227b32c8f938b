"""Make a course directory: ``autograder new``."""

from typing import Annotated

import typer

from autograder.cli.output import spoken_errors

NEXT = """\
{count} assignments are in {root}/source.

Next:
  cd {root}
  autograder release            # try every assignment, then write release/
  ...                           # students' notebooks go to submitted/<student>/<assignment>/
  autograder grade              # grade them and print the table

Every nbgrader command and formgrader work there, too. Keep the directory to yourself: source/
holds the answers and the hidden checks."""


def new(
    directory: Annotated[str, typer.Argument(metavar="DIR", help="Missing or empty.")],
    exercises: Annotated[
        str, typer.Option("--from", metavar="EXERCISES", help="Holds course.toml and exercises.")
    ],
) -> None:
    """Make a course directory from a directory of exercises.

    The course is an ordinary nbgrader course. Its hidden checks follow from a seed that is drawn
    now, so that nothing public gives them away.

    Example: `autograder new ~/course --from exercises`
    """
    with spoken_errors():
        from autograder.course.create import new_course

        course = new_course(directory, exercises)
    print(NEXT.format(count=len(course.assignments), root=course.root))
