"""What the supervisor and the process with the checks tell each other."""

import time
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from autograder.model import Cell, CellResult, Limits
from autograder.wire.frames import Channel


class Job(Struct):
    """One submission.

    Attributes
    ----------
    cells : list of Cell
    names : set of str
        What the course's solution cells define: lent to checks, and nothing else is.
    limits : Limits
    sandboxed : bool
    given_up : dict of int to str
        Checks and cells that ended the process of an earlier attempt, each with the reason.
    exact : bool
        Whether each cell is reported before it begins, so that it is known which one ended the
        process. A first attempt goes without.
    """

    cells: list[Cell]
    names: set[str]
    limits: Limits
    sandboxed: bool
    given_up: dict[int, str] = {}
    exact: bool = False


class Begin(Struct, tag=True):
    """A cell begins; if nothing is heard for so many seconds, the process hangs."""

    index: Annotated[int, Meta(ge=0)]
    seconds: float


class Ended(Struct, tag=True):
    """A cell ended."""

    index: Annotated[int, Meta(ge=0)]
    result: CellResult


class Need(Struct, tag=True):
    """Ask the supervisor for a fresh process for the student, or to interrupt the one there is."""

    what: Literal["student", "interrupt"]


class Done(Struct, tag=True):
    """Every cell has ended.

    Attributes
    ----------
    seconds : dict of str to float
    is_worn : bool
        Whether the process has held so much memory that another submission should find a new one.
    """

    seconds: dict[str, float]
    is_worn: bool = False


STAY = b" "
"""Before a submission: more of the kind will come, this one first."""
Report = Begin | Ended | Need | Done
encode = msgspec.json.Encoder().encode
decode_job = msgspec.json.Decoder(Job).decode
decode_reports = msgspec.json.Decoder(Report).decode_lines
AHEAD = 1 << 20
"""Bytes of results that wait for the next report."""
PAUSE = 0.05
"""Seconds for which reports of what begins may wait: each wakes the supervisor up."""


class Desk:
    """The examiner's line to the supervisor.

    Parameters
    ----------
    channel : Channel
    exact : bool
        Whether each cell is reported before it begins.
    """

    def __init__(self, channel: Channel, exact: bool = True) -> None:
        self.channel, self.exact = channel, exact
        self._waiting: list[bytes] = []
        self._size = 0
        self._next, self._allowed = 0.0, 0.0

    def tell(self, report: Report) -> None:
        """Send a report; how a cell ended is sent along with what begins next."""
        self._waiting.append(encode(report))
        self._size += len(self._waiting[-1])
        if self._may_wait(report) and self._size <= AHEAD:
            return
        # A body may be longer than a header.
        self.channel.send(b"", [b"\n".join(self._waiting)])
        self._waiting.clear()
        self._size = 0

    def _may_wait(self, report: Report) -> bool:
        if type(report) is not Begin:
            return type(report) is Ended
        now = time.monotonic()
        if not self.exact and now < self._next and report.seconds <= self._allowed:
            return True
        self._next, self._allowed = now + PAUSE, report.seconds
        return False

    def ask(self, what: str) -> int | None:
        """Ask for something, and return the descriptor that comes with the answer, if any."""
        self.tell(Need(what))
        _, _, fds = self.channel.recv()
        return fds[0] if fds else None
