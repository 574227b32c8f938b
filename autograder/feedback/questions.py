"""From a receipt to questions: one a function, each with its checks and what to say first."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from autograder.course.directory import function_of
from autograder.feedback.known import Known
from autograder.feedback.words import LONG, LOST
from autograder.model import NotebookResult, Outcome, Receipt, Seen, Verdict
from autograder.repair import Release, ReleaseCell

MAX_SAID = 600
WRITTEN = "In your own words"


@dataclass(frozen=True)
class Check:
    """One graded cell, as its student may see it.

    Attributes
    ----------
    id : str
    title : str
        The property that it looks at.
    stage : int or None
    hidden : bool
        Whether the student can't see the check; then `said` is empty.
    said : str
        What a visible check said.
    seen : Seen
        For a visible check; of a hidden one it is empty.
    comment : str
        What a person wrote.
    is_written : bool
        Whether a person grades it.
    """

    id: str
    title: str
    outcome: Outcome
    points: float | None
    max_points: float
    stage: int | None = None
    hidden: bool = True
    said: str = ""
    seen: Seen = field(default_factory=Seen)
    comment: str = ""
    is_written: bool = False

    @property
    def lost(self) -> bool:
        """Whether it cost points, though something was tried."""
        return self.outcome in LOST

    @property
    def explained(self) -> str:
        """What the outcome means, in a sentence."""
        if self.is_written and self.outcome is Outcome.NOT_ATTEMPTED:
            return "The answer is left open."
        if self.is_written and self.points is not None:
            return ""
        return LONG.get(self.outcome, "")


@dataclass(frozen=True)
class Question:
    """One function, or one written answer.

    Attributes
    ----------
    name : str
        The function's.
    checks : tuple of Check
    diagnosis : str
        The mistake that was recognised, in words; empty if none was.
    section : str
        Where the book explains it, as ``page#anchor``.
    hint : str
        The first hint of the exercise on it, as Markdown.
    """

    name: str
    checks: tuple[Check, ...]
    diagnosis: str = ""
    section: str = ""
    hint: str = ""

    @property
    def points(self) -> float | None:
        """What is known of the points."""
        known = [check.points for check in self.checks if check.points is not None]
        return sum(known) if known else None

    @property
    def max_points(self) -> float:
        """The most that it gives."""
        return sum(check.max_points for check in self.checks)

    @property
    def is_written(self) -> bool:
        """Whether a person grades it."""
        return all(check.is_written for check in self.checks)

    @property
    def first(self) -> Check | None:
        """The check to look at first: of the earliest stage that failed, a visible one if any."""
        lost = [check for check in self.checks if check.lost]
        return min(lost, key=lambda c: (c.stage or 0, c.hidden), default=None)

    @property
    def outcome(self) -> Outcome:
        """One outcome for all of its checks."""
        outcomes = {check.outcome for check in self.checks}
        if len(outcomes) == 1:
            return outcomes.pop()
        for one in (Outcome.UNGRADED, Outcome.MANUAL):
            if one in outcomes:
                return one
        if not self.points:
            return self.first.outcome if self.first else Outcome.NOT_ATTEMPTED
        return Outcome.PARTIAL


def questions(
    receipt: Receipt,
    releases: Mapping[str, Release],
    known: Known,
    comments: Mapping[str, str] | None = None,
    scores: Mapping[str, float] | None = None,
) -> list[Question]:
    """Return what can be said of a submission, by function, in the order of the notebook.

    Parameters
    ----------
    receipt : Receipt
    releases : mapping of str to Release
        The assignment's notebooks by name.
    known : Known
        The texts of the mistakes.
    comments, scores : mapping, optional
        What a person wrote and gave, by grade_id.
    """
    found = []
    for notebook in receipt.result.notebooks:
        if notebook.name in releases:
            release, seen = releases[notebook.name], receipt.observed.seen.get(notebook.name, {})
            found += _of(notebook, release, seen, known, comments or {}, scores or {})
    return found


def _of(
    notebook: NotebookResult,
    release: Release,
    seen: Mapping[str, Seen],
    known: Known,
    comments: Mapping[str, str],
    scores: Mapping[str, float],
) -> list[Question]:
    cells = {cell.grade_id: cell for cell in release.cells if cell.is_slot}
    grouped: dict[str, list[Check]] = {}
    for verdict in notebook.verdicts:
        cell = cells.get(verdict.id)
        if cell is not None:
            check = _check(verdict, cell, seen.get(verdict.id, Seen()), comments, scores)
            name = "" if cell.manual else function_of(verdict.id)
            grouped.setdefault(name, []).append(check)
    return [
        Question(name, tuple(checks), *known.of(name, notebook.diagnoses), _hint(release, name))
        if name
        else Question(WRITTEN, tuple(checks))
        for name, checks in grouped.items()
    ]


def _check(
    verdict: Verdict,
    cell: ReleaseCell,
    seen: Seen,
    comments: Mapping[str, str],
    scores: Mapping[str, float],
) -> Check:
    about = cell.metadata.get("autograder", {})
    hidden = cell.role != "check" or cell.source != cell.visible
    return Check(
        verdict.id,
        about.get("title") or _first_comment(cell.visible) or _words(verdict.id),
        verdict.outcome,
        scores.get(verdict.id, verdict.points),
        verdict.max_points,
        about.get("stage"),
        hidden,
        "" if hidden or verdict.outcome not in LOST else _said(seen.message),
        Seen() if hidden else seen,
        comments.get(verdict.id, ""),
        cell.manual,
    )


def _said(message: str) -> str:
    """Return a visible check's own words: an AssertionError's class says nothing."""
    message = message.removeprefix("AssertionError: ").strip()
    message = "" if message == "AssertionError" else message
    return message if len(message) <= MAX_SAID else message[:MAX_SAID] + "…"


def _first_comment(source: str) -> str:
    first = source.strip().split("\n", 1)[0]
    return first.lstrip("# ").strip() if first.startswith("#") else ""


def _words(id: str) -> str:
    return id.split("--")[-1].replace("-", " ").capitalize()


def _hint(release: Release, function: str) -> str:
    """Return the first folded hint before the cell in which a function is written."""
    hint = ""
    for cell in release.cells:
        if cell.cell_type == "markdown" and not cell.is_slot:
            hint = _first_details(cell.visible)
        elif cell.solution and function in cell.names:
            return hint
    return ""


def _first_details(text: str) -> str:
    _, opened, rest = text.partition("<details>")
    if not opened:
        return ""
    body = rest.partition("</details>")[0]
    return body.partition("</summary>")[2].strip() or body.strip()
