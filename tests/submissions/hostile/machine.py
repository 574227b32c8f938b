"""Attacks on the machine: its time, its memory, its disk, its terminal, its kernel."""

from tests.submissions.hostile.registry import ANY, RIGHT, SOMETIMES, in_cell, in_function

LATE = {"scale": "passed", "scale__hidden": "timeout", "chain": "passed"}

# Time

in_cell(
    "loop that swallows every exception",
    """
while True:
    try:
        while True: pass
    except BaseException:
        pass
""",
)
in_cell("computation in C without end", "x = 3 ** 10**9")
in_cell("sleep without end", "time.sleep(10**6)")
in_cell(
    "limits on time lifted",
    """
import resource
signal.signal(signal.SIGXCPU, signal.SIG_IGN)
signal.signal(signal.SIGINT, signal.SIG_IGN)
soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))
while True: pass
""",
)
in_cell("question that nobody answers", "try:\n    input()\nexcept EOFError: print('EOF')", "EOF")
in_function("endless call", f"{SOMETIMES}        while True: pass{RIGHT}", **LATE)
in_function("sleeping call", f"{SOMETIMES}        time.sleep(10**6){RIGHT}", **LATE)
in_function(
    "call that stops itself",
    f"{SOMETIMES}        os.kill(os.getpid(), signal.SIGSTOP){RIGHT}",
    scale="passed",
    scale__hidden="timeout failed passed",
    chain="passed",
)
in_function(
    "list that holds itself twice",
    "def scale(x):\n    y = [1.0]\n    y += [y, y]\n    return y",
    scale="failed timeout crashed",
    chain="failed timeout crashed",
)
in_function(
    "set whose hashes collide",
    "def scale(x): return {i * ((1 << 61) - 1) for i in range(1, 1500)}",
    scale="failed timeout",
    chain="failed timeout",
)
in_function("number of many digits", "def scale(x): return 1 << 13_000")
in_function("numbers of very many digits", "def scale(x): return [1 << 10**7] * 100",
            scale="failed out_of_memory", chain="failed out_of_memory")  # fmt: skip

# Memory

in_cell("memory in one piece", "try:\n    bytearray(10**11)\nexcept MemoryError: print('bounded')",
        "bounded")  # fmt: skip
in_cell(
    "memory in many processes",
    """
for _ in range(40):
    try:
        if os.fork():
            continue
    except OSError:
        break
    taken = []
    try:
        while True: taken.append(bytearray(b"x") * (1 << 22))
    except MemoryError:
        signal.pause()
time.sleep(0.7)
""",
    **ANY,
)
in_cell(
    "memory in files that have no name",
    """
taken = 0
for _ in range(60):
    try:
        line = os.memfd_create("x")
        taken += os.write(line, bytes(15 << 20))
    except OSError as error:
        print("refused:", error.strerror)
        break
print("took", taken >> 20, "MiB")
""",
    "refused: ",
)
in_cell(
    "memory in pipes",
    """
import fcntl
pipes = []
try:
    while True:
        pipes.append(os.pipe())
        fcntl.fcntl(pipes[-1][1], 1031, 1 << 20)
        os.set_blocking(pipes[-1][1], False)
        os.write(pipes[-1][1], bytes(1 << 20))
except OSError as error:
    print("refused:", error.strerror)
for line in {line for pipe in pipes for line in pipe}: os.close(line)
""",
    "refused: ",
)
in_function("reply of gigabytes", "def scale(x): return np.zeros(10**8)",
            scale="failed out_of_memory crashed", chain="failed out_of_memory crashed")  # fmt: skip
in_function(
    "reply that expands",
    """
def scale(x):
    part = [0.0] * 10
    for _ in range(9):
        part = [part] * 10
    return part
""",
    scale="failed crashed out_of_memory",
    chain="failed crashed out_of_memory",
)
in_function(
    "reply of a view without end",
    "def scale(x): return np.broadcast_to(np.ones(1), (10**5, 10**5))",
    scale="failed out_of_memory crashed",
    chain="failed out_of_memory crashed",
)

# Disk

in_cell(
    "file without end",
    """
try:
    with open("huge", "wb") as file:
        while True: file.write(bytes(1 << 20))
except OSError as error:
    print("refused:", error.strerror)
""",
    "refused: ",
)
in_cell(
    "many large files",
    """
try:
    for i in range(100): open(f"large{i}", "wb").write(bytes(10 << 20))
    time.sleep(60)  # whoever watches ends it
    print("all written")
except OSError as error:
    print("refused:", error.strerror)
""",
    "refused: |the process ended",
)
in_cell(
    "many large files without a name",
    """
lines = []
try:
    for i in range(50):
        lines.append(os.open("large", os.O_RDWR | os.O_CREAT))
        os.unlink("large")
        os.write(lines[-1], bytes(15 << 20))
    time.sleep(60)
    print("all written")
except OSError as error:
    print("refused:", error.strerror)
""",
    "refused: |the process ended",
)
in_cell(
    "files without number",
    """
try:
    for i in range(5000): open(f"file{i}", "w").close()
    time.sleep(60)
    print("all written")
except OSError as error:
    print("refused:", error.strerror)
""",
    "refused: |the process ended",
)
in_cell(
    "folders without end",
    """
try:
    while True:
        os.mkdir("d")
        os.chdir("d")
except OSError as error:
    print("refused:", error.strerror)
""",
    "refused: |the process ended",
)
in_cell(
    "files where nobody may look",
    """
os.mkdir("closed", 0o300)
try:
    for i in range(40): open(f"closed/{i}", "wb").write(bytes(10 << 20))
    time.sleep(60)
    print("all written")
except OSError as error:
    print("refused:", error.strerror)
""",
    "refused: |the process ended",
)
in_cell(
    "descriptors without number",
    """
try:
    while True: os.open("/dev/null", os.O_RDONLY)
except OSError as error:
    print("refused:", error.strerror)
os.closerange(20, 4096)
""",
    "refused: Too many open files",
)

# Output

in_cell("many lines", "for _ in range(20_000): print('x' * 100)", "the output was cut here")
in_cell("one line without end", "print('x' * 10**8)", "the output was cut here")
in_cell("output on the descriptors",
        "for i in range(2000): os.write(1 + i % 2, b'x' * 10**5)")  # fmt: skip
in_cell(
    "output that is active",
    """
from IPython.display import HTML, SVG, Javascript, Markdown, display
display(HTML("<b>bold</b><script>evil()</script><img src=x onerror=evil()>"
             "<a href='javascript:evil()'>a</a><iframe src=//evil></iframe>"))
display(Javascript("evil()"), SVG("<svg xmlns='http://www.w3.org/2000/svg' onload='evil()'/>"))
display({"image/png": '"><script>evil()</script>', "text/latex": r"\\href{javascript:evil()}{a}"},
        raw=True)
display({"application/vnd.jupyter.widget-view+json": "evil()", "text/plain": "evil-free"}, raw=True)
""",
    "<b>bold</b>",
)
in_cell(
    "output that takes long to clean",
    """
from IPython.display import HTML, display
display(HTML("<div>" * 180_000))
display(HTML("&" * 500_000))
""",
)
in_function(
    "exception whose words move the cursor",
    "def scale(x): raise ValueError('\\x1b[2J\\x1b]0;title\\x07\\x9b\\u202eg.\\r\\ud800')",
)
in_cell("output that moves the cursor",
        "print('\\x1b[2J\\x1b]0;title\\x07\\x1b]52;c;ZQ==\\x07\\x9b\\u202eg.\\r\\0')")  # fmt: skip

# Descriptors and the kernel

in_cell(
    "every descriptor closed",
    "os.closerange(0, 4096)",
)
in_cell(
    "every descriptor made another",
    """
nowhere = os.open("/dev/null", os.O_RDWR)
for line in range(64):
    if line != nowhere:
        try:
            os.dup2(nowhere, line)
        except OSError: pass
""",
)
in_cell(
    "every descriptor written to",
    """
for line in range(64):
    try:
        os.set_blocking(line, False)
        os.write(line, b"\\xff" * 10**6)
    except OSError: pass
""",
    **ANY,
)
in_cell(
    "doors of the kernel tried",
    """
import ctypes
libc = ctypes.CDLL(None, use_errno=True)
calls = {"mount": 165, "umount": 166, "unshare": 272, "setns": 308, "chroot": 161, "bpf": 321,
         "perf": 298, "keyctl": 250, "userfaultfd": 323, "io_uring": 425, "kexec": 246,
         "module": 175, "handle": 304, "pivot": 155, "swapon": 167, "reboot": 169, "ptrace": 101,
         "fsopen": 430, "open_tree": 428, "pidfd_getfd": 438, "memfd_secret": 447, "clone3": 435}
for name, number in calls.items():
    got = libc.syscall(number, *[ctypes.c_long(0)] * 6)
    print("GOT" if got >= 0 else "refused:", name)
got = libc.syscall(272, 0x10000000)
print("GOT" if got >= 0 else "refused:", "user namespace")
for place in ("/dev/mem", "/dev/kmsg", "/proc/sysrq-trigger", "/sys/kernel", "/dev/tty"):
    attempt(lambda: open(place, "r+b", 0).read(1))
attempt(lambda: os.setuid(0) if os.getuid() else {}[0])
attempt(lambda: os.nice(-5))
""",
    "refused: mount",
    "refused: user namespace",
)
in_cell(
    "privileges sought",
    """
import glob, subprocess
def run(*command):
    return subprocess.check_output(command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
attempt(lambda: run("/bin/mount"))
attempt(lambda: run("/usr/bin/sudo", "-n", "id"))
attempt(lambda: run("/usr/bin/unshare", "-Ur", "id"))
attempt(lambda: run("/usr/bin/bwrap", "--bind", "/", "/", "id"))
attempt(lambda: run("/bin/sh", "-c", f"cat {COURSE}/canary.txt"))
""",
    "refused: ",
)
