"""The warm process on the student's side: NumPy and the course's packages, and nothing secret."""

import contextlib
import importlib
import os
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path

from autograder.student.rehearsal import rehearse
from autograder.student.serve import serve
from autograder.student.shell import Shell
from autograder.student.warm import Warm, hired

SLACK = 32
WARM_UP = [
    "1 + 1",
    "print('x')",
    "def f(x):\n    return x\nf(1)",
    "raise ValueError('x')",
    "def f(",
]


def main(fd: int) -> None:
    """Import, run some code once so that forks find it done, and wait for orders."""
    control, spec = hired(fd)
    shell = Shell(spec["output"])
    if spec["ipython"]:
        shell.add_ipython()
    for name in spec["modules"]:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    warm_up(shell, rehearse)
    warm = Warm(
        control,
        spec,
        child=lambda body, sockets: _child(sockets[0], shell),
        prepare=lambda body: allow_forks(spec, int(body)),
    )
    warm.loop()


def allow_forks(spec: dict, held: int) -> None:
    """Bound the submission's processes: its own, and one for each place where a check waits.

    The kernel counts by user. Namespaces and a user of its own make that the submission's; where
    there is neither, what else the user runs is added.
    """
    elsewhere = 0 if spec["namespaces"] or spec["uid"] else tasks_of(os.getuid()) + SLACK
    spec["limits"]["processes"] = spec["processes"] + held + elsewhere


def tasks_of(uid: int) -> int:
    """Return how many threads a user's processes have in all."""
    total = 0
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError, ValueError, IndexError):
                if entry.stat().st_uid == uid:
                    total += int((entry / "stat").read_text().rpartition(")")[2].split()[17])
    return total


def warm_up(shell: Shell, *rehearsals: Callable[[Shell], None]) -> None:
    """Run cells of each kind once, then rehearsals, and leave no trace of them."""
    before = dict(shell.namespace)
    streams = sys.stdout, sys.stderr, sys.modules["__main__"]
    shell.install()
    for source in WARM_UP:
        shell.run(source, 0)
    for rehearsal in rehearsals:
        rehearsal(shell)
    if shell.ipython is not None:
        shell.ipython.warm_up()
    sys.stdout, sys.stderr, sys.modules["__main__"] = streams
    shell.value = shell.error = None
    shell.namespace.clear()
    shell.namespace.update(before)


def _child(sock: socket.socket, shell: Shell) -> None:
    sys.path[:] = ["", *filter(None, sys.path)]  # as in a notebook, the working folder is first
    shell.install()
    serve(sock, shell)
    # The first process of the namespace waits: with it, the held forks would end.
    while True:
        signal.pause()
