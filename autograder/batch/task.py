"""What a worker process does: a submission's bytes in, its receipt and graded notebooks out.

It holds warm processes from one submission to the next, and knows no shared disk. It does not
import nbgrader, which takes seconds.
"""

import contextlib
import os
import signal
import threading
from dataclasses import replace

import msgspec
from msgspec import Struct

from autograder.batch.bytecode import compile_rooms
from autograder.grade.mark import Marked, mark
from autograder.grade.paper import Assignment, Paper, Settings, open_paper
from autograder.grade.worker import Worker
from autograder.intake import Parcel
from autograder.sandbox.errors import SandboxError
from autograder.sandbox.levels import Level
from autograder.student.confine import PR_SET_PDEATHSIG, prctl


class Task(Struct):
    """One submission to grade."""

    student: str
    parcel: Parcel


MOST_WHOLE = 2
"""Assignments whose files a process keeps."""
_encode = msgspec.msgpack.Encoder().encode
_decode_task = msgspec.msgpack.Decoder(Task).decode
_decode_marked = msgspec.msgpack.Decoder(Marked).decode


class _Warm(threading.local):
    """The warm worker of a thread, and what it was made for: a cluster's worker has threads."""

    worker: Worker | None = None
    made_for: tuple = ()


_warm = _Warm()
_whole: dict[bytes, Assignment] = {}
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


def use_level(data: bytes | memoryview) -> None:
    """Take the sandbox that the parent has tried out, or None; the settings say which otherwise."""
    global _level
    _level = msgspec.msgpack.decode(data, type=Level | None)


def warm_up(settings: bytes | memoryview) -> None:
    """Start what grading under some settings needs, ahead of the first submission.

    If it can't be had, that is said when a submission is graded.

    Parameters
    ----------
    settings : bytes
        From `encode_settings`.
    """
    with contextlib.suppress(SandboxError):
        _worker(msgspec.msgpack.decode(settings, type=Settings))


def grade(paper: bytes, task: bytes, contents: bytes = b"") -> bytes:
    """Grade one submission.

    Parameters
    ----------
    paper : bytes
        From `encode_paper`; the same bytes are read once.
    task : bytes
        From `encode_task`.
    contents : bytes
        From `encode_contents`.

    Returns
    -------
    bytes
        For `decode_answer`. Empty if this process has not got the contents yet: ask again, with
        them.
    """
    assignment, work = _assignment(paper, contents), _decode_task(task)
    if assignment is None:
        return b""
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


def encode_settings(settings: Settings) -> bytes:
    """Return settings as bytes."""
    return _encode(settings)


def encode_paper(paper: Paper) -> bytes:
    """Return a paper as bytes, without the contents of the course's files."""
    named = msgspec.structs.replace(paper, supplements=paper.supplements.named)
    return msgspec.json.encode(named)


def encode_contents(paper: Paper) -> bytes:
    """Return the contents of the course's files; a worker needs them once."""
    return _encode(paper.supplements.contents) if paper.supplements.contents else b""


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


def _assignment(paper: bytes, contents: bytes) -> Assignment | None:
    """Return the assignment with its files, or None if their contents are not here."""
    assignment = open_paper(paper)
    if assignment.supplements.is_whole:
        return assignment
    if contents:
        while len(_whole) >= MOST_WHOLE:
            _whole.pop(next(iter(_whole)), None)
        found = msgspec.msgpack.decode(contents, type=dict[str, bytes])
        supplements = msgspec.structs.replace(assignment.supplements, contents=found)
        _whole[paper] = replace(assignment, supplements=supplements)
    return _whole.get(paper)


def _worker(settings: Settings) -> Worker:
    """Return the warm worker for these settings; there is one at a time."""
    wanted = (settings, _level)
    if _warm.worker is None or _warm.made_for != wanted:
        close()
        compile_rooms()
        _warm.worker = Worker(settings.packages, settings.limits, _level or settings.sandbox)
        _warm.made_for = wanted
    return _warm.worker
