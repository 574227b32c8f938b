"""The warm process on the grader's side: it reads and compiles the cells, its forks run them."""

import contextlib
import gc
import importlib
import re
import signal
import socket
import sys

import numpy  # noqa: F401

from autograder.grade import sources
from autograder.grade.exam import examine
from autograder.grade.messages import STAY, Desk, Job, decode_job
from autograder.grade.order import needs
from autograder.grade.plan import Plan, plan
from autograder.grade.rehearsal import rehearse
from autograder.grade.subject import Subject
from autograder.student.files import Shelf
from autograder.student.shell import Shell, compiled, name_of
from autograder.student.warm import Warm, hired
from autograder.student.zygote import warm_up
from autograder.wire.frames import Channel, Closed

MAX_CODES = 2000
PARTS = {"random", "testing", "ma", "fft", "polynomial"}
"""Parts of NumPy that it imports when they are asked for; here this is done before any fork."""
MAGIC = re.compile(r"^\s*[%!?]|\?\s*$", re.MULTILINE)


def main(fd: int) -> None:
    """Wait for orders; each is a submission."""
    control, spec = hired(fd)
    examiner = Examiner(Shelf(spec["shelf"]))
    Warm(control, spec, examiner.examine, examiner.prepare, examiner.shelf).loop()


class Examiner:
    """What the warm process keeps: the checks' code, and the modules that they import.

    Parameters
    ----------
    shelf : Shelf
        Holds the course's files, which the checks may read. A module among them is imported by
        each fork, since another assignment may have another one of that name.
    """

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.shell = Shell()
        self.is_rehearsed = False
        self.seen: set[str] = set()
        self.brought: set[str] = set()
        # A value that keeps the grader's own process busy for too long interrupts it, too.
        signal.signal(signal.SIGPROF, self.shell.guard.overrun)
        self.job: Job | None = None
        self.plan: Plan | None = None

    def prepare(self, body: bytes) -> None:
        """Compile the checks and import what they import, once for all submissions."""
        if not self.is_rehearsed and not body.startswith(STAY):  # who stays gets warm at work
            warm_up(self.shell, rehearse)
            gc.freeze()
            self.is_rehearsed = True
        self._read(body)

    def _read(self, body: bytes) -> None:
        self.job = decode_job(body)
        if len(self.shell.codes) > MAX_CODES:
            self.shell.codes.clear()
        for number, cell in enumerate(self.job.cells, 1):
            if cell.kind != "student":
                self._compile(cell.source, name_of(number))
        self.plan = plan(self.job, self.shell.codes)

    def examine(self, body: bytes, sockets: list[socket.socket]) -> None:
        """Run one submission, or several that leave nothing behind, in a fork."""
        if self.shelf.names:
            self._put_first()
        self.shell.install()
        if body.startswith(STAY):
            self._stay(Channel(sockets[0], takes_fds=True))
        else:
            self._sit(sockets)
        while True:  # if it ended now, each process of the student's would wake up and do so, too
            signal.pause()

    def _stay(self, line: Channel) -> None:
        """Run one submission after another; the student's processes are gone when one comes."""
        sockets: list[socket.socket] = []
        collections = gc.get_count()[2]  # of younger objects, since all were looked at
        with contextlib.suppress(Closed):
            while True:
                _, body, fds = line.recv()
                self.shell.begin_anew()
                sockets = [socket.socket(fileno=fd) for fd in fds]
                # What the last one left: among the oldest, too, if Python has put some there.
                gc.collect(1 if gc.get_count()[2] == collections else 2)
                collections = gc.get_count()[2]
                self._read(bytes(body))
                self._sit(sockets)

    def _sit(self, sockets: list[socket.socket]) -> None:
        desk = Desk(Channel(sockets[0], takes_fds=True), self.job.exact)
        examine(self.job, self.plan, Subject(sockets[1], desk), desk, self.shell)

    def _put_first(self) -> None:
        """Import from the working folder first, as a notebook does."""
        sys.path.insert(0, "")
        own = self.shelf.modules & self.brought
        for name in [name for name in sys.modules if name.split(".")[0] in own]:
            del sys.modules[name]

    def _compile(self, source: str, name: str) -> None:
        if (name, source) not in self.shell.codes:
            with contextlib.suppress(SyntaxError, ValueError, RecursionError, MemoryError):
                self.shell.codes[name, source] = compiled(source, name)
        if source in self.seen:
            return
        self.seen.add(source)
        parts = {f"numpy.{part}" for part in PARTS & sources.mentioned(source)}
        for module in sources.imported(source) | parts:
            top = module.split(".")[0]
            if top in self.shelf.modules:
                self.seen.discard(source)
                continue
            if top not in sys.modules:
                self.brought.add(top)
            with contextlib.suppress(Exception):
                importlib.import_module(module)
        for read in (sources.mentioned, sources.bound, needs):
            read(source)
        if self.shell.ipython is None and sources.tree_of(source) is None and MAGIC.search(source):
            with contextlib.suppress(ImportError):
                self.shell.add_ipython()
