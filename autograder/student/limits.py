"""Computing time: a soft limit that raises where the code is, and a hard one that kills."""

import ctypes
import math
import resource
import signal
import time

_libc = ctypes.CDLL(None)
_handle = _libc.signal
_handle.restype = ctypes.c_void_p
_end = ctypes.cast(_libc._exit, ctypes.c_void_p)
AGAIN = 0.5
"""Seconds of computing time after which an overrun check is told again."""


class TimeLimit(BaseException):
    """The code used up its computing time."""


class Guard:
    """Turns signals into exceptions, but only while the student's code runs.

    An interrupt that comes a moment late, between two cells, must not end the process. The kernel's
    limits count a process's time in ticks, on a busy machine too many: its clock has the last word.

    Attributes
    ----------
    until : float
        How far the process's clock may go.
    """

    until = 0.0

    def __init__(self) -> None:
        self.running = self.is_installed = False

    def install(self) -> None:
        """Take over the two signals, unless the warm process has done so."""
        if self.is_installed:
            return
        self.is_installed = True
        signal.signal(signal.SIGINT, self._interrupt)
        signal.signal(signal.SIGXCPU, self.overrun)

    def _interrupt(self, signum: int, frame: object) -> None:
        if self.running:
            raise KeyboardInterrupt

    def overrun(self, signum: int, frame: object) -> None:
        """Raise TimeLimit where the code is."""
        if self.running and time.process_time() >= Guard.until:
            raise TimeLimit("the computing time is used up")


def allow(seconds: float) -> None:
    """Let this process compute for some more seconds before it is told to stop."""
    Guard.until = time.process_time() + seconds
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    soft = math.ceil(Guard.until)
    if hard != resource.RLIM_INFINITY:
        soft = min(soft, hard)
    resource.setrlimit(resource.RLIMIT_CPU, (soft, hard))


def allow_at_most(seconds: float) -> None:
    """Let this process compute for some seconds, and have the kernel end it a little later.

    What ends it is a timer, which the next call winds up again; a limit could only be lowered. The
    handler is the C library's own `_exit`: the first process of a namespace ignores what has none.
    """
    allow(seconds)
    for number in (signal.SIGPROF, signal.SIGALRM):
        _handle(number, _end)
    signal.setitimer(signal.ITIMER_PROF, seconds + 2)


def overrun_after(seconds: float) -> None:
    """Have SIGPROF tell this process when it has computed for some seconds; 0: not any more."""
    Guard.until = time.process_time() + seconds
    signal.setitimer(signal.ITIMER_PROF, seconds, AGAIN)


def at_most_on_the_clock(seconds: float) -> None:
    """Have the kernel end this process after so many seconds, unless 0 is said before."""
    signal.setitimer(signal.ITIMER_REAL, seconds)
