"""Two peers over a socket pair: the untrusted one serves in a thread."""

import contextlib
import threading

import msgspec

from autograder.grade.proxies import stand_in
from autograder.student.serve import Callback
from autograder.wire import nodes as n
from autograder.wire.calls import Peer
from autograder.wire.decode import Decoder
from autograder.wire.encode import Encoder
from autograder.wire.frames import Channel, Closed, pair


@contextlib.contextmanager
def lent(function):
    """Give a stand-in for a function that is served on the other side of a socket pair."""
    here, there = (Channel(sock) for sock in pair())
    grader = Peer(here, stand_in, strict=True)
    student = Peer(there, Callback, strict=False)
    node = student.lend(function)
    thread = threading.Thread(target=serve, args=(student,))
    thread.start()
    try:
        yield stand_in(grader, node)
    finally:
        here.close()
        thread.join()


def serve(peer):
    with contextlib.suppress(Closed):
        while True:
            peer.serve(*peer.receive())


def refuse(value):
    raise TypeError(f"{type(value).__name__} is not sent here")


def packed(value):
    """Return the header and the body of a value."""
    encoder = Encoder(refuse)
    index = encoder.add(value)
    graph = encoder.finish()
    body = b"".join(
        bytes(memoryview(buffer).cast("B")) for buffer in encoder.buffers if len(buffer)
    )
    return msgspec.json.encode(graph), body, index


def unpacked(header, body, index, strict=True):
    """Return the value of a header and a body."""
    graph = msgspec.json.decode(header, type=n.Graph)
    return Decoder(graph, memoryview(body), proxy=refuse, mine=refuse, strict=strict).get(index)
