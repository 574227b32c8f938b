"""A made-up submission, run before any real one: forks find the code warm, and copy fewer pages.

Python rewrites its own bytecode while a function is new, and caches what it looks up. What is done
here is not done again in each fork.
"""

import resource
import signal
import threading
import time

import msgspec

from autograder.student.serve import serve
from autograder.student.shell import Shell
from autograder.wire.calls import Peer
from autograder.wire.encode import Encoder
from autograder.wire.frames import Channel, pair
from autograder.wire.messages import Cells, Names, Run
from autograder.wire.nodes import Allowance

ROUNDS = 12
CELL = """
import numpy as np
def same(x): return x
def half(x): return x.reshape(x.shape[0], -1).swapaxes(0, 1) / 2
def spoil(x): x += 1
def fail(x): raise ValueError("no")
"""
FUNCTIONS = ["same", "half", "spoil", "fail"]
_encode = msgspec.json.Encoder().encode


def rehearse(shell: Shell) -> None:
    """Serve a few calls, as a fork does."""
    limits = resource.getrlimit(resource.RLIMIT_CPU)
    mine, theirs = pair()
    thread = threading.Thread(target=_grade, args=(Channel(mine),))
    thread.start()
    serve(theirs, shell)
    thread.join()
    signal.setitimer(signal.ITIMER_PROF, 0)
    resource.setrlimit(resource.RLIMIT_CPU, limits)


def _grade(line: Channel) -> None:
    """Ask what the grader asks."""
    import numpy as np

    handles: dict[str, int] = {}
    peer = Peer(line, lambda _, node: handles.setdefault(node.name, node.handle), strict=True)
    peer.deadline = time.monotonic() + 30
    try:
        for number in range(ROUNDS):
            order = Run(CELL, number, 30)
            line.send(_encode(Cells([order]) if number % 2 else order))
            line.recv(peer.deadline)
            peer.ask(_encode(Names(FUNCTIONS, Allowance(30, 30))), Encoder(peer.lend))
            for name in FUNCTIONS:
                for args in ([np.arange(6.0).reshape(1, 2, 3)], [np.ones((2, 3), int)]):
                    try:
                        peer.call("call", handles[name], args, {})
                    except ValueError:
                        continue
    finally:
        line.close()
