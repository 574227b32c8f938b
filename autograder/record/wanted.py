"""What a receipt asks of the automatic columns, by nbgrader's rules."""

from dataclasses import dataclass
from pathlib import Path

from autograder.course import CourseError
from autograder.course.order import cell_order
from autograder.model import Outcome, Receipt, Refusal
from autograder.record.assignment import Assignment, Notebook

NO_RESPONSE = "No response."  # nbgrader's own words
MOST = 500  # characters of a comment


@dataclass(frozen=True)
class Wanted:
    """The automatic columns of one notebook of one submission, by the database's id of the cell.

    Attributes
    ----------
    scores : dict of str to float or None
        The automatic score of each scored cell, tasks included. None: a person's to give.
    comments : dict of str to str or None
    penalised : bool
        Whether lateness may cost points here: not where nothing could be read.
    """

    scores: dict[str, float | None]
    comments: dict[str, str | None]
    penalised: bool


def wanted(receipt: Receipt, notebook: Notebook, source: Path) -> Wanted:
    """Return what a receipt says of a notebook.

    Parameters
    ----------
    receipt : Receipt
    notebook : Notebook
    source : pathlib.Path
        The folder of the assignment's own notebooks, which know the order of the cells.
    """
    result = next((n for n in receipt.result.notebooks if n.name == notebook.name), None)
    verdicts = result.verdicts if result else ()
    points = {v.id: v.points for v in verdicts if v.outcome is not Outcome.UNGRADED}
    untouched = result.untouched if result else ()
    comments: dict[str, str | None] = dict.fromkeys(notebook.tasks.values())
    for name, cell in notebook.answers.items():
        comments[cell] = NO_RESPONSE if name in untouched else None
    ungraded = notebook.grades.keys() - points.keys()
    refusal = result.refusal if result else None
    if comments and (ungraded or refusal):
        order = cell_order(source / f"{notebook.name}.ipynb")
        names = sorted({**notebook.tasks, **notebook.answers}, key=lambda n: _place(n, order))
        first = {**notebook.tasks, **notebook.answers}[names[0]]
        comments[first] = _why(receipt, refusal, sorted(ungraded, key=lambda n: _place(n, order)))
    return Wanted(
        {cell: points.get(name) for name, cell in {**notebook.grades, **notebook.tasks}.items()},
        comments,
        result is not None and refusal is None,
    )


def _place(name: str, order: dict[str, int]) -> tuple[int, str]:
    return order.get(name, len(order)), name


def _why(receipt: Receipt, refusal: Refusal | None, ungraded: list[str]) -> str:
    """Say why there is no automatic score.

    Students may read it on their feedback page. So it never holds what was said during a check,
    nor the grader's own words about a fault of its own: the receipt has both.
    """
    if refusal:
        return _cut(f"Not graded: {refusal}")
    if receipt.observed.fault:
        return "Not graded yet: the grading itself failed. It will be tried again."
    return _cut(f"Not graded by the machine, so a person will: {_listed(ungraded)}.")


def check_notebooks(receipt: Receipt, assignment: Assignment) -> None:
    """Raise `CourseError` where a receipt speaks of a notebook that the gradebook doesn't have.

    A check that it doesn't have is one that the course has no more: its points are gone.
    """
    known = {notebook.name for notebook in assignment.notebooks}
    unknown = [n.name for n in receipt.result.notebooks if n.name not in known]
    if unknown:
        raise CourseError(
            f"the gradebook's {assignment.name} has no notebook '{unknown[0]}', which the receipt "
            f"of {receipt.result.student} has. Run: autograder release {assignment.name}"
        )


def _listed(names: list[str]) -> str:
    return ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")


def _cut(text: str) -> str:
    return text if len(text) <= MOST else f"{text[: MOST - 1]}…"
