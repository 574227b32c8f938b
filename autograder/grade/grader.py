"""The warm process with the checks, as the supervisor handles it: who runs a submission's checks.

To fork, and to copy what is touched, costs a submission more than its checks do. Where the course's
cells leave nothing behind, one fork therefore runs the checks of many submissions. At the first
sign that it may have suffered from one it is replaced.
"""

import socket

from autograder.grade.calm import leaves_nothing
from autograder.grade.files import NO_FILES, Archives
from autograder.grade.messages import STAY, Job, encode
from autograder.model import Limits
from autograder.sandbox.errors import SandboxError
from autograder.sandbox.process import WarmProcess
from autograder.sandbox.start import start_grader
from autograder.wire.frames import Channel, Closed, pair

MOST = 100
"""Submissions of one fork."""


class Grader:
    """Gives submissions to forks.

    Parameters
    ----------
    level : str
    limits : Limits

    Attributes
    ----------
    process : subprocess.Popen
    taken : int
        Submissions that the fork which stays has run; 0 if there is none.
    """

    def __init__(self, level: str, limits: Limits) -> None:
        self._warm: WarmProcess = start_grader(level, limits)
        self.process, self.ready = self._warm.process, self._warm.ready
        self.taken = 0
        self._line: Channel | None = None

    def give(self, job: Job, sockets: list[socket.socket], files: Archives) -> bool:
        """Have a fork run a submission, and say whether it is the first one there."""
        body = encode(job)
        if job.exact or files.checks or not leaves_nothing(job.cells):
            self.dismiss()
            self._spawn(body, sockets, files)
            return True
        if self._line is None:
            mine, theirs = pair()
            self._spawn(STAY + body, [theirs], NO_FILES)
            self._line = Channel(mine)
        try:
            self._line.send(b"", [body], [one.fileno() for one in sockets])
        except Closed:
            raise SandboxError("the process with the checks has ended") from None
        finally:
            for sock in sockets:
                sock.close()
        self.taken += 1
        return self.taken == 1

    def end(self, is_well: bool) -> None:
        """End the fork, unless it stays: nothing happened that it could suffer from."""
        if self._line is None:
            self._warm.end()
        elif not is_well or self.taken >= MOST:
            self.dismiss()

    def dismiss(self) -> None:
        """End the fork that stayed."""
        if self._line is not None:
            self._line.close()
            self._line, self.taken = None, 0
            self._warm.end()

    def close(self) -> None:
        """End the warm process, and its fork with it."""
        if self._line is not None:
            self._line.close()
        self._warm.close()

    def kill(self) -> None:
        """End the warm process at once."""
        self._warm.kill()

    def _spawn(self, body: bytes, sockets: list[socket.socket], files: Archives) -> None:
        self._warm.spawn(body, sockets, files.checks)
        self._warm.spawned()
