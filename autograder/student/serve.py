"""The loop of the process that holds the student's code."""

import contextlib
import marshal
import os
import socket
import sys
import types

import msgspec

from autograder.student.limits import allow, allow_at_most, at_most_on_the_clock
from autograder.student.shell import Shell, name_of, show_warnings_again
from autograder.student.trace import text_of
from autograder.wire import nodes as n
from autograder.wire.calls import Peer
from autograder.wire.frames import Channel, Closed
from autograder.wire.messages import Cells, Hold, Names, Ran, Run

MAX_SAID = 1 << 16
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(n.Call | Run | Cells | Hold | Names).decode
_fork, _exit, _getpid = os.fork, os._exit, os.getpid


class Line(Channel):
    """The line to the grader, of one process: a copy that a student's fork left does not answer."""

    def __init__(self, sock: socket.socket) -> None:
        super().__init__(sock, takes_fds=True)
        self.owner = _getpid()

    def send(self, *frame: object, **options: object) -> None:
        """Send a frame, or end a process that is not the one which was asked."""
        if _getpid() != self.owner:
            _exit(0)
        super().send(*frame, **options)


def serve(sock: socket.socket, shell: Shell) -> None:
    """Do what the grader asks, until it closes the socket; a held process then ends."""
    channel = Line(sock)
    peer = Peer(channel, Callback, strict=False, speak=lambda: _said(shell), trace=text_of)
    wall, held = 0.0, False
    with contextlib.suppress(Closed):
        while True:
            header, body, fds = channel.recv()
            message = _decode(header)
            if type(message) is n.Call:
                if message.allow is not None:
                    wall = _allow(message.allow)
                at_most_on_the_clock(wall)
                shell.guard.running = True
                try:
                    peer.serve(message, body)
                finally:
                    shell.guard.running = False
                    at_most_on_the_clock(0)
            elif type(message) is Run:
                channel.send(_encode(Ran(_run(shell, message))))
            elif type(message) is Cells:
                channel.send(_encode([Ran(_run_silent(shell, each)) for each in message.cells]))
            elif type(message) is Names:
                wall = _allow(message.allow)
                peer.answer(lambda names=message.names: _lent(shell.namespace, names))
            else:
                held = hold(channel, fds) or held
    if held:
        _exit(0)


def hold(channel: Line, fds: list[int]) -> bool:
    """Fork once for each descriptor; return whether this is such a fork, which then serves there.

    So what comes later finds the namespace as it is now. The fork goes on with the objects that
    there are: each that it makes or changes costs a page of memory of its own.
    """
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    random = sys.modules.get("random")
    state = random and random.getstate()
    try:
        for fd in fds:
            if not _fork():
                os.dup2(fd, channel.fileno(), inheritable=False)
                channel.owner = _getpid()
                if random:  # a fork seeds it anew
                    random.setstate(state)
                return True
    except OSError:  # no room for one more: its line closes, which says so
        return False
    finally:
        for fd in fds:
            os.close(fd)
    return False


def _allow(allowance: n.Allowance) -> float:
    """Begin a check: it may compute for so long, and shows the warnings of its own calls."""
    show_warnings_again()
    allow_at_most(allowance.seconds)
    return allowance.wall


def _run(shell: Shell, message: Run) -> list[dict]:
    allow(message.seconds)
    return shell.run(message.source, message.number)


def _run_silent(shell: Shell, message: Run) -> list[dict]:
    if message.code:
        shell.codes[name_of(message.number), message.source] = marshal.loads(message.code), None
    allow(message.seconds)
    return shell.run(message.source, message.number, shows=False)


def _lent(namespace: dict, names: list[str]) -> dict[str, object]:
    found = {name: namespace[name] for name in names if name in namespace}
    return {k: v for k, v in found.items() if not isinstance(v, types.ModuleType)}


def _said(shell: Shell) -> list[tuple[str, str]]:
    streams = [item for item in shell.outputs.take() if item["output_type"] == "stream"]
    return [(item["name"], item["text"][:MAX_SAID]) for item in streams][:100]


class Callback:
    """A function of a check, as the student's function sees it."""

    _peer_class = True

    def __init__(self, peer: Peer, node: n.Object) -> None:
        self._peer, self._handle = peer, node.handle
        self.__name__ = self.__qualname__ = node.name

    def __call__(self, *args: object, **kwargs: object) -> object:
        """Call it in the grader's process."""
        return self._peer.call("call", self._handle, args, kwargs)
