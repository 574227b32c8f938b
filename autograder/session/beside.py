"""Have a submission graded by a process beside this one, which stays warm for the next.

nbgrader's process has threads, and formgrader's holds a whole Jupyter server: nothing is forked
from it and no shell is built in it. The process beside it is started afresh, on first use.
"""

import contextlib
import functools
import os
import subprocess
import sys
import threading

import msgspec

from autograder.course.directory import CourseDirectory, CourseError
from autograder.session.serve import Ask, Graded, Refused
from autograder.wire.frames import Channel, Closed, WireError, pair

LEAVE = 5.0  # seconds in which the process may tidy up when this one ends
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Graded | Refused).decode


class Desk:
    """Where submissions are handed over, one at a time."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._channel: Channel | None = None

    def grade(self, course: CourseDirectory, assignment: str, student: str) -> Graded:
        """Grade what a student handed in, and keep its receipt and its notebooks.

        Raises
        ------
        CourseError
            If the course or the machine does not let it be graded.
        """
        try:
            ask = _encode(Ask(str(course.root), assignment, student))
        except UnicodeEncodeError:
            raise CourseError(f"the folder's name {student!r} is no text. Rename it") from None
        with self._lock:
            answer = self._asked(ask) or self._asked(ask)  # a fresh process gets a second try
        if answer is None:
            raise CourseError(f"the process that grades died twice on {student}'s {assignment}")
        if isinstance(answer, Refused):
            raise CourseError(answer.why)
        return answer

    @property
    def pid(self) -> int | None:
        """The process's id, or None if there is none now."""
        return self._process.pid if self._process else None

    def close(self) -> None:
        """End the process."""
        if self._process is None:
            return
        self._channel.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(LEAVE)
        self._process.kill()
        self._process.wait()
        self._process = self._channel = None

    def _asked(self, ask: bytes) -> Graded | Refused | None:
        """Return the answer; None if the process has ended, after which the next is a fresh one."""
        if self._process is None:
            self._start()
        try:
            self._channel.send(b"", [ask])
            return _decode(self._channel.recv()[1])
        except (Closed, WireError, msgspec.MsgspecError):
            self.close()
            return None
        except BaseException:  # an answer to this question must not be taken for another's
            self.close()
            raise

    def _start(self) -> None:
        mine, theirs = pair()
        with theirs:
            command = [sys.executable, "-P", "-m", "autograder.session.serve"]
            self._process = subprocess.Popen(
                [*command, str(theirs.fileno()), str(os.getpid())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                cwd="/",
                process_group=0,  # deaf to Ctrl-C
            )
        self._channel = Channel(mine)


@functools.cache
def desk() -> Desk:
    """Return this process's desk."""
    import atexit

    made = Desk()
    atexit.register(made.close)
    return made
