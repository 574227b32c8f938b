"""A worker process of this machine: it is asked for one thing after another, until nobody asks.

Questions and answers are bytes. `autograder.batch.processes` runs this module, and imports it
before there is time for anything heavy.
"""

import gc
import importlib
import socket
import sys
from collections.abc import Callable

import msgspec

from autograder.wire.frames import Channel, Closed

LEVEL, AHEAD, ANSWER, ERROR = b"level", b"ahead", b"answer", b"error"
MOST = 1 << 32  # bytes of a question or an answer: both sides are ours
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[bytes]).decode


def question(function: Callable[..., bytes | None], *arguments: bytes) -> tuple[bytes, list[bytes]]:
    """Return the frame that has a worker call a module's function."""
    return f"{function.__module__}:{function.__qualname__}".encode(), [_encode(arguments)]


def main(fd: int, parent: int) -> None:
    """Answer until the other side has gone."""
    gc.set_threshold(50_000)  # imports make much and drop nothing
    from autograder.batch.task import close, settle, use_level, warm_up

    settle(parent)
    channel = Channel(socket.socket(fileno=fd), MOST)
    try:
        while True:
            name, body, _ = channel.recv()
            if name == LEVEL:
                use_level(body)
            elif name == AHEAD:
                warm_up(body)
            else:
                channel.send(*_answer(name.decode(), body))
    except Closed:
        close()


def _answer(name: str, body: memoryview) -> tuple[bytes, list[bytes]]:
    module, _, function = name.partition(":")
    try:
        found = getattr(importlib.import_module(module), function)
        return ANSWER, [found(*_decode(body)) or b""]
    except Exception as error:  # the next question can still be answered
        return ERROR, [f"{type(error).__name__}\n{error}".encode("utf-8", "replace")]


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
