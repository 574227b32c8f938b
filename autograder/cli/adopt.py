"""Grade an existing nbgrader course with the engine: ``autograder adopt``."""

from typing import Annotated

import typer

from autograder.cli.output import spoken_errors

NEXT = """\
{root} is adopted.{saved}

Next:
  cd {root}
  autograder doctor             # can this machine grade?
  autograder shadow ASSIGNMENT  # what would change, on a sample, check by check?
  autograder grade ASSIGNMENT   # or: nbgrader autograde ASSIGNMENT, or formgrader's button

nbgrader's own pipeline: nbgrader COMMAND --NbGrader.config_file=nbgrader_stock"""


def adopt(
    directory: Annotated[str, typer.Argument(metavar="DIR", help="An nbgrader course.")],
    yes: Annotated[bool, typer.Option("--yes", help="Make the changes that are shown.")] = False,
) -> None:
    """Let an existing nbgrader course of any subject be graded by this engine.

    It shows what it changes: a block at the end of nbgrader_config.py, a second settings file for
    nbgrader's untouched pipeline, and a few folders. Without --yes it changes nothing. Notebooks,
    submissions and the gradebook are left alone, and the old settings are kept in backups.

    Examples: `autograder adopt ~/physics` · `autograder adopt ~/physics --yes`
    """
    with spoken_errors():
        from autograder.course.adopt import plan_adoption

        plan = plan_adoption(directory)
        root = plan.course.root
        for note in plan.notes:
            print(f"note: {note}")
        if plan.is_done:
            print(f"{root} is adopted already: nothing to change.")
            return
        print(plan.diff, end="")
        for name in plan.folders:
            who = "you and your group" if plan.shared else "you alone"
            print(f"new folder {root / name}, for {who}")
        if not yes:
            print("Nothing is changed yet. To do it, add --yes")
            return
        saved = plan.apply()
    said = f" The old settings are in {saved}." if saved else ""
    print(NEXT.format(root=root, saved=said))
