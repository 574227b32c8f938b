"""Attacks by processes: too many, too long, gone, or in the way of others."""

from tests.submissions.hostile.registry import ANY, RIGHT, SOMETIMES, in_cell, in_function

LOST = {"scale": "crashed", "chain": "crashed"}

FORKS = """
try:
    while True:
        if not os.fork():
            {0}
except OSError as error:
    print("refused:", error.strerror)
"""
in_cell("processes without end", FORKS.format("signal.pause()"), "refused: ", **ANY)
in_cell("processes that fork", FORKS.format("continue"), "refused: ", **ANY)
in_cell(
    "threads without end",
    """
try:
    while True: threading.Thread(target=time.sleep, args=(600,), daemon=True).start()
except RuntimeError: print("refused: threads")
""",
    "refused: threads",
    **ANY,
)
in_cell(
    "daemon that outlives its submission",
    """
for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGPIPE):
    signal.signal(number, signal.SIG_IGN)
if not os.fork():
    os.setsid()
    if os.fork():
        os._exit(0)
    for line in range(3, 64):
        try:
            os.close(line)
        except OSError: pass
    while True:
        try:
            open(f"{COURSE}/gradebook.db", "w").write("100")
        except OSError:
            time.sleep(0.001)
os.wait()
print("left")
""",
    "left",
)
in_cell(
    "every process signalled",
    """
def shoot():
    for number in (signal.SIGKILL, signal.SIGSTOP, signal.SIGINT, signal.SIGXCPU):
        for target in (0, -1, 1, 2, GRADER, os.getppid(), -os.getppid()):
            try:
                if target != os.getpid(): os.kill(target, number)
            except (OSError, KeyboardInterrupt): pass
if not os.fork():
    shoot()
    os._exit(0)
time.sleep(0.1)
""",
    **ANY,
)
in_cell(
    "owner of a signal made the grader",
    """
import fcntl
pair = socket.socketpair()
for pid in (GRADER, os.getppid()):
    if pid:
        attempt(lambda: fcntl.fcntl(pair[0], fcntl.F_SETOWN, pid) or {}[0])
        attempt(lambda: os.sched_setaffinity(pid, {0}))
        attempt(lambda: os.setpriority(os.PRIO_PROCESS, pid, 19))
        import resource
        attempt(lambda: resource.prlimit(pid, resource.RLIMIT_NOFILE, (3, 3)))
""",
)
in_cell("end of the process", "os._exit(0)")
in_cell("exit", "sys.exit(0)")
in_cell("segmentation fault", "import ctypes\nctypes.string_at(0)")
in_cell("memory of its own destroyed",
        "import ctypes\nctypes.memset(id(sys.modules) & ~0xFFFF, 0, 1 << 20)")  # fmt: skip
in_cell("other program in its place",
        "os.execv(sys.executable, [sys.executable, '-c', AGAIN + 'while True: pass'])")  # fmt: skip
in_function("call that ends the process", "def scale(x): os._exit(0)", **LOST)
in_function("call that aborts", "def scale(x): os.abort()", **LOST)
in_function("call that breaks the process",
            "import ctypes\ndef scale(x): ctypes.string_at(0)", **LOST)  # fmt: skip
in_function(
    "call that overflows the stack",
    f"sys.setrecursionlimit(10**9)\n{SOMETIMES}        scale(x){RIGHT}",
    scale="passed",
    scale__hidden="crashed failed out_of_memory timeout",
    chain="passed",
)
