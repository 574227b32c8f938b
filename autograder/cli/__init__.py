"""The command `autograder`: one file a subcommand, and nothing heavy imported for ``--help``."""

import atexit
import gc

import typer

from autograder.cli.adopt import adopt
from autograder.cli.demo import demo
from autograder.cli.doctor import doctor
from autograder.cli.explain import explain
from autograder.cli.feedback import feedback
from autograder.cli.fix import fix
from autograder.cli.forget import forget
from autograder.cli.grade import grade
from autograder.cli.new import new
from autograder.cli.record import record
from autograder.cli.regrade import regrade
from autograder.cli.release import release
from autograder.cli.report import report
from autograder.cli.shadow import shadow

app = typer.Typer(
    help="Make, release and grade an nbgrader course.",
    epilog="Start with: autograder new ~/course --from exercises",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
)
for command in (
    new,
    adopt,
    release,
    grade,
    feedback,
    explain,
    report,
    regrade,
    shadow,
    fix,
    record,
    forget,
    doctor,
    demo,
):
    app.command()(command)
gc.set_threshold(50_000)  # imports make much and drop nothing
atexit.register(gc.freeze)  # what is left ends with the process: to look through it takes 0.1 s
