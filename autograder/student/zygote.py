"""The warm process on the student's side: NumPy and the course's packages, and nothing secret."""

import contextlib
import importlib
import signal
import socket
import sys

from autograder.student.serve import serve
from autograder.student.shell import Shell
from autograder.student.warm import Warm, hired

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
    warm_up(shell)
    Warm(control, spec, lambda body, sockets: _child(sockets[0], shell)).loop()


def warm_up(shell: Shell) -> None:
    """Run cells of each kind once, and leave no trace of them."""
    before = dict(shell.namespace)
    streams = sys.stdout, sys.stderr, sys.modules["__main__"]
    shell.install()
    for source in WARM_UP:
        shell.run(source, 0)
    if shell.ipython is not None:
        shell.ipython.warm_up()
    sys.stdout, sys.stderr, sys.modules["__main__"] = streams
    shell.value = shell.error = None
    shell.namespace.clear()
    shell.namespace.update(before)


def _child(sock: socket.socket, shell: Shell) -> None:
    shell.install()
    serve(sock, shell)
    # The first process of the namespace waits: with it, the held forks would end.
    while True:
        signal.pause()
