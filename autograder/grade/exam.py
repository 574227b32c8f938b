"""One submission: first every cell of the student's, then every check.

Where checks wait (`standing` says where), the student's process forks, and the fork waits. When the
last cell has run, nothing more is heard from the student's process. Only then do the checks run,
against forks of the one that waited at their place; behind cells that only define functions, the
process itself serves them, since another could be made at any time. So nothing that a check sends
can come back through a later cell, and a call that hangs or dies costs its own check.
"""

import resource
import time

import msgspec

from autograder.grade import dice
from autograder.grade.checks import Checks
from autograder.grade.messages import Begin, Desk, Done, Ended, Job
from autograder.grade.order import Namespaces, needs
from autograder.grade.pace import Pace
from autograder.grade.plan import Plan
from autograder.grade.sitting import Sitting
from autograder.grade.subject import Subject
from autograder.model import Cell, CellResult, Outcome
from autograder.student.shell import Shell

WORN = 0.25
"""Share of its memory that a process has held at some time, from which on it is replaced."""


def examine(job: Job, how: Plan, subject: Subject, desk: Desk, shell: Shell) -> None:
    """Run one submission, and report each cell as it ends.

    Parameters
    ----------
    job : Job
    how : Plan
    subject : Subject
    desk : Desk
    shell : Shell
        Where the checks run.
    """
    start = time.monotonic()
    sitting = Sitting(job, subject, desk, how)
    sitting.run()
    middle = time.monotonic()
    checks = Checks(job, sitting.places, sitting.problem, shell, how.lent, how.masks)
    mark(job, how, checks, desk, Namespaces(shell.namespace))
    seconds = {"cells": middle - start, "checks": time.monotonic() - middle}
    desk.tell(Done(seconds, is_worn(job.limits.grader_memory)))


def is_worn(memory: int) -> bool:
    """Say whether this process has held much of the memory that it may take.

    Not all of it comes back when it is free: the allocator keeps what lies between things that
    stay.
    """
    most = 1024 * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most > WORN * memory


def mark(job: Job, how: Plan, checks: Checks, desk: Desk, namespaces: Namespaces) -> None:
    """Run the course's cells: first what students may see, then what is hidden."""
    results: list[CellResult] = []
    second = how.second
    may_sleep = not how.repeats  # the student's functions could wait for a check's second run
    pace = Pace(job.limits.check)

    def attempt(index: int, cell: Cell, seconds: float) -> CellResult:
        desk.tell(Begin(index, seconds * job.limits.patience + 5))
        return checks.run(index, cell, seconds)

    def run(index: int, cell: Cell) -> None:
        if is_wanted(cell, results):
            needed = checks.lent[index]
            seconds = pace.seconds(cell, needs(cell.source) & needed or needed)
            before = dict(namespaces.namespace)
            states = dice.kept(before.values()) if may_sleep else []
            result = attempt(index, cell, seconds)
            if pace.goes_again(result):
                namespaces.turn_back(before)
                dice.turn_back(states)
                result = attempt(index, cell, seconds)
            pace.note(cell, result, seconds, checks.asked)
            results.append(result)
            if index in second and not job.cells[index].hidden:
                conceal(results[-1])
        else:
            results.append(CellResult(cell.kind, cell.grade_id))
        desk.tell(Ended(index, results[-1]))

    for index, cell in enumerate(job.cells):
        if index in second:
            namespaces.remember(index)
        elif cell.kind != "student":
            run(index, cell)
    for index in sorted(second):
        namespaces.enter(index)
        run(index, as_hidden(job.cells[index]))
        namespaces.leave(index)


def as_hidden(cell: Cell) -> Cell:
    """Return a check as one whose words its student doesn't get."""
    return msgspec.structs.replace(cell, hidden=True) if cell.kind == "check" else cell


def conceal(result: CellResult) -> None:
    """Take out what a cell said, which its student would see though hidden inputs came before."""
    result.outputs = []
    if result.message:
        result.message = "what this check said is not kept: it uses what a hidden check left behind"


def is_wanted(cell: Cell, results: list[CellResult]) -> bool:
    """Say whether a cell that waits for other checks to fail has reason to run."""
    if not cell.after_failing:
        return True
    seen = [result for result in results if result.grade_id in cell.after_failing]
    failed = (
        result.outcome in (Outcome.FAILED, Outcome.PARTIAL) and not result.not_implemented
        for result in seen
    )
    return any(failed) and all(result.outcome is not Outcome.TIMEOUT for result in seen)
