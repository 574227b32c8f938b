"""Submissions that reach for what lies outside, and for those who come after them."""

import os
import socket
import sys
from pathlib import Path

import pytest

from tests.autograder.grade.notebook import check, checks_of, locked, outcome, student, text_of
from tests.autograder.processes import end_of, tree


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


def test_no_process_is_left(worker):
    honest = [student("def f(): return 1"), check("assert f() == 1")]
    worker.run(honest, names={"f"})  # has all started that stays warm
    before = set(tree(os.getpid()))
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
    assert end_of(set(tree(os.getpid())) - before) == set()


COPIES = {
    "of a cell": "import os\nos.fork()\ndef f(x): return x",
    "of a function": "import os\ndef f(x):\n    os.fork()\n    return x",
}


@pytest.mark.parametrize("source", COPIES.values(), ids=COPIES)
def test_a_copy_does_not_answer_for_the_process_that_was_asked(worker, source):
    checks = [check(f"assert f({number}) == {number}") for number in range(6)]
    run = worker.run([student(source), student("x = 1"), *checks], names={"f"})
    assert {each.outcome for each in checks_of(run)} == {"passed"}


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


def test_the_time_of_a_device_tells_the_next_submission_nothing(worker):
    tell = """
import fcntl, os
names = ["null", "zero", "full", "random", "urandom", "tty", "ptmx", "shm"]
def times():
    found = [os.stat(f"/dev/{name}") for name in names if os.path.exists(f"/dev/{name}")]
    return [time for each in found for time in (each.st_atime_ns, each.st_mtime_ns)]
before = times()
for name in names:
    try:
        os.utime(f"/dev/{name}")
    except OSError:
        pass
try:  # the kernel changes the time of a terminal that is written to
    _, terminal = os.openpty()
    if not os.fork():
        os.setsid()
        fcntl.ioctl(terminal, 0x540E, 0)
        os.write(os.open("/dev/tty", os.O_RDWR), b"x")
        os._exit(0)
    os.wait()
except OSError:
    pass
print(times() == before)
"""
    assert text_of(worker.run([student(tell)], names=set()).cells[0]) == "True\n"


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


@pytest.mark.parametrize("size", [600, 3000, 16_000, 100_000])
def test_an_empty_array_holds_nothing_of_the_grader(worker, size):
    look = "def f(*arrays): return sum(array.any() for array in arrays)\n"
    give = f"arrays = [np.empty({size}, np.uint8) for _ in range(8)]\nassert f(*arrays) == 0"
    secret = "# 314159" * 500 + "\nassert f() == 0"
    cells = [locked("import numpy as np"), student(look), check(give)]
    cells += [check(f"{secret}  # {number}", hidden=True) for number in range(20)]
    for padding in (20_000, 0, 5000):
        cells[1] = student(look + "#" * padding)
        run = worker.run(cells, names={"f"})
        assert {str(result.outcome) for result in checks_of(run)} == {"passed"}


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
