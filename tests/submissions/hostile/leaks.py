"""What no submission may see, and a hidden check's numbers carried out of the sandbox.

Three ways can't be closed, and give little: whether a hidden check passed is one bit for each
submission; how long a check takes is seen by the instructor alone; and two submissions that are
graded at the same moment can signal each other by how busy the machine is.
"""

import sys
from pathlib import Path

from tests.submissions.hostile.registry import in_cell, in_folder, in_functions

SITES = [str(Path(__file__).parents[3]), *(path for path in sys.path if "site-packages" in path)]
RIGHT = "def centre(x): return x - x.mean()"

# Hidden numbers carried out

in_functions(
    "hidden input kept for a later cell",
    "seen = {}",
    """
def scale(x):
    seen["x"] = x.copy()
    scale.x = sys.modules["seen"] = os.environ["SEEN"] = str(x)
    open("seen.txt", "w").write(str(x))
    print(x, file=sys.stderr)
    return 2 * x + 1
""",
    """
print(seen, vars(scale), os.environ.get("SEEN"), *sorted(os.listdir(".")))
def centre(x): return x - x.mean()
""",
    "{} {} None helper.py numbers.csv\\n",
)
in_functions(
    "hidden input in shared memory, shown in a visible check",
    "import mmap\nshared = mmap.mmap(-1, 4096)",
    """
def scale(x):
    text = repr(x.tolist()).encode()
    shared[: len(text)] = text
    return 2 * x + 1
""",
    """
def centre(x):
    print(shared[:400])
    return x - x.mean()
""",
)
in_functions(
    "hidden input in a file, shown in a visible check's exception",
    "",
    """
def scale(x):
    open("seen.txt", "a").write(repr(x.tolist()))
    return 2 * x + 1
""",
    """
def centre(x):
    raise ValueError(open("seen.txt").read())
""",
    centre="failed",
    chain="failed",
)
in_functions(
    "hidden input in the offset of a shared file",
    "line = os.open('offset', os.O_RDWR | os.O_CREAT)\nos.truncate(line, 10**7)",
    """
def scale(x):
    os.lseek(line, int(x.flat[0]), os.SEEK_SET)
    return 2 * x + 1
""",
    """
def centre(x):
    print(os.lseek(line, 0, os.SEEK_CUR))
    return x - x.mean()
""",
)
in_functions(
    "hidden input through a pipe to a process that waits",
    """
reading, writing = os.pipe()
if not os.fork():
    os.setsid()
    text = os.read(reading, 4096)
    print(text)
    attempt(lambda: socket.create_connection(("127.0.0.1", PORT)))
    open("seen.txt", "wb").write(text)
    os._exit(0)
""",
    """
def scale(x):
    os.write(writing, repr(x.tolist()).encode())
    return 2 * x + 1
""",
    """
def centre(x):
    if os.path.exists("seen.txt"):
        print(open("seen.txt").read())
    return x - x.mean()
""",
)
in_functions(
    "hidden input in exceptions, names and texts of objects",
    "",
    """
def scale(x):
    class Loud(np.ndarray):
        def __repr__(self): return repr(x)
        __str__ = __repr__
        def __getattr__(self, name): return str(x)
    Loud.__name__ = Loud.__qualname__ = str(x[0, 0])
    raise type(f"E{int(x[0, 0])}", (ValueError,), {"__notes__": [str(x)]})(x, Loud)
""",
    RIGHT,
    scale="failed",
    chain="failed",
)
in_functions(
    "hidden input in a generator that a later check asks",
    "",
    """
def scale(x):
    def tell():
        while True:
            print(x)
            yield x
    return tell()
""",
    RIGHT,
    scale="failed",
    chain="failed",
)
in_functions(
    "hidden input told by how long a check takes",
    "",
    """
def scale(x):
    time.sleep(float(f"0.{abs(int(x.flat[0])) % 5}"))
    return 2 * x + 1
""",
    RIGHT,
)
in_functions(
    "hidden input left to a thread",
    "seen = []\nthreading.Thread(target=lambda: [time.sleep(0.1), print(seen)]).start()",
    """
def scale(x):
    seen.append(x)
    threading.Thread(target=print, args=(x,)).start()
    return 2 * x + 1
""",
    RIGHT,
)

# What lies outside

in_cell(
    "course, home and temporary files read",
    """
import glob, sqlite3
for place in (COURSE, HOME, TEMP):
    attempt(lambda: open(f"{place}/canary.txt").read())
    attempt(lambda: open(f"{place}/gradebook.db").read())
    attempt(lambda: open(f"{place}/source/arrays/arrays.ipynb").read())
    attempt(lambda: open(f"{place}/.ssh/id_ed25519").read())
    attempt(lambda: os.listdir(place))
    attempt(lambda: os.open(place, os.O_PATH | os.O_DIRECTORY) and os.listdir(place))
    attempt(lambda: sqlite3.connect(f"file:{place}/gradebook.db?mode=ro", uri=True).execute("x"))
print(glob.glob(f"{COURSE}/*"), glob.glob(f"{HOME}/.*"))
attempt(lambda: os.listdir("/home"))
attempt(lambda: open("/etc/shadow").read())
attempt(lambda: open("/etc/passwd").read())
""",
    "refused: OperationalError",
    "[] []",
)
in_cell(
    "course read by way of links and of its own process",
    """
ways = ["/proc/1/root", "/proc/self/root", "/proc/self/cwd/../../../../..", "/proc/1/cwd/../..",
        f"/proc/{GRADER}/root", f"/proc/{os.getppid()}/root", "/proc/thread-self/root"]
for way in ways:
    attempt(lambda: open(f"{way}{COURSE}/canary.txt").read())
os.symlink(COURSE, "course")
attempt(lambda: open("course/canary.txt").read())
attempt(lambda: os.link(f"{COURSE}/canary.txt", "canary"))
attempt(lambda: os.rename(f"{COURSE}/canary.txt", "canary"))
import subprocess
attempt(lambda: subprocess.check_output(["/bin/cat", f"{COURSE}/canary.txt"]))
attempt(lambda: subprocess.check_output(["/bin/su", "-c", "id"], stdin=subprocess.DEVNULL))
""",
    "refused: FileNotFoundError|refused: PermissionError",
)
in_cell(
    "course written to",
    """
for place in (COURSE, HOME, TEMP, "/", "/etc", "/usr/lib", "/dev/shm", "/var/tmp", "/run"):
    attempt(lambda: open(f"{place}/new", "w").write("x"))
    attempt(lambda: os.mkdir(f"{place}/newer"))
    attempt(lambda: os.symlink("/", f"{place}/link"))
for place in (COURSE, HOME, TEMP):
    attempt(lambda: open(f"{place}/gradebook.db", "a").write("x"))
    attempt(lambda: os.truncate(f"{place}/canary.txt", 0))
    attempt(lambda: os.unlink(f"{place}/canary.txt"))
    attempt(lambda: os.chmod(f"{place}/canary.txt", 0))
    os.utime(f"{place}/canary.txt", (0, 0))  # it does nothing, and says that it did
    attempt(lambda: os.setxattr(f"{place}/canary.txt", "user.x", b"x"))
""",
    "refused: ",
)
in_cell(
    "environment of every process read",
    """
print([name for name in os.environ if "CANARY" in name])
attempt(lambda: {}["CANARY"])
for pid in ["self", "1", str(GRADER), str(os.getppid()), *filter(str.isdigit, os.listdir("/proc")
            if os.access("/proc", os.R_OK) else [])]:
    for name in ("environ", "cmdline", "maps", "stack", "fd", "map_files"):
        try:
            path = f"/proc/{pid}/{name}"
            text = os.listdir(path) if os.path.isdir(path) else open(path, "rb").read()[-3000:]
            print(pid, name, text)
        except OSError as error:
            print("refused:", error.strerror)
""",
    "[]",
    "refused: ",
)
in_cell(
    "own memory searched for what the grader knows",
    r"""
import re
found = []
try:
    with open("/proc/self/maps") as maps, open("/proc/self/mem", "rb", 0) as memory:
        for line in maps:
            low, high = (int(part, 16) for part in line.split()[0].split("-"))
            if "rw" in line.split()[1] and high - low < 1 << 26:
                try:
                    memory.seek(low)
                    data = memory.read(high - low)
                except (OSError, ValueError, OverflowError):
                    continue
                for match in re.finditer(rb"(canary|default_rng\(4|CANARY)[^\0]{0,80}", data):
                    found.append(match[0])
except OSError as error:
    print("refused:", type(error).__name__)
print(sorted(set(found))[:500])
""",
    "canary|refused: ",
)
in_cell(
    "memory of other processes opened and traced",
    """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
for pid in (GRADER, os.getppid(), 1):
    if pid != os.getpid():
        attempt(lambda: open(f"/proc/{pid}/mem", "r+b", 0) if pid else {}[0])
        print("traced" if libc.ptrace(16, pid, 0, 0) == 0 else "refused: ptrace")
        part = (ctypes.c_void_p * 2)(0, 8)
        read = libc.process_vm_readv(pid, part, 1, part, 1, 0)
        print("GOT" if read > 0 else "refused: readv")
        attempt(lambda: os.pidfd_open(pid))
""",
    "refused: ptrace",
    "refused: readv",
)
in_cell(
    "packages of the grader imported",
    f"""
import importlib
sys.path += [COURSE, HOME, "/usr/lib/python3/dist-packages", *{SITES!r}]
for name in ("solutions", "solutions.reference", "autograder.grade", "autograder.sandbox",
             "autograder.authoring", "autograder.record", "nbgrader", "nbformat", "torch", "scipy",
             "sqlalchemy", "jupyter_client", "pip", "tests"):
    attempt(lambda: importlib.import_module(name))
""",
    "refused: ModuleNotFoundError|refused: PermissionError",
)
in_cell(
    "network",
    """
for family in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX, 16, 17, 38, 40):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
        attempt(lambda: socket.socket(family, kind))
attempt(lambda: socket.create_connection(("127.0.0.1", PORT), 1))
attempt(lambda: socket.create_server(("127.0.0.1", 0)))
attempt(lambda: socket.getaddrinfo("example.org", 80))
import urllib.request
attempt(lambda: urllib.request.urlopen(f"http://127.0.0.1:{PORT}/", timeout=1))
pair = socket.socketpair()
attempt(lambda: pair[0].connect("\\0abstract"))
attempt(lambda: pair[0].bind("\\0abstract"))
attempt(lambda: pair[0].sendto(b"x", ("127.0.0.1", PORT)))
""",
    "refused: PermissionError",
    "refused: gaierror",
)
MESSAGES = """
import ctypes, mmap
from multiprocessing import shared_memory
libc = ctypes.CDLL(None, use_errno=True)
places = ["/dev/shm", "/tmp", "/var/tmp", "/dev/mqueue", "/run", "/student", HOME, TEMP]
places.append(os.path.dirname(os.getcwd()))
"""
in_cell(
    "message left for the next submission",
    MESSAGES
    + """
for place in places:
    try:
        open(f"{place}/message", "w").write("MESSAGE")
    except OSError:
        pass
for action in (
    lambda: shared_memory.SharedMemory("message", create=True, size=64).buf,
    lambda: libc.shmget(4242, 64, 0o1666),
    lambda: libc.msgget(4242, 0o1666),
    lambda: libc.mq_open(b"/message", os.O_CREAT, 0o666, None),
    lambda: libc.syscall(248, b"user", b"message", b"MESSAGE", 7, -4),
    lambda: libc.sem_open(b"/message", os.O_CREAT, 0o666, 1),
):
    try:
        action()
    except OSError as error:
        print("refused:", error.strerror)
os.environ["MESSAGE"] = "MESSAGE"
""",
)
in_cell(
    "message of another submission looked for",
    MESSAGES
    + """
for place in places:
    attempt(lambda: open(f"{place}/message").read() if not os.path.samefile(place, ".") else {}[0])
attempt(lambda: shared_memory.SharedMemory("message"))
print("shm", libc.shmget(4242, 64, 0), "msg", libc.msgget(4242, 0))
print("key", libc.syscall(249, b"user", b"message", 0, 0), os.environ.get("MESSAGE"),
      *sorted(os.listdir()))
""",
    "shm -1 msg -1",
    "key -1 None helper.py numbers.csv\\n",
)
in_cell(
    "other submissions' homes listed",
    """
above = os.path.dirname(os.getcwd())
attempt(lambda: [name for name in os.listdir(above) if name.startswith("student_")][0])
attempt(lambda: [open(f"{above}/{name}/x") for name in os.listdir(above)][99])
""",
    "refused: ",
)


@in_folder(refused="is a link")
def notebook_is_a_link_to_the_gradebook(folder, path):
    path.unlink()
    path.symlink_to("/proc/self/environ")


@in_folder(refused="is not a notebook")
def notebook_is_a_hard_link_to_a_secret(folder, path):
    path.unlink()
    secret = folder.parent.parent / "secret.txt"
    secret.write_text("hard-linked-secret")
    path.hardlink_to(secret)
