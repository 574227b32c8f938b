"""A warm process: everything is imported once, and each submission gets a fork of it.

The grader's side and the student's side both use it; what the fork does, and what it gives up
before, is theirs. What is imported costs every fork something: what few
need is imported where they need it.
"""

import contextlib
import gc
import json
import os
import select
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from types import FunctionType

import msgspec

from autograder.student import confine
from autograder.student.clone import Cloner
from autograder.student.family import children, drained, holds_more, own_memory, sweep
from autograder.student.files import Shelf, archives, lay_out, room
from autograder.student.scratch import MAX_ENTRIES, clear, filled
from autograder.wire.frames import Channel, Closed

TICK = 0.1
_encode = msgspec.json.Encoder().encode


class Warm:
    """Forks, interrupts and ends one process at a time.

    Parameters
    ----------
    control : Channel
        Where the orders come from; when it closes, everything ends.
    spec : dict
        What a fork gives up: see `autograder.sandbox.spec`.
    child : callable
        What the fork runs: it takes the order's body and the sockets that came with it.
    prepare : callable, optional
        What the warm process does with the body before it forks.
    shelf : Shelf, optional
        Where the forks find files. Else each fork has copies of its own in its home.
    """

    def __init__(
        self,
        control: Channel,
        spec: dict,
        child: Callable,
        prepare: Callable | None = None,
        shelf: Shelf | None = None,
    ) -> None:
        self.control, self.spec, self.child, self.shelf = control, spec, child, shelf
        self.prepare = prepare or (lambda body: None)
        self.pid = 0
        self.home = ""
        self.disk, self.entries = spec["disk"], MAX_ENTRIES
        self.most = spec.get("watched_memory", 0)
        self.cloner: Cloner | None = None
        self.has_proc = True

    def loop(self) -> None:
        """Follow orders until the control channel closes."""
        confine.prctl(confine.PR_SET_CHILD_SUBREAPER, 1)
        confine.prctl(confine.PR_SET_DUMPABLE, 0)
        forget_threads()
        if self.spec.get("seccomp"):
            confine.decoded(self.spec["seccomp"])
        if self.spec.get("namespaces"):
            with contextlib.suppress(OSError):
                self.cloner = Cloner(self.spec["uid"])
        gc.collect()
        gc.freeze()
        self.own = own_memory(os.getpid())
        orders = {"spawn": self.spawn, "interrupt": self.interrupt, "end": self.end}
        try:
            self.reply({"ready": os.getpid()})
            while True:
                self.watch()
                header, body, fds = self.control.recv()
                self.reply(orders[header.decode()](bytes(body), fds))
        except Closed:
            self.end()

    def reply(self, answer: dict) -> None:
        """Send an answer."""
        self.control.send(_encode(answer))

    def spawn(self, body: bytes, fds: list[int]) -> dict:
        """Fork, and wait until the fork has given up what it has to.

        Its sockets come first, then archives of files.
        """
        given = archives(fds)
        if self.shelf:
            self.spec["home"] = self.shelf.hold(given)
        else:
            size, entries = room(given)
            self.disk, self.entries = self.spec["disk"] + size, MAX_ENTRIES + entries
        self.prepare(body)
        if self.spec.get("scratch"):
            import tempfile

            self.home = tempfile.mkdtemp(prefix="student_", dir=self.spec["scratch"])
            if self.spec.get("uid"):
                os.chown(self.home, self.spec["uid"], self.spec["uid"])
        self._name_home(self.home or self.spec["home"])
        reading, writing = os.pipe()
        pid = self._fork()
        if not pid:
            self._in_fork(body, [writing, *fds], len(given))
        os.close(writing)
        for fd in fds:
            os.close(fd)
        said = dict(line.split(" ", 1) for line in drained(reading).decode().splitlines())
        os.close(reading)
        self.has_proc = "proc" not in said
        if self.spec.get("namespaces") and not self.cloner:
            os.waitpid(pid, 0)
            pid = int(said.get("pid", 0))
        self.pid = pid
        if "confined" not in said:
            self.end()
            return {"error": said.get("error", "the process ended before it was confined")}
        return {"pid": pid}

    def _fork(self) -> int:
        if self.cloner:
            try:
                return self.cloner.fork()
            except OSError:
                self.cloner = None
        return os.fork()

    def _name_home(self, home: str) -> None:
        """Tell the fork beforehand where its home is: what it changes itself it has to copy."""
        if home and os.environ.get("HOME") != home:
            os.environ.update(HOME=home, TMPDIR=home)
            if "tempfile" in sys.modules:
                sys.modules["tempfile"].tempdir = None

    def interrupt(self, body: bytes = b"", fds: object = ()) -> dict:
        """Interrupt what runs, as Ctrl-C does."""
        if self.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGINT)
        return {}

    def end(self, body: bytes = b"", fds: object = ()) -> dict:
        """End the fork with all that came of it, and say how it had ended and what was left."""
        status, left = 0, 0
        if self.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            with contextlib.suppress(ChildProcessError):
                status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
            self.pid = 0
        if not self.spec.get("namespaces"):
            left = sweep()
        if self.home:
            clear(self.home)
            self.home = ""
        return {"status": status, "left": left}

    def watch(self) -> None:
        """Wait for the next order; meanwhile end a fork that fills the disk or the memory."""
        while self.pid and (self.home or self.most):
            if select.select([self.control], [], [], TICK)[0]:
                return
            if self._is_too_large():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(self.pid, signal.SIGKILL)
                if not self.spec.get("namespaces"):
                    sweep(keep=self.pid)

    def _is_too_large(self) -> bool:
        if self.home and filled(self.home, self.disk, children(), self.entries):
            return True
        owner = self.spec["uid"] if self.spec["namespaces"] else None
        with confine.acting_as(owner):  # who may look at what runs in them
            return bool(self.most) and holds_more(children(), self.most, self.own)

    def _in_fork(self, body: bytes, fds: list[int], given: int) -> None:
        """Give up what the spec says, report, and run the child; never return."""
        code = 1
        gc.freeze()  # what there is already is not collected here: looking at it would copy it
        try:
            writing, *rest = confine.quiet(fds)
            rest, files = rest[: len(rest) - given], rest[len(rest) - given :]
            self._confine(writing, files)
            os.write(writing, b"confined yes\n")
            os.close(writing)
            self.child(body, [socket.socket(fileno=fd) for fd in rest])
            code = 0
        except OSError as error:
            with contextlib.suppress(OSError):
                os.write(writing, f"error {error}\n".encode())
        finally:
            os._exit(code)

    def _confine(self, writing: int, files: list[int]) -> None:
        spec = self.spec
        if not self.shelf:
            confine.go_first()
        if self.cloner:
            confine.settle(*self.cloner.owner)
        elif spec.get("uid"):
            confine.become(spec["uid"], spec.get("reads_all", False))
        if spec.get("namespaces"):
            pid = 0 if self.cloner else confine.new_namespaces()
            if pid:
                os.write(writing, f"pid {pid}\n".encode())
                os._exit(0)
            about = spec["home"], self.disk, self.entries
            if not confine.private_files(*about, self.has_proc):
                os.write(writing, b"proc none\n")
        else:
            confine.die_with_parent()
            if self.home:  # else an ordinary user could not look at what it holds open
                confine.prctl(confine.PR_SET_DUMPABLE, 1)
        home = self.home or spec["home"]
        if home:
            os.chdir(home)
        for fd in files:
            if not self.shelf:
                lay_out(fd)
            os.close(fd)
        writable = [home, "/dev/null"] if self.home else ["/dev/null"]
        confine.lock_down({**spec, "writable": writable})


def forget_threads() -> None:
    """Spare a fork of a process without threads what `threading` does after each: 0.5 ms."""
    threading._after_fork_of_many = FunctionType(threading._after_fork.__code__, vars(threading))

    def after_fork() -> None:
        if len(_active) > 1:  # noqa: F821 (the names are those of `threading`)
            _after_fork_of_many()  # noqa: F821

    threading._after_fork.__code__ = after_fork.__code__


def hired(fd: int) -> tuple[Channel, dict]:
    """Return the control channel of a warm process, and its spec, the first message on it."""
    control = Channel(socket.socket(fileno=fd), takes_fds=True)
    _, body, _ = control.recv(time.monotonic() + 30)
    return control, json.loads(bytes(body))
