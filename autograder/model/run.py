"""A cell, how it ended, and the limits that it ran under."""

from enum import StrEnum
from typing import Literal

from msgspec import Struct, field

Kind = Literal["student", "locked", "check"]


class Outcome(StrEnum):
    """How a check ended: a closed list."""

    PASSED = "passed"
    FAILED = "failed"
    PARTIAL = "partial"
    NOT_ATTEMPTED = "not_attempted"
    BLOCKED = "blocked"
    TIMEOUT = "timeout"
    OUT_OF_MEMORY = "out_of_memory"
    CRASHED = "crashed"
    MANUAL = "manual"
    UNGRADED = "ungraded"


class Cell(Struct, frozen=True):
    """One code cell of a notebook, in its order.

    Attributes
    ----------
    kind : str
        ``student`` runs in the submission's process, ``locked`` there and beside the checks,
        ``check`` beside the student's functions only.
    source : str
        The course's own for ``locked`` and ``check``.
    grade_id : str
        Empty for a cell that has none.
    points : float
        What a check earns at most.
    timeout : float or None
        Seconds of computing time, if not the limits' own.
    in_student_process : bool
        Run the check in the student's process: what it says can then be forged.
    hidden : bool
        Whether students may not see what a check is given and what is said during it.
    after_failing : tuple of str
        Checks, by grade_id: run this one only if one of them failed and none overran. Otherwise
        it has no outcome.
    """

    kind: Kind
    source: str
    grade_id: str = ""
    points: float = 0.0
    timeout: float | None = None
    in_student_process: bool = False
    hidden: bool = False
    after_failing: tuple[str, ...] = ()


class Limits(Struct, frozen=True):
    """What one submission may use.

    Times are computing time, which a loaded machine does not use up. The wall clock is a second
    bound, `patience` times as generous.

    Attributes
    ----------
    cell, check : float
        Seconds for one cell of the student's, and for one check.
    submission : float
        Seconds for one process of the submission, and for all of it together on the wall clock
        `patience` times that.
    patience : float
        How many times the computing time may pass on the wall clock.
    memory : int
        Bytes of address space of each process of the submission.
    tree_memory : int
        Bytes for all its processes together, where the system can hold them to it.
    grader_memory : int
        Bytes of address space of the process with the checks.
    processes : int
        How many processes the submission may have, beside those that wait for a check.
    files, file_size, disk : int
        Open files; bytes in one file; bytes in all files.
    output : int
        Characters that one cell may show.
    """

    cell: float = 10.0
    check: float = 10.0
    submission: float = 60.0
    patience: float = 3.0
    memory: int = 1 << 30
    tree_memory: int = 2 << 30
    grader_memory: int = 2 << 30
    processes: int = 8
    files: int = 64
    file_size: int = 16 << 20
    disk: int = 64 << 20
    output: int = 1 << 20


class Grid(Struct, frozen=True):
    """A small array as a check saw it: its shape, and its numbers in C order as text."""

    shape: tuple[int, ...]
    numbers: tuple[str, ...]


class Comparison(Struct, frozen=True):
    """What a visible check got and what it expected; `wrong` are the places that differ."""

    got: Grid
    expected: Grid
    wrong: tuple[int, ...] = ()


class CellResult(Struct):
    """What came of one cell.

    Attributes
    ----------
    outputs : list of dict
        nbformat outputs, cleaned and bounded.
    outcome : Outcome or None
        Of a check: passed, failed, partial, timeout, out_of_memory, crashed or ungraded.
    score : float or None
        The points earned; None where the check is ungraded.
    message : str
        Why, in one sentence; empty if it passed.
    not_implemented : bool
        Whether a function still raised the starter's NotImplementedError.
    elapsed : float
        Seconds on the wall clock.
    flags : list of str
        ``forgeable``, ``unsandboxed``.
    limits : list of str
        The limits that were hit: ``cell``, ``check``, ``submission``, ``output``, ``memory``, and
        ``clock`` where a check's time on the clock ran out before its computing time.
    compared : Comparison or None
        Two arrays that a visible check found different.
    """

    kind: Kind
    grade_id: str = ""
    outputs: list[dict] = field(default_factory=list)
    execution_count: int | None = None
    outcome: Outcome | None = None
    score: float | None = None
    message: str = ""
    not_implemented: bool = False
    elapsed: float = 0.0
    flags: list[str] = field(default_factory=list)
    limits: list[str] = field(default_factory=list)
    compared: Comparison | None = None


class Run(Struct):
    """What came of one submission, cell by cell, in the notebook's order.

    Attributes
    ----------
    cells : list of CellResult
    sandbox : str
        The level that it ran in.
    flags : list of str
        Those of its cells.
    seconds : dict of str to float
        Wall-clock time by stage: ``spawn``, ``cells``, ``checks``, ``end``, and ``wall`` for all.
    fault : str
        What failed of the grader itself, if a check was not run for it.
    """

    cells: list[CellResult]
    sandbox: str
    flags: list[str] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    fault: str = ""
