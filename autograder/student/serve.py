"""The loop of the process that holds the student's code."""

import contextlib
import os
import random
import socket
import types

import msgspec

from autograder.student.limits import allow, allow_at_most, at_most_on_the_clock
from autograder.student.shell import Shell
from autograder.student.trace import text_of
from autograder.wire import nodes as n
from autograder.wire.calls import Peer
from autograder.wire.frames import Channel, Closed
from autograder.wire.messages import Hold, Names, Ran, Run

MAX_SAID = 1 << 16
_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(n.Call | Run | Hold | Names).decode
_fork, _exit = os.fork, os._exit


def serve(sock: socket.socket, shell: Shell) -> None:
    """Do what the grader asks, until it closes the socket; then end the process."""
    channel = Channel(sock, takes_fds=True)
    peer = Peer(channel, Callback, strict=False, speak=lambda: _said(shell), trace=text_of)
    wall = 0.0
    with contextlib.suppress(Closed):
        while True:
            header, body, fds = channel.recv()
            message = _decode(header)
            if type(message) is n.Call:
                with at_most_on_the_clock(wall):
                    shell.guard.running = True
                    try:
                        peer.serve(message, body)
                    finally:
                        shell.guard.running = False
            elif type(message) is Run:
                channel.send(_encode(Ran(_run(shell, message))))
            elif type(message) is Names:
                allow_at_most(message.seconds)
                wall = message.wall
                peer.answer(lambda names=message.names: _lent(shell.namespace, names))
            else:
                hold(channel, shell, fds[0])


def hold(channel: Channel, shell: Shell, fd: int) -> None:
    """Fork, so that what comes later finds the namespace as it is now."""
    state = random.getstate()
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    try:
        child = _fork()
    except OSError:
        os.close(fd)
        return
    if child:
        os.close(fd)
        return
    channel.close()
    random.setstate(state)  # a fork would seed it anew
    try:
        serve(socket.socket(fileno=fd), shell)
    finally:
        _exit(0)


def _run(shell: Shell, message: Run) -> list[dict]:
    allow(message.seconds)
    return shell.run(message.source, message.number)


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
