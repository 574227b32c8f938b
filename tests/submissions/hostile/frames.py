"""Replies that the submission writes to the grader's line itself."""

from tests.submissions.hostile.registry import in_cell, in_function

RAW = """
import gc, json, struct
def lines():
    return [item for item in gc.get_objects() if isinstance(item, socket.socket)]
def send(header, body=b""):
    for line in lines():
        try:
            line.sendall(struct.pack("<IQ", len(header), len(body)) + header + body)
        except OSError:
            pass
def reply(nodes, blocks=(), value=0, changes=(), said=(), body=b"", fault=None):
    graph = [nodes, blocks]
    message = ["reply", value, fault, list(changes), list(said), graph]
    send(json.dumps(message).encode(), body)
    os._exit(0)
def array(shape, strides, offset=0, dtype="<f8", old=False, block=0):
    return ["a", block, ["l", dtype, shape, strides, offset], old, "array", True]
"""
FORGED = {
    "expands by zero strides": (
        "reply([array([100000, 100000], [0, 0])], [[8, None]], body=bytes(8))"
    ),
    "expands by shared parts": (
        "reply([['s', 'list', [i + 1] * 9] for i in range(60)] + [1], value=0)"
    ),
    "expands by ranges": "reply([['r', 'range', 1, 2, 3], 0, 1 << 60, 1])",
    "expands by an empty axis": "reply([array([1 << 40, 0], [8, 8])], [[0, None]])",
    "expands by numbers": "reply([['n', 'int', '9' * 4400]])",
    "expands by digits": "send(b'[\"reply\",0,null,[],[],[[' + b'9' * 4_000_000 + b'],[]]]')",
    "overlaps": "reply([array([1000, 1000], [8, 8])], [[16000, None]], body=bytes(16000))",
    "reaches beyond its memory": "reply([array([1000], [8])], [[8, None]], body=bytes(8))",
    "reaches before its memory": "reply([array([2], [-8])], [[16, None]], body=bytes(16))",
    "wraps around": "reply([array([1 << 61, 9], [8, 8], 8)], [[16, None]], body=bytes(16))",
    "holds objects": "reply([array([1], [8], dtype='|O8')], [[8, None]], body=bytes(8))",
    "holds no booleans": "reply([array([6], [1], dtype='|b1')], [[6, None]], body=b'\\2' * 6)",
    "takes the caller's memory": "reply([array([10**6], [8], old=True)])",
    "returns what was never sent": "reply([['e', 99]])",
    "changes what was never sent": "reply([None], changes=[['C', 'memory', 5, 0]])",
    "contains itself": "reply([['s', 'tuple', [0]]])",
    "nests without end": (
        "send(b'[\"reply\",0,null,[],[],[' + b'[' * 3_000_000 + b']' * 3_000_000 + b',[]]]')"
    ),
    "asks for a file": "reply([['k', 'ufunc', 'fromfile']])",
    "asks for a class": "reply([['k', 'builtin', 'eval']])",
    "asks to be called": "send(json.dumps(['call', 'getattr', 0, [], {}, [[], []]]).encode())",
    "collides in every hash": (
        "n = (1 << 61) - 1\n"
        "    numbers = [['n', 'int', str(i * n)] for i in range(1, 3000)]\n"
        "    reply([['s', 'set', list(range(1, 3000))], *numbers])"
    ),
    "claims gigabytes": (
        "[line.sendall(struct.pack('<IQ', 1 << 31, 1 << 62)) for line in lines()]; os._exit(0)"
    ),
    "is garbage": "send(os.urandom(100_000)); os._exit(0)",
    "is half a frame": "[line.sendall(b'\\x10') for line in lines()]; os._exit(0)",
    "is a fault of the grader": (
        "fault = ['F', ['autograder.wire.calls.Lost', 'BaseException'], 'ungraded', '']\n"
        "    reply([None], fault=fault)"
    ),
}

for kind, body in FORGED.items():
    in_function(
        f"forged reply that {kind}",
        f"{RAW}\ndef scale(x):\n    {body}\n    return x",
        scale="failed crashed timeout out_of_memory",
        chain="failed crashed timeout out_of_memory",
    )

in_cell(
    "outputs forged before the cell ends",
    RAW
    + """
outputs = [{"output_type": "display_data", "data": {"text/html": "&" * 1_000_000}}]
outputs += [{"output_type": "stream", "name": "stdout", "text": '"' * 1_000_000}] * 2
send(json.dumps(["ran", outputs]).encode())
""",
    scale="passed crashed timeout",
    centre="passed crashed timeout",
    chain="passed crashed timeout",
)
in_cell(
    "descriptors sent to the grader",
    RAW
    + """
import array as arrays
passed = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, arrays.array("i", [0] * 200))]
for line in lines():
    try:
        for _ in range(100):
            line.sendmsg([b"x"], passed)
    except OSError as error:
        print("refused:", error.strerror)
""",
    scale="passed crashed",
    centre="passed crashed",
    chain="passed crashed",
)
