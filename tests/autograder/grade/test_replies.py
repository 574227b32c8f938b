"""Submissions whose process sends something else than an honest reply."""

import pytest

from tests.autograder.grade.notebook import outcome

EXPANSIONS = {
    "a repeated array": "def f(): return np.broadcast_to(np.ones(1), (10**5, 10**5))",
    "a range": "def f(): return range(10**12)",
    "shared lists": """
def f():
    x = [0] * 10
    for _ in range(12):
        x = [x] * 10
    return x
""",
    "shared tuples of a class": """
class Few(tuple): pass
def f():
    x = Few([0] * 10)
    for _ in range(12):
        x = Few([x] * 10)
    return x
""",
    "a text": "def f(): return 'x' * 10**9",
    "an array": "def f(): return np.zeros(10**9)",
    "an int": "def f(): return 1 << 10**8",
    "a deep list": """
def f():
    x = []
    for _ in range(100_000):
        x = [x]
    return x
""",
    "many names": "def f(): return {str(i): i for i in range(10**6)}",
}


@pytest.mark.parametrize("kind", EXPANSIONS)
def test_a_reply_that_would_expand_is_refused(worker, kind):
    result = outcome(worker, EXPANSIONS[kind], "got = f()\nassert len(str(got)) < 0")
    assert result.outcome in ("failed", "crashed", "timeout", "out_of_memory")
    assert result.score == 0


RAW = """
import gc, json, os, socket, struct
def line():
    return [o for o in gc.get_objects() if isinstance(o, socket.socket) and o.fileno() > 2]
def send(header, body=b""):
    for sock in line():
        sock.sendall(struct.pack("<IQ", len(header), len(body)) + header + body)
def reply(nodes, blocks=(), value=0, changes=(), body=b""):
    graph = [nodes, blocks]
    send(json.dumps(["reply", value, None, list(changes), [], graph]).encode(), body)
    os._exit(0)
def array(shape, strides, offset=0, dtype="<f8", old=False, block=0):
    return ["a", block, ["l", dtype, shape, strides, offset], old, "array", True]
"""

FORGED_REPLIES = {
    "zero strides": "reply([array([100000, 100000], [0, 0])], [[8, None]], body=bytes(8))",
    "overlap": "reply([array([1000, 1000], [8, 8])], [[16000, None]], body=bytes(16000))",
    "out of bounds": "reply([array([1000], [8])], [[8, None]], body=bytes(8))",
    "negative offset": "reply([array([2], [8], -8)], [[16, None]], body=bytes(16))",
    "before the start": "reply([array([2], [-8])], [[16, None]], body=bytes(16))",
    "objects": "reply([array([1], [8], dtype='|O8')], [[8, None]], body=bytes(8))",
    "fields": "reply([array([1], [8], dtype='f8,f8')], [[8, None]], body=bytes(8))",
    "the caller's memory": "reply([array([10**6], [8], old=True)])",
    "strange booleans": "reply([array([6], [1], dtype='|b1')], [[6, None]], body=b'\\2' * 6)",
    "strange characters": "reply([array([1], [4], dtype='<U1')], [[4, None]], body=b'\\xff' * 4)",
    "a cycle of tuples": "reply([['s', 'tuple', [0]]])",
    "no such node": "reply([['s', 'list', [7]]])",
    "no such handle": "reply([['y', 99]])",
    "a function by name": "reply([['k', 'ufunc', 'fromfile']])",
    "a class by name": "reply([['k', 'scalar', 'memmap']])",
    "garbage": "send(b'\\xff' * 100); os._exit(0)",
    "a huge header": "send(b'', b'') ; [s.sendall(b'\\xff' * 100) for s in line()]; os._exit(0)",
    "half a frame": "[s.sendall(b'\\x10') for s in line()]; os._exit(0)",
    "a bit generator out of range": (
        "reply([['R', 1], ['d', [2, 3, 4, 5]], 'bit_generator', 'MT19937', 'state', "
        "['d', [6, 7, 8, 9]], 'key', array([624], [4], dtype='<u4'), 'pos', 10**6], "
        "[[2496, None]], body=bytes(2496))"
    ),
    "a change to what was not sent": "reply([None], changes=[['C', 'memory', 5, 0]])",
    "a change of kind": "reply([None], changes=[['C', 'content', 0, 0]])",
}


@pytest.mark.parametrize("kind", FORGED_REPLIES)
def test_a_forged_reply_is_garbage_and_nothing_more(worker, kind):
    result = outcome(
        worker, RAW + f"def f(x):\n    {FORGED_REPLIES[kind]}", "got = f(np.ones(3))\nprint(got)"
    )
    assert result.outcome in ("crashed", "failed"), result
    assert result.score == 0
