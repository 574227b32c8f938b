"""Submissions that attack the verdict, the machine or the next submission."""

import os
import socket
import sys
from pathlib import Path

import pytest

from autograder.grade import Outcome
from tests.autograder.grade.notebook import NUMPY, check, checks_of, outcome, student, text_of

EXPECTED = "x = np.arange(6.0).reshape(2, 3)\nexpected = x + 1\n"
SAME = EXPECTED + "np.testing.assert_allclose(f(x.copy()), expected)"

FORGERIES = {
    "equal to everything": """
class Yes:
    shape = (2, 3)
    dtype = np.dtype(float)
    def __eq__(self, other): return True
    def __array__(self, *args, **kwargs): return np.arange(6.0).reshape(2, 3) + 1
    def __abs__(self): return 0
    def __sub__(self, other): return 0
    __rsub__ = __sub__
def f(x): return Yes()
""",
    "a subclass that compares its own way": """
class Near(np.ndarray):
    def __array_ufunc__(self, *args, **kwargs): return np.True_
    def __eq__(self, other): return True
def f(x): return x.view(Near)
""",
    "np.testing patched": """
np.testing.assert_allclose = lambda *args, **kwargs: None
np.array_equal = np.allclose = lambda *args, **kwargs: True
def f(x): return x
""",
    "builtins patched": """
import builtins
builtins.AssertionError = type("Quiet", (Exception,), {})
builtins.abs = lambda x: 0
builtins.all = builtins.any = lambda x: True
def f(x): return x
""",
    "the harness patched": """
import sys
for module in list(sys.modules.values()):
    for name in ("fault_of", "error_of", "of_value", "check_bytes", "disjoint"):
        if hasattr(module, name):
            setattr(module, name, lambda *args, **kwargs: None)
def f(x): raise ValueError
""",
    "every input made NaN": """
def f(x):
    x[...] = np.nan
    return x
""",
    "a float that is close to everything": """
class Near(float):
    def __rsub__(self, other): return 0.0
    def __abs__(self): return 0.0
    def __le__(self, other): return True
def f(x): return Near(1.0)
""",
    "frames and objects searched": """
import gc, sys
def f(x):
    found = []
    frame = sys._getframe()
    while frame:
        found += list(frame.f_locals.values()) + list(frame.f_globals.values())
        frame = frame.f_back
    for item in gc.get_objects():
        if isinstance(item, dict) and "expected" in item:
            return item["expected"]
    for item in found:
        if isinstance(item, np.ndarray) and item.shape == x.shape and item is not x:
            return item
    return x
""",
    "SystemExit": "def f(x): raise SystemExit(0)",
    "os._exit": "import os\ndef f(x): os._exit(0)",
    "segmentation fault": "import ctypes\ndef f(x): ctypes.string_at(0)",
    "killed": "import os, signal\ndef f(x): os.kill(os.getpid(), signal.SIGKILL)",
    "deep recursion in C": """
import sys
sys.setrecursionlimit(10**9)
def f(x): return f(x)
""",
    "a generator": "def f(x):\n    yield x + 1",
    "a module": "import math\nf = math",
    "nothing": "",
    "patched numpy conversion": """
np.ndarray.__array__ = None
def f(x): return [[1, 2, 3], [4, 5]]
""",
}


@pytest.mark.parametrize("attack", FORGERIES)
def test_a_forgery_earns_nothing(worker, attack):
    result = outcome(worker, FORGERIES[attack], SAME)
    assert result.outcome in ("failed", "crashed", "timeout", "out_of_memory"), result
    assert result.score == 0


def test_the_oracle_is_out_of_reach_of_a_call_that_spoils_its_input(worker):
    test = EXPECTED + "got = f(x)\nassert np.array_equal(got, expected)"
    assert outcome(worker, "def f(x):\n    x += 1\n    return x", test).outcome == "passed"
    spoil = "def f(x):\n    x[...] = np.nan\n    return x"
    assert outcome(worker, spoil, test).outcome == "failed"


def test_bytes_between_the_columns_that_were_given_are_not_shown_nor_given_back(worker):
    steal = """
def f(x):
    whole = x.base
    hidden = np.lib.stride_tricks.as_strided(x, (2, 3), (24, 8))
    return hidden[:, 2], float(np.nansum(hidden[:, 2]))
"""
    test = """
data = np.arange(1.0, 10.0).reshape(3, 3)
got, total = f(data[:, :2])
assert total == 0, "the third column was shown"
"""
    assert outcome(worker, steal, test).outcome in ("crashed", "passed")
    reach = "assert not np.array_equal(got, data[:2, 2])"
    assert outcome(worker, steal, test + reach).outcome in ("crashed", "passed")


def test_a_hidden_input_does_not_come_back_through_a_later_cell(worker):
    carry = """
import os
seen = []
def f(x):
    seen.append(x)
    open("seen.txt", "w").write(str(x))
    os.environ["SEEN"] = str(x)
    return x
"""
    show = "import os\nprint(seen, os.environ.get('SEEN'), os.path.exists('seen.txt'))"
    cells = [
        NUMPY,
        student(carry),
        check("assert f(271828)"),
        student(show),
        check("assert f(2) == 2"),
    ]
    run = worker.run(cells, names={"f"})
    assert "271828" not in "".join(text_of(cell) for cell in run.cells)
    assert "[] None False" in text_of(run.cells[3])
    assert [cell.outcome for cell in checks_of(run)] == ["passed", "passed"]


def test_what_is_said_in_a_check_is_bounded_and_stays_in_that_check(worker):
    talk = "def f(x):\n    print('secret', x)\n    raise ValueError('secret ' * 10**6)"
    cells = [student(talk), check("f(3)"), check("assert True")]
    first, second = checks_of(worker.run(cells, names={"f"}))
    assert first.outcome == "failed"
    assert "secret" in text_of(first)
    assert len(text_of(first)) < 50_000
    assert text_of(second) == ""


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


BOMBS = {
    "processes": "import os\ntry:\n    while True: os.fork()\nexcept OSError: pass",
    "threads": """
import threading, time
try:
    while True: threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
except RuntimeError: pass
""",
    "memory": "try:\n    x = bytearray(10**10)\nexcept MemoryError: print('bounded')",
    "memory by pieces": """
x = []
try:
    while True: x.append(bytearray(10**7))
except MemoryError: x = print('bounded')
""",
    "file": "try:\n    open('x', 'wb').write(bytes(10**8))\nexcept OSError: print('bounded')",
    "files": """
import os
try:
    for i in range(10**5): open(f'x{i}', 'w').close()
except OSError: print('bounded')
""",
    "descriptors": """
import os
try:
    while True: os.open('/dev/null', os.O_RDONLY)
except OSError: os.closerange(10, 10_000)
""",
    "output": "print('x' * 10**8)",
    "output by pieces": "for _ in range(10**5): print('x' * 100)",
    "output on the descriptor": "import os\nfor _ in range(1000): os.write(1, b'x' * 10**5)",
}


@pytest.mark.parametrize("kind", BOMBS)
def test_a_bomb_costs_only_itself(worker, kind):
    cells = [student(BOMBS[kind]), student("def f(): return 1"), check("assert f() == 1")]
    run = worker.run(cells, names={"f"})
    result = checks_of(run)[0]
    if kind in ("processes", "threads"):  # its own bound leaves no room to fork
        assert result.outcome in ("passed", "crashed", "timeout")
    else:
        assert result.outcome == "passed", run
    if "bounded" in BOMBS[kind]:
        ended = worker.level.name == "landlock" and kind == "files"  # from outside
        assert ("Crashed" if ended else "bounded") in text_of(run.cells[0])
    assert len(text_of(run.cells[0])) < (1 << 20) + 1000
    if "output" in kind and "descriptor" not in kind:
        assert "the output was cut here" in text_of(run.cells[0])
        assert run.cells[0].limits == ["output"]


@pytest.fixture
def canaries(tmp_path_factory, monkeypatch):
    folder = tmp_path_factory.mktemp("canaries")
    folder.chmod(0o755)
    canary = folder / "gradebook.db"
    canary.write_text("canary 314159")
    canary.chmod(0o666)
    listener = socket.create_server(("127.0.0.1", 0))
    monkeypatch.setenv("CANARY", "canary 314159")
    yield canary, listener
    listener.settimeout(0.01)
    with pytest.raises(TimeoutError):
        listener.accept()
    listener.close()
    assert canary.read_text() == "canary 314159"
    assert sorted(folder.iterdir()) == [canary]


def test_nothing_outside_is_read_written_or_reached(worker, canaries):
    canary, listener = canaries
    port = listener.getsockname()[1]
    cell = f"""
import os, socket, sys
sys.path.insert(0, {str(Path(__file__).parents[3])!r})
sys.path.insert(0, {str(Path(sys.prefix, "lib"))!r})
def attempt(action):
    try:
        return action()
    except BaseException as error:
        return type(error).__name__
print("read", attempt(lambda: open({str(canary)!r}).read()))
print("write", attempt(lambda: open({str(canary)!r}, "a").write("x")))
print("new", attempt(lambda: open({str(canary.parent / "new")!r}, "w")))
print("tmp", attempt(lambda: open("/tmp/../etc/autograder-canary", "w")))
print("link", attempt(lambda: (os.symlink({str(canary)!r}, "l"), open("l").read())))
print("connect", attempt(lambda: socket.create_connection(("127.0.0.1", {port}), 1)))
print("udp", attempt(lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM)))
print("abstract", attempt(lambda: socket.socket(socket.AF_UNIX).connect("\\0x")))
print("environment", os.environ.get("CANARY"))
print("home", attempt(lambda: os.listdir("/root")), attempt(lambda: os.listdir("/home")))
print("parent", attempt(lambda: open(f"/proc/{{os.getppid()}}/environ").read()))
print("mount", attempt(lambda: os.open("/proc/1/root/etc/shadow", 0)))
print("prctl", attempt(lambda: open("/proc/self/mem", "r+b").close()))
"""
    run = worker.run([student(cell)], names=set())
    shown = text_of(run.cells[0])
    for word in ("read", "write", "new", "tmp", "connect", "udp", "abstract", "mount"):
        line = next(line for line in shown.splitlines() if line.startswith(word + " "))
        assert line.endswith("Error"), line
    assert "314159" not in shown


@pytest.mark.parametrize(
    "name", ["solutions", "nbgrader", "torch", "scipy", "autograder.grade", "autograder.authoring",
             "autograder.sandbox", "pytest", "rich"]
)  # fmt: skip
def test_what_the_course_does_not_list_cannot_be_imported(worker, name):
    root = str(Path(__file__).parents[3])
    site = str(Path(pytest.__file__).parents[1])
    cell = f"import sys\nsys.path += [{root!r}, {site!r}]\nimport {name}"
    shown = text_of(worker.run([student(cell)], names=set()).cells[0])
    assert "ModuleNotFoundError" in shown or "PermissionError" in shown, shown


def children_of(pid):
    found = [pid]
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text().split():
            found += children_of(int(child))
    return found


def test_no_process_is_left(worker):
    before = set(children_of(os.getpid()))
    leave = """
import os, signal, time
for signum in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
    signal.signal(signum, signal.SIG_IGN)
for _ in range(2):
    if not os.fork():
        os.setsid()
        os.fork()
        while True: time.sleep(0.01)
def f(): return 1
"""
    run = worker.run([student(leave), check("assert f() == 1")], names={"f"})
    assert checks_of(run)[0].outcome in ("passed", "crashed")
    assert set(children_of(os.getpid())) <= before


def test_signals_reach_nobody_else(worker):
    shoot = """
import os, signal, threading
def f():
    for target in (-1, 0, 1, 2, os.getppid()):
        try:
            os.kill(target, signal.SIGKILL)
        except OSError:
            pass
    return 1
threading.Thread(target=f).start()
"""
    for _ in range(2):
        run = worker.run([student(shoot), check("assert f() == 1")], names={"f"})
        assert checks_of(run)[0].outcome in ("passed", "crashed", "failed", "timeout")
    assert outcome(worker, "def f(): return 1", "assert f() == 1").outcome == "passed"


def test_a_file_is_gone_with_its_submission(worker):
    cells = [student("open('left.txt', 'w').write('x')\nimport os\nprint(os.listdir('.'))")]
    for _ in range(2):
        assert "['left.txt']" in text_of(worker.run(cells, names=set()).cells[0])


def test_other_descriptors_are_not_inherited(worker):
    cell = """
import os
for fd in range(3, 300):
    try:
        os.write(fd, b"x" * 1000)
        print("wrote", fd)
    except OSError:
        pass
"""
    run = worker.run(
        [student(cell), student("def f(): return 1"), check("assert f() == 1")], names={"f"}
    )
    assert checks_of(run)[0].outcome in ("passed", "crashed")
    assert outcome(worker, "def f(): return 1", "assert f() == 1").outcome == "passed"


def test_an_honest_neighbour_is_graded_the_same(worker):
    def honest():
        cells = [NUMPY, student("def f(x): return x + 1\nprint(f(1))"), check(SAME)]
        run = worker.run(cells, names={"f"})
        return [(cell.outcome, cell.score, cell.outputs, cell.message) for cell in run.cells]

    before = honest()
    for attack in ("os._exit", "segmentation fault", "builtins patched", "np.testing patched"):
        assert outcome(worker, FORGERIES[attack], SAME).outcome != Outcome.PASSED
        assert honest() == before


def test_the_process_with_the_checks_writes_nothing_and_reaches_nobody(worker, canaries):
    canary, listener = canaries
    test = f"""
import os, socket
def refused(action):
    try:
        action()
    except OSError:
        return True
    return False
assert refused(lambda: open({str(canary)!r}))
assert refused(lambda: open({str(canary)!r}, "a"))
assert refused(lambda: open({str(canary.parent / "new")!r}, "w").write("x"))
assert refused(lambda: open("/tmp/new", "w").write("x" * 10_000))
assert refused(lambda: socket.create_connection({listener.getsockname()!r}))
"""
    result = outcome(worker, "", test)
    assert result.outcome == "passed", result
