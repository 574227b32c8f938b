"""Who may do what at the same time: three kinds of locks below ``locks/``.

The kernel lets go of a lock when its process ends, however it ends.
"""

import contextlib
from collections.abc import Iterator

from filelock import FileLock, Timeout

from autograder.course.directory import CourseDirectory, CourseError
from autograder.course.files import is_shared, make_folder

PATIENCE = 600.0


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
        mode = 0o660 if is_shared(folder) else 0o600
        lock = FileLock(folder / name, timeout=seconds, mode=mode)
        lock.acquire()
    except Timeout:
        raise CourseError(said) from None
    except OSError as error:
        raise CourseError(
            f"{folder} can't be locked: {error.strerror}. Get write permission for it"
        ) from None
    try:
        yield
    finally:
        lock.release()
