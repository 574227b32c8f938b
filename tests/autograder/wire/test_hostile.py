"""Hostile bytes end in one bounded error of one kind."""

import socket
import struct
import time

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from autograder.grade.proxies import stand_in
from autograder.wire import nodes as n
from autograder.wire.calls import Lost, Peer
from autograder.wire.encode import Encoder
from autograder.wire.frames import Channel, Closed, TimedOut, WireError, pair
from tests.autograder.wire.link import packed, refuse, unpacked

JUNK = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-3, 9), st.floats(), st.text(max_size=9)),
    lambda inner: st.lists(inner, max_size=7),
    max_leaves=20,
)
INDEX = st.integers(0, 6)
LAYOUT = st.tuples(
    st.just("l"),
    st.sampled_from(["<f8", "|b1", "<U2", "|O8", "<i4", "|V3", "<M8[ns]", "x", "|S0"]),
    st.lists(st.integers(0, 5), max_size=3),
    st.lists(st.integers(-40, 40), max_size=3),
    st.integers(0, 64),
)
NODE = st.one_of(
    JUNK,
    st.tuples(
        st.just("s"), st.sampled_from(["list", "tuple", "set", "frozenset"]), st.lists(INDEX)
    ),
    st.tuples(st.just("d"), st.lists(INDEX)),
    st.tuples(
        st.just("a"),
        INDEX,
        LAYOUT,
        st.booleans(),
        st.sampled_from(["array", "matrix"]),
        st.booleans(),
    ),
    st.tuples(st.just("m"), INDEX, INDEX),
    st.tuples(st.just("g"), st.just("<f8"), st.just("AAAAAAAAAAA=")),
    st.tuples(st.just("k"), st.sampled_from(["dtype", "scalar", "builtin", "ufunc"]), st.text()),
    st.tuples(st.just("r"), st.sampled_from(["range", "slice"]), INDEX, INDEX, INDEX),
    st.tuples(st.sampled_from(["R", "e", "y", "b"]), INDEX),
    st.tuples(st.just("c"), INDEX, INDEX),
    st.tuples(st.just("n"), st.sampled_from(["int", "float"]), st.text(max_size=5)),
    st.tuples(st.just("o"), INDEX, st.text(max_size=5), st.booleans(), st.none() | INDEX),
)
CHANGES = ["memory", "layout", "writeable", "mask", "content", "state"]
CHANGE = st.tuples(st.just("C"), st.sampled_from(CHANGES), INDEX, INDEX)


@given(
    st.lists(NODE, max_size=7),
    st.lists(st.tuples(st.integers(0, 64), st.none() | INDEX), max_size=3),
    st.lists(CHANGE, max_size=3),
)
def test_a_reply_made_of_anything_is_a_value_or_an_error(nodes, blocks, changes):
    reply = ["reply", 0, None, changes, [], [nodes, blocks]]
    body = np.arange(sum(size for size, _ in blocks), dtype=np.uint8).tobytes()
    given_array, given_list, rng = np.ones((2, 3)), [1], np.random.default_rng(1)
    here, there = pair()
    with here, there:
        Channel(there).send(msgspec.json.encode(reply), [body])
        there.shutdown(socket.SHUT_WR)
        peer = Peer(Channel(here), stand_in, strict=True)
        try:
            value = peer.call("call", 0, [given_array[:, :2], given_list, rng, given_array])
        except Lost as lost:
            assert lost.reason in ("crashed", "out_of_memory", "failed")
            assert len(str(lost)) < 400
        else:
            check_plain(value)
    assert given_array.nbytes == 48


def check_plain(value, depth=0):
    """Walk through a decoded value: whatever it is, it can be looked at."""
    if isinstance(value, np.ndarray):
        assert value.size * value.itemsize <= 1 << 20
        assert not value.dtype.hasobject
        value.copy()
    elif isinstance(value, (list, tuple, set, frozenset)) and depth < 9:
        for item in value:
            check_plain(item, depth + 1)


@given(st.binary(max_size=200))
def test_bytes_that_are_no_frame_are_an_error(data):
    here, there = pair()
    with here, there:
        there.sendall(data)
        there.shutdown(socket.SHUT_WR)
        peer = Peer(Channel(here), stand_in, strict=True)
        with pytest.raises((WireError, Closed)):
            peer.receive()


def test_a_frame_that_announces_gigabytes_is_refused_before_they_are_read():
    here, there = pair()
    with here, there:
        there.sendall(struct.pack("<IQ", 10, 1 << 40))
        with pytest.raises(WireError, match="too large"):
            Channel(here).recv()


def test_a_slow_drip_does_not_extend_the_deadline():
    here, there = pair()
    with here, there:
        there.sendall(b"\x05")
        start = time.monotonic()
        with pytest.raises(TimedOut):
            Channel(here).recv(start + 0.05)


def test_descriptors_that_nobody_asked_for_are_dropped():
    here, there = pair()
    with here, there:
        Channel(there).send(b"header", fds=[0, 1])
        header, _, fds = Channel(here).recv()
    assert (header, fds) == (b"header", [])


def test_an_array_that_owns_less_than_it_says_is_refused():
    graph = n.Graph(
        [n.Array(0, n.Layout("<f8", [2], [8], 0)), n.Array(0, n.Layout("<f8", [1], [8], 0))],
        [n.Block(16, 1)],
    )
    with pytest.raises(WireError, match="does not fill"):
        unpacked(msgspec.json.encode(graph), bytes(16), 0)


def test_too_many_hashed_parts_are_refused():
    header, body, index = packed({str(i): i for i in range(20_000)})
    with pytest.raises(WireError, match="too large"):
        unpacked(header, body, index)


def test_a_value_that_expands_is_refused():
    value = [0]
    for _ in range(30):
        value = [value, value]
    header, body, index = packed(value)
    assert len(header) < 2000
    with pytest.raises(WireError, match="too many parts"):
        unpacked(header, body, index)


REFUSED = {"a text": "x" * (2 << 20), "an int": 10**10_000, "half a character": "\ud800"}


@pytest.mark.parametrize("kind", REFUSED)
def test_what_does_not_fit_is_refused_by_the_sender(kind):
    with pytest.raises(TypeError) as caught:
        Encoder(refuse).add(REFUSED[kind])
    assert len(str(caught.value)) < 200


def test_bytes_that_are_no_booleans_are_refused_before_any_is_written():
    mask, encoder = np.zeros(3, bool), Encoder(None)
    for array in (mask.view(np.uint8), mask):
        encoder.add(array)
    encoder.finish()
    with pytest.raises(WireError):
        encoder.groups[0].write(np.full(3, 2, np.uint8))
    assert mask.view(np.uint8).tolist() == [0, 0, 0]
