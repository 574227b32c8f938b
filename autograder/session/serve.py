"""The process beside nbgrader's: it grades a submission whenever it is asked to.

It ends with the one that started it, or when nobody asks for long. It does not import nbgrader,
and does not touch the gradebook.
"""

import socket
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import msgspec
from msgspec import Struct

from autograder.batch.settings import read_settings
from autograder.batch.task import (
    Task,
    close,
    decode_answer,
    encode_contents,
    encode_paper,
    encode_task,
    settle,
)
from autograder.batch.task import grade as grade_task
from autograder.course.directory import CourseDirectory, CourseError
from autograder.grade.paper import read_paper
from autograder.model import Receipt
from autograder.sandbox.errors import SandboxError
from autograder.session.keeping import keep
from autograder.session.mended import handed_in
from autograder.wire.frames import Channel, Closed, TimedOut

IDLE = 900.0  # seconds after which it leaves its memory to others; it is started again when needed


class Ask(Struct):
    """Whose work to grade."""

    course: str
    assignment: str
    student: str


class Graded(Struct, tag=True):
    """What came of it.

    Attributes
    ----------
    receipt : Receipt
        Of this try.
    counts : Receipt
        The one that counts now: an earlier one, if this try failed.
    notebooks : dict of str to bytes
        The graded notebooks, by name.
    """

    receipt: Receipt
    counts: Receipt
    notebooks: dict[str, bytes]


class Refused(Struct, tag=True):
    """Why it could not even be tried."""

    why: str


def grade(ask: Ask) -> Graded:
    """Grade a submission, and keep its receipt and its notebooks."""
    course = CourseDirectory(Path(ask.course))
    paper = read_paper(course, ask.assignment, read_settings(course))
    since = datetime.now(UTC).replace(tzinfo=None)
    names = [name for name, _, _ in paper.notebooks]
    parcel = handed_in(course, ask.assignment, ask.student, names, paper.supplements)
    asked = encode_paper(paper), encode_task(Task(ask.student, parcel))
    marked = decode_answer(grade_task(*asked) or grade_task(*asked, encode_contents(paper)))
    counts = keep(course, marked, parcel, paper.supplements, since)
    return Graded(marked.receipt, counts, marked.notebooks)


def main(fd: int, parent: int) -> None:
    """Answer until the other side has gone, or asks for nothing any more."""
    settle(parent)
    channel = Channel(socket.socket(fileno=fd))
    encode, decode = msgspec.msgpack.Encoder().encode, msgspec.msgpack.Decoder(Ask).decode
    try:
        while True:
            ask = decode(channel.recv(time.monotonic() + IDLE)[1])
            channel.send(b"", [encode(_answer(ask))])
    except (Closed, TimedOut):
        close()


def _answer(ask: Ask) -> Graded | Refused:
    try:
        return grade(ask)
    except (CourseError, SandboxError) as error:
        return Refused(str(error))
    except Exception as error:  # the next submission can still be graded
        return Refused(f"the grader failed on {ask.student}'s {ask.assignment}: {error!r:.500}")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
