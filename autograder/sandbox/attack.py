"""A handful of real attacks on this machine's sandbox, and what came of each."""

import os
import socket
import tempfile
from dataclasses import dataclass
from pathlib import Path

from autograder.model import Limits
from autograder.sandbox.errors import SandboxError
from autograder.sandbox.levels import Level
from autograder.sandbox.process import WarmProcess
from autograder.sandbox.start import start_student
from autograder.sandbox.trial import run_in

SECONDS = 20.0
MODE = 0o666
LIMITS = Limits(cell=3.0, submission=9.0, memory=512 << 20)
PRELUDE = """
import os, socket
def attempt(action):
    try:
        return str(action())[:200]
    except BaseException as error:
        return type(error).__name__
"""


@dataclass(frozen=True)
class Attack:
    """One attack.

    Attributes
    ----------
    name : str
        What it tries, in words.
    source : str
        A cell that prints what it got.
    """

    name: str
    source: str


@dataclass(frozen=True)
class Held:
    """Whether one attack was held back, and what it got."""

    name: str
    held: bool
    detail: str


ATTACKS = (
    Attack("read a file outside", "print(attempt(lambda: open(CANARY).read()))"),
    Attack("write a file outside", "print(attempt(lambda: open(CANARY, 'a').write('changed')))"),
    Attack(
        "make a file outside",
        "print(attempt(lambda: open(os.path.join(os.path.dirname(CANARY), 'new'), 'w').close()))",
    ),
    Attack("change a file's mode outside", "print(attempt(lambda: os.chmod(CANARY, 0)))"),
    Attack(
        "send to a socket with a name",
        "print(attempt(lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)))",
    ),
    Attack(
        "have the kernel signal the grader",
        "import fcntl\n"
        "a, b = socket.socketpair()\n"
        "print(attempt(lambda: fcntl.fcntl(a, fcntl.F_SETOWN, PARENT)))",
    ),
    Attack("connect to this machine", "print(attempt(lambda: socket.create_connection(ADDRESS)))"),
    Attack(
        "read another process's memory",
        "print([attempt(lambda: open(f'/proc/{pid}/mem', 'rb')) for pid in (SUPERVISOR, PARENT)])",
    ),
    Attack(
        "trace the parent process",
        "import ctypes\n"
        "traced = ctypes.CDLL(None).ptrace(16, os.getppid() or SUPERVISOR, 0, 0)\n"
        "print('traced' if traced == 0 else 'refused')",
    ),
    Attack(
        "end the grader's processes",
        "import signal\n"
        "print([attempt(lambda: os.kill(pid, signal.SIGKILL)) for pid in (SUPERVISOR, PARENT)])",
    ),
    Attack(
        "tell another submission a number by a library's file",
        "import ctypes, fcntl, struct\n"
        "a, b = (os.open(os.__file__, os.O_RDONLY) for _ in 'ab')\n"
        "def lock(line, command, kind, start):\n"
        "    return fcntl.fcntl(line, command, struct.pack('hhqqi4x', kind, 0, start, 1, 0))\n"
        "attempt(lambda: lock(a, 37, fcntl.F_RDLCK, 271828))\n"
        "seen = [attempt(lambda: struct.unpack('hhqqi4x', lock(b, 36, fcntl.F_WRLCK, 0)))]\n"
        "attempt(lambda: fcntl.flock(a, fcntl.LOCK_EX))\n"
        "seen.append(attempt(lambda: fcntl.flock(b, fcntl.LOCK_EX | fcntl.LOCK_NB)))\n"
        "seen.append(ctypes.CDLL(None).inotify_init1(0))\n"
        "seen.append(attempt(lambda: os.preadv(a, [bytearray(1)], 0, os.RWF_NOWAIT)))\n"
        "held = ['PermissionError', 'None', -1, 'PermissionError']\n"
        "print('refused' if seen == held else f'told by {seen}')",
    ),
    Attack("import the grader", "print(attempt(lambda: __import__('autograder.grade')))"),
    Attack(
        "fork without end",
        "n = 0\n"
        "try:\n"
        "    while n < 2000:\n"
        "        if not os.fork():\n"
        "            import time\n"
        "            time.sleep(600)\n"
        "        n += 1\n"
        "except OSError: pass\n"
        "print('forked', n)",
    ),
    Attack(
        "take all memory",
        "x, n = [], 0\n"
        "try:\n"
        "    while n < 4000:\n"
        "        x.append(bytearray(1 << 20))\n"
        "        n += 1\n"
        "except MemoryError: pass\n"
        "x.clear()\n"
        "print('took', n, 'MiB')",
    ),
    Attack(
        "leave a process behind",
        "if not os.fork():\n"
        "    os.setsid()\n"
        "    if not os.fork():\n"
        "        import time\n"
        "        while True: time.sleep(0.01)\n"
        "    os._exit(0)\n"
        "print('left')",
    ),
)


def attacks(level: Level) -> list[Held]:
    """Run every attack in a sandbox of this level, and say what held.

    Parameters
    ----------
    level : Level
        What `probe` found.

    Raises
    ------
    SandboxError
        Without a sandbox: the attacks would succeed.
    """
    if not level.sandboxed:
        raise SandboxError("without a sandbox nothing is held back: the attacks are not run")
    with tempfile.TemporaryDirectory(prefix="autograder_attack_") as folder:
        canary = Path(folder, "canary")
        canary.write_text("the canary sings")
        Path(folder).chmod(0o777)
        canary.chmod(MODE)
        with socket.create_server(("127.0.0.1", 0)) as listener:
            listener.settimeout(0.01)
            warm = start_student(level.name, LIMITS)
            try:
                warm.ready()
                aim = (
                    f"CANARY, ADDRESS = {str(canary)!r}, {listener.getsockname()!r}\n"
                    f"SUPERVISOR, PARENT = {os.getpid()}, {warm.process.pid}\n"
                )
                return [_try(attack, aim, warm, canary, listener) for attack in ATTACKS]
            finally:
                warm.close()


def _try(
    attack: Attack, aim: str, warm: WarmProcess, canary: Path, listener: socket.socket
) -> Held:
    before = set(_descendants(warm.process.pid))
    outputs = run_in(warm, [PRELUDE + aim + attack.source], LIMITS, SECONDS)
    text = "".join(output.get("text", "") for cell in outputs for output in cell).strip()
    damage = []
    if "sings" in text:
        damage.append("the file was read")
    if canary.read_text() != "the canary sings" or len(list(canary.parent.iterdir())) > 1:
        damage.append("a file outside was changed")
    if canary.stat().st_mode & 0o777 != MODE:
        damage.append("the mode of a file outside was changed")
    if "socket.socket" in text:
        damage.append("a socket without connection was made")
    if _connected(listener):
        damage.append("the network was reached")
    if "BufferedReader" in text or "traced" in text:
        damage.append("another process was opened")
    if text.startswith("told"):
        damage.append("another submission could be told something")
    if text.startswith("<module"):
        damage.append("the grader was imported")
    if text.startswith("forked") and int(text.split()[1]) >= 100:
        damage.append("there was no bound on processes")
    if text.startswith("took") and int(text.split()[1]) >= 4000:
        damage.append("there was no bound on memory")
    if warm.process.poll() is not None:
        damage.append("the warm process was ended")
    elif left := set(_descendants(warm.process.pid)) - before:
        damage.append(f"{len(left)} processes were left")
    return Held(attack.name, not damage, "; ".join(damage) or text[:200] or "nothing came of it")


def _connected(listener: socket.socket) -> bool:
    try:
        listener.accept()[0].close()
    except TimeoutError:
        return False
    return True


def _descendants(pid: int) -> list[int]:
    """Return the processes below one, as far as /proc shows them."""
    found: list[int] = []
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                found += [int(child), *_descendants(int(child))]
    except OSError:
        pass
    return found
