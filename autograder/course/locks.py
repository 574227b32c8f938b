"""Who may do what at the same time: three kinds of locks below ``locks/``.

The kernel lets go of a lock when its process ends, however it ends.
"""

import contextlib
import fcntl
import os
import time
from collections.abc import Iterator
from pathlib import Path

from autograder.course.directory import CourseDirectory, CourseError
from autograder.course.files import is_shared, make_folder

PATIENCE = 600.0
PAUSE = 0.05  # seconds between two tries


def batch_lock(course: CourseDirectory) -> contextlib.AbstractContextManager[None]:
    """Let one batch at a time work on a course; a second one is refused."""
    remedy = "Wait for it, or end it; what it has graded stays"
    return _lock(course, "batch", 0, f"another run is at work on {course.root}. {remedy}")


def writer_lock(course: CourseDirectory) -> contextlib.AbstractContextManager[None]:
    """Let one process at a time write the gradebook; others wait."""
    return _lock(course, "writer", PATIENCE, f"another process keeps {course.root} locked")


def receipts_lock(course: CourseDirectory) -> contextlib.AbstractContextManager[None]:
    """Let one process at a time put down a receipt with its notebooks; others wait."""
    return _lock(course, "receipts", PATIENCE, f"another process keeps {course.receipts} locked")


@contextlib.contextmanager
def _lock(course: CourseDirectory, name: str, seconds: float, said: str) -> Iterator[None]:
    folder = course.root / "locks"
    try:
        make_folder(folder)
        fd = _take(folder / name, seconds)
    except OSError as error:
        raise CourseError(
            f"{folder} can't be locked: {error.strerror}. Get write permission for it"
        ) from None
    if fd is None:
        raise CourseError(said)
    try:
        yield
    finally:
        os.close(fd)


def _take(path: Path, seconds: float) -> int | None:
    """Lock a file; to close what is returned lets go. None where the time ran out."""
    end = time.monotonic() + seconds
    with contextlib.ExitStack() as opened:
        fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        opened.callback(os.close, fd)
        if is_shared(path.parent):
            with contextlib.suppress(PermissionError):  # it is a colleague's
                os.fchmod(fd, 0o660)
        while True:
            with contextlib.suppress(BlockingIOError):
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                opened.pop_all()
                return fd
            if time.monotonic() >= end:
                return None
            time.sleep(PAUSE)
