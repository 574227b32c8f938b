"""What the supervisor and the process with the checks tell each other."""

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
    """

    cells: list[Cell]
    names: set[str]
    limits: Limits
    sandboxed: bool
    given_up: dict[int, str] = {}


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
    """Every cell has ended."""

    seconds: dict[str, float]


Report = Begin | Ended | Need | Done
encode = msgspec.json.Encoder().encode
decode_job = msgspec.json.Decoder(Job).decode
decode_reports = msgspec.json.Decoder(Report).decode_lines
AHEAD = 1 << 20
"""Bytes of results that wait for the next report."""


class Desk:
    """The examiner's line to the supervisor."""

    def __init__(self, channel: Channel) -> None:
        self.channel = channel
        self._waiting: list[bytes] = []

    def tell(self, report: Report) -> None:
        """Send a report; how a cell ended is sent along with what begins next."""
        self._waiting.append(encode(report))
        if type(report) is not Ended or sum(map(len, self._waiting)) > AHEAD:
            # A body may be longer than a header.
            self.channel.send(b"", [b"\n".join(self._waiting)])
            self._waiting.clear()

    def ask(self, what: str) -> int | None:
        """Ask for something, and return the descriptor that comes with the answer, if any."""
        self.tell(Need(what))
        _, _, fds = self.channel.recv()
        return fds[0] if fds else None
