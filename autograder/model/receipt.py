"""A receipt: what is known of one submission once it has been graded.

Its `result` is canonical: the same submission, checks and settings give the same bytes. What
differs from run to run stands in `observed`, and is never compared. Lateness and penalties are
in neither: they are computed when the receipt is recorded.
"""

import math
from datetime import datetime

import msgspec
from msgspec import Struct, field

from autograder.model.run import Comparison, Outcome

FORMAT = 1


class Flag(Struct, frozen=True):
    """Something that a person should know of a submission that is graded.

    Attributes
    ----------
    kind : str
        ``repaired:*``, ``tampered:*``, ``forgeable``, ``unsandboxed``.
    message : str
        One sentence for a person.
    cell : str
        The cell's grade_id, or ``cell 7`` for the seventh cell of the file; empty for the whole.
    """

    kind: str
    message: str
    cell: str = ""


class Refusal(Struct, frozen=True):
    """Why a notebook can't be graded, and what to do. It makes it `ungraded`, never 0."""

    where: str
    what: str
    remedy: str

    def __str__(self) -> str:
        """Return the reason as sentences."""
        return f"{self.where} {self.what}. {self.remedy}."


class Verdict(Struct, frozen=True):
    """How one graded cell ended.

    Attributes
    ----------
    id : str
        Its grade_id.
    outcome : Outcome
    points : float or None
        What it earned without a person: None where it is ungraded or a person grades it.
    max_points : float
        The most that it earns, from the course.
    digest : str
        SHA-256 of the course's source of the cell, shortened: tells whether the check changed.
    flags : tuple of str
        ``forgeable``, ``unsandboxed``.
    """

    id: str
    outcome: Outcome
    points: float | None
    max_points: float
    digest: str = ""
    flags: tuple[str, ...] = ()


class NotebookResult(Struct, frozen=True):
    """One notebook of the assignment.

    Attributes
    ----------
    name : str
        The file's stem, as the course has it.
    verdicts : tuple of Verdict
        Every graded cell of the course, in its order, also where the notebook was refused.
    untouched : tuple of str
        The ids of the solution cells in which the student did nothing.
    flags : tuple of Flag
        What was mended in it, what was tampered with.
    refusal : Refusal or None
        Why it can't be graded.
    diagnoses : dict of str to str
        The id of the mistake that was recognised, by function.
    """

    name: str
    verdicts: tuple[Verdict, ...]
    untouched: tuple[str, ...] = ()
    flags: tuple[Flag, ...] = ()
    refusal: Refusal | None = None
    diagnoses: dict[str, str] = field(default_factory=dict)


class Result(Struct, frozen=True):
    """What follows from the submission, the course's checks and the settings.

    Attributes
    ----------
    student, assignment : str
    submission : str
        SHA-256 of what was handed in.
    checks, settings : str
        SHA-256 of the course's side of the assignment, and of what grading was told.
    timestamp : datetime.datetime or None
        When it was handed in: UTC, without a zone, as nbgrader keeps it.
    notebooks : tuple of NotebookResult
    flags : tuple of Flag
        What was mended about the folder.
    """

    student: str
    assignment: str
    submission: str
    checks: str
    settings: str
    notebooks: tuple[NotebookResult, ...]
    timestamp: datetime | None = None
    flags: tuple[Flag, ...] = ()


class Seen(Struct, frozen=True):
    """What was seen of one check: for the instructor, and by the rules of feedback for others.

    Attributes
    ----------
    message : str
        Why it ended so; of a hidden check it may hold what students must not see.
    elapsed : float
        Seconds on the wall clock.
    limits : tuple of str
        The limits that were hit.
    compared : Comparison or None
        Two arrays that a visible check found different.
    """

    message: str = ""
    elapsed: float = 0.0
    limits: tuple[str, ...] = ()
    compared: Comparison | None = None


class Observed(Struct, frozen=True):
    """What was seen of one run, and differs from run to run.

    Attributes
    ----------
    graded_at : datetime.datetime
        UTC, without a zone.
    sandbox : str
        The level that it ran in; empty where nothing ran.
    machine : str
    versions : dict of str to str
    seconds : dict of str to float
        Wall-clock time by stage.
    seen : dict of str to dict of str to Seen
        By notebook and grade_id.
    fault : str
        What failed of the grader or the machine. A receipt with a fault is tried again.
    """

    graded_at: datetime
    sandbox: str = ""
    machine: str = ""
    versions: dict[str, str] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    seen: dict[str, dict[str, Seen]] = field(default_factory=dict)
    fault: str = ""


class Receipt(Struct, frozen=True):
    """The two parts of a receipt."""

    result: Result
    observed: Observed
    format: int = FORMAT

    @property
    def verdicts(self) -> list[Verdict]:
        """The verdicts of all notebooks, in the course's order."""
        return [verdict for notebook in self.result.notebooks for verdict in notebook.verdicts]

    @property
    def flags(self) -> list[Flag]:
        """The flags of the folder and of all notebooks."""
        own = [flag for notebook in self.result.notebooks for flag in notebook.flags]
        return [*self.result.flags, *own]

    @property
    def reasons(self) -> list[str]:
        """Why it could not be graded, as sentences; empty if it was."""
        refused = [str(n.refusal) for n in self.result.notebooks if n.refusal]
        if self.observed.fault and not refused:
            refused = [self.observed.fault]
        return refused or [
            f"{verdict.id}: {self.message_of(notebook.name, verdict.id)}"
            for notebook in self.result.notebooks
            for verdict in notebook.verdicts
            if verdict.outcome is Outcome.UNGRADED
        ]

    @property
    def is_ungraded(self) -> bool:
        """Whether any of it could not be graded."""
        return any(verdict.outcome is Outcome.UNGRADED for verdict in self.verdicts) or any(
            notebook.refusal for notebook in self.result.notebooks
        )

    @property
    def points(self) -> float | None:
        """The automatic points so far; None if there is none at all, never an invented zero."""
        known = [verdict.points for verdict in self.verdicts if verdict.points is not None]
        return math.fsum(known) if known else None

    @property
    def max_points(self) -> float:
        """The most that the assignment gives."""
        return math.fsum(verdict.max_points for verdict in self.verdicts)

    def message_of(self, notebook: str, id: str) -> str:
        """Return what was said of a check."""
        return self.observed.seen.get(notebook, {}).get(id, Seen()).message


_encoder = msgspec.json.Encoder(order="deterministic")
_decoder = msgspec.json.Decoder(Receipt)


def canonical(result: Result) -> bytes:
    """Return the bytes of a result: equal for equal inputs."""
    return _encoder.encode(result)


def encode(receipt: Receipt) -> bytes:
    """Return a receipt as JSON that a person can read."""
    return msgspec.json.format(_encoder.encode(receipt), indent=1)


def decode(data: bytes) -> Receipt:
    """Read a receipt.

    Raises
    ------
    msgspec.MsgspecError
        If the bytes are no receipt.
    """
    return _decoder.decode(data)
