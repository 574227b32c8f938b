"""Doors of the kernel that lead out past files and sockets: each was open once."""

from tests.submissions.hostile.registry import ANY, in_cell

CALLS = """
import ctypes, fcntl, struct
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
def call(number, *args):
    args = [ctypes.c_long(a) if type(a) is int else a for a in args]
    return libc.syscall(ctypes.c_long(number), *args)
def said(name, got): print("GOT" if got >= 0 else "refused:", name, got)
"""

in_cell(
    "attributes of a file outside changed by calls that are new",
    CALLS
    + """
value = ctypes.create_string_buffer(b"hello")
with_value = struct.pack("QII", ctypes.addressof(value), 5, 0)
for path in (f"{COURSE}/canary.txt", os.__file__):
    path = path.encode()
    said("setxattrat", call(463, -100, path, 0, b"user.hello", with_value, 16))
    said("file_setattr", call(469, -100, path, struct.pack("QIIII", 0x80, 0, 0, 0, 0), 24, 0))
""",
    "refused: setxattrat",
    "refused: file_setattr",
)
in_cell(
    "table of what is mounted read by calls that are new",
    CALLS
    + """
found = ctypes.create_string_buffer(4000)
everywhere = struct.pack("IIQQQ", 32, 0, 2**64 - 1, 0, 0)
said("listmount", call(458, everywhere, found, 500, 0))
said("statmount", call(457, struct.pack("IIQQQ", 32, 0, 1, 2, 0), found, 4000, 0))
said("calls to come", max(call(number, 0, 0, 0, 0, 0, 0) for number in range(453, 512)))
""",
    "refused: listmount",
    "refused: calls to come",
)
in_cell(
    "marks set on a file that is open for reading",
    CALLS
    + """
open("own", "w").close()  # a library's file may belong to the same user
for path in ("own", os.__file__):
    line = os.open(path, os.O_RDONLY)
    for name, request in (("flags", 0x40086602), ("version", 0x40087602), ("verity", 0x40806685)):
        attempt(lambda: fcntl.ioctl(line, request, bytes(128)))
    attempt(lambda: fcntl.fcntl(line, 1036, struct.pack("Q", 3)))
print(os.isatty(0), os.get_blocking(line))
""",
    "refused: OSError",
    "refused: PermissionError",
)
in_cell(
    "submission told something at a place of a library's file where it waits",
    CALLS
    + """
line = os.open(os.__file__, os.O_RDONLY)
place = libc.mmap(None, 4096, 1, 1, line, 0)
word = ctypes.c_uint32.from_address(place).value
place = ctypes.c_void_p(place)
if not os.fork():
    call(202, place, 0, word, struct.pack("qq", 1, 0), 0, 0)
    os._exit(0)
woken = 0
for _ in range(200):
    woken = woken or call(202, place, 1, 100, 0, 0, 0)
    time.sleep(0.001)
os.wait()
said("woken", woken or -1)
""",
    "refused: woken",
)
in_cell(
    "memory in pages that a pipe holds",
    CALLS
    + """
libc.munmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
libc.madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
SIZE = 2 << 20
held, more, pipes = 0, 1, []
while more > 0 and held < 400:
    reading, writing = os.pipe()
    pipes += [reading, writing]
    os.set_blocking(writing, False)
    for _ in range(16):
        place = libc.mmap(None, 2 * SIZE, 3, 0x22, -1, 0)
        page = (place + SIZE - 1) // SIZE * SIZE
        libc.madvise(page, SIZE, 14)
        ctypes.c_char.from_address(page).value = b"x"
        part = ctypes.create_string_buffer(struct.pack("QQ", page, 1), 16)
        more = call(278, writing, ctypes.c_void_p(ctypes.addressof(part)), 1, 2)
        libc.munmap(place, 2 * SIZE)
        held += more > 0
said("pages of 2 MiB", held or -1)
for name in ("splice", "sendfile"):
    attempt(lambda: getattr(os, name)(pipes[1], os.open(os.__file__, os.O_RDONLY), 0, 1))
import shutil
print(os.path.getsize(shutil.copyfile(os.__file__, "copy")) > 1000)
""",
    "refused: pages of 2 MiB",
    "True",
)
in_cell(
    "places for reading in the background taken from the whole machine",
    CALLS + "said('io_setup', call(206, 1000, ctypes.byref(ctypes.c_ulong(0))))",
    "refused: io_setup",
)
in_cell(
    "processes of others asked about",
    CALLS
    + """
for pid in range(2, 400):
    for ask in (os.getpgid, os.getsid, os.sched_getaffinity, os.sched_getscheduler,
                lambda pid: os.getpriority(os.PRIO_PROCESS, pid),
                lambda pid: time.clock_gettime(~pid << 3 | 2)):
        try:
            ask(pid)
        except OSError as error:
            continue
        print("GOT", pid, ask)
print(os.getpriority(os.PRIO_PROCESS, 0), len(os.sched_getaffinity(0)) > 0)
print("clocks", time.process_time() > 0, time.thread_time() > 0)
""",
    "0 True",
    "clocks True True",
)

NAMELESS = """
def nameless():
    lines = []
    try:
        for i in range(14):
            lines.append(os.open("large", os.O_RDWR | os.O_CREAT))
            os.unlink("large")
            for _ in range(15): os.write(lines[-1], bytes(1 << 20))
        time.sleep(60)  # whoever watches ends it
        return "GOT all"
    except OSError as error:
        return f"refused: {error.strerror}"
"""
in_cell(
    "many large files without a name of a daemon",
    NAMELESS
    + """
reading, writing = os.pipe()
if not os.fork():
    os.setsid()
    if not os.fork(): os.write(writing, nameless().encode())
    os._exit(0)
os.wait()
os.close(writing)
print("said:", os.read(reading, 100))
""",
    "said: b'refused|said: b''|the process ended|Interrupt",
    **ANY,
)
in_cell(
    "many large files without a name of one who lets nobody look",
    NAMELESS
    + """
import ctypes
ctypes.CDLL(None).prctl(4, 0, 0, 0, 0)
print(nameless())
""",
    "refused: |the process ended",
)
in_cell(
    "many large files without a name on their way in a message",
    """
import array
one, other = socket.socketpair()
try:
    for i in range(14):
        line = os.open("large", os.O_RDWR | os.O_CREAT)
        os.unlink("large")
        for _ in range(15): os.write(line, bytes(1 << 20))
        one.sendmsg([b"x"], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [line]))])
        os.close(line)
    print("GOT all")
except OSError as error:
    print("refused:", error.strerror)
""",
    "refused: ",
)
in_cell(
    "memory in sockets that nobody reads",
    """
pairs, taken = [], 0
try:
    while True:
        pairs.append(socket.socketpair())
        for end in pairs[-1]:
            try:
                end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 30)
            except PermissionError: pass
            end.setblocking(False)
            try:
                while True: taken += end.send(bytes(1 << 16))
            except BlockingIOError: pass
except OSError as error:
    print("refused:", error.strerror)
del pairs, end
print("little" if taken < 64 << 20 else "GOT", taken)
""",
    "refused: Too many open files",
    "little",
)
in_cell(
    "memory in tables of pages, by several",
    CALLS
    + """
for _ in range(3):
    if not os.fork(): break
place = 0x100000000000
for _ in range(60_000):
    got = libc.mmap(place, 4096, 1, 0x100022, -1, 0)
    if got in (None, 2**64 - 1): break
    ctypes.string_at(got, 1)
    place += 512 * (2 << 20)
time.sleep(0.5)
""",
    **ANY,
)
in_cell(
    "program of the system's started for a dead process",
    """
import resource
attempt(lambda: resource.setrlimit(resource.RLIMIT_CORE, (0, 0)))
print(resource.getrlimit(resource.RLIMIT_CORE))
""",
    "(1, 1)",
)
