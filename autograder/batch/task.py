"""What a worker process does: a submission's bytes in, its receipt and graded notebooks out.

It holds warm processes from one submission to the next, and knows no shared disk. It does not
import nbgrader, which takes seconds.
"""

import os
import signal
import threading

import msgspec
from msgspec import Struct

from autograder.grade.mark import Marked, mark
from autograder.grade.paper import Paper, Settings, open_paper
from autograder.grade.worker import Worker
from autograder.intake import Parcel
from autograder.sandbox.levels import Level
from autograder.student.confine import PR_SET_PDEATHSIG, prctl


class Task(Struct):
    """One submission to grade."""

    student: str
    parcel: Parcel


_encode = msgspec.msgpack.Encoder().encode
_decode_task = msgspec.msgpack.Decoder(Task).decode
_decode_marked = msgspec.msgpack.Decoder(Marked).decode


class _Warm(threading.local):
    """The warm worker of a thread, and what it was made for: a cluster's worker has threads."""

    worker: Worker | None = None
    made_for: tuple = ()


_warm = _Warm()
_level: Level | None = None


def settle(parent: int) -> None:
    """Make a process end with the one that started it.

    Parameters
    ----------
    parent : int
        The process that started this one.
    """
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before we asked to be told
        os._exit(1)


def use_level(data: bytes) -> None:
    """Take the sandbox that the parent has tried out, or None; the settings say which otherwise."""
    global _level
    _level = msgspec.msgpack.decode(data, type=Level | None)


def grade(paper: bytes, task: bytes) -> bytes:
    """Grade one submission.

    Parameters
    ----------
    paper : bytes
        From `encode_paper`; the same bytes are read once.
    task : bytes
        From `encode_task`.
    """
    assignment, work = open_paper(paper), _decode_task(task)
    worker = _worker(assignment.settings)
    return _encode(mark(assignment, work.student, work.parcel, worker))


def get_ready(paper: bytes) -> None:
    """Start what grading needs, and fail if it can't be had.

    Raises
    ------
    SandboxError
        If there is no such sandbox.
    """
    _worker(open_paper(paper).settings)


def encode_paper(paper: Paper) -> bytes:
    """Return a paper as bytes."""
    return msgspec.json.encode(paper)


def encode_task(task: Task) -> bytes:
    """Return a task as bytes."""
    return _encode(task)


def decode_answer(data: bytes) -> Marked:
    """Read what a worker answered."""
    return _decode_marked(data)


def close() -> None:
    """End the warm processes."""
    if _warm.worker is not None:
        _warm.worker.close()
        _warm.worker = None


def _worker(settings: Settings) -> Worker:
    """Return the warm worker for these settings; there is one at a time."""
    wanted = (settings, _level)
    if _warm.worker is None or _warm.made_for != wanted:
        close()
        _warm.worker = Worker(settings.packages, settings.limits, _level or settings.sandbox)
        _warm.made_for = wanted
    return _warm.worker
