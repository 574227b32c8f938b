"""A freshly forked process gives up what it doesn't need, before any untrusted code runs."""

import base64
import contextlib
import ctypes
import functools
import os
import resource
import signal
import struct
import sys
from collections.abc import Iterator

NEWNS, NEWUSER, NEWPID, NEWIPC = 0x20000, 0x10000000, 0x20000000, 0x8000000
NAMESPACES = NEWNS | NEWUSER | NEWPID | NEWIPC
NOSUID, NODEV, NOEXEC, RDONLY = 2, 4, 8, 1
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP, PR_CAPBSET_DROP = 1, 4, 22, 24
PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 36, 38
PR_SET_KEEPCAPS = 8
CAP_DAC_READ_SEARCH = 1 << 2
LAST_CAPABILITY = 64
CAPABILITY_VERSION = 0x20080522
LIMITS = {
    "cpu": resource.RLIMIT_CPU,
    "memory": resource.RLIMIT_AS,
    "processes": getattr(resource, "RLIMIT_NPROC", None),
    "file_size": resource.RLIMIT_FSIZE,
    "files": resource.RLIMIT_NOFILE,
    "core": resource.RLIMIT_CORE,
    "stack": resource.RLIMIT_STACK,
    "locked": getattr(resource, "RLIMIT_MEMLOCK", None),
    "messages": getattr(resource, "RLIMIT_MSGQUEUE", None),
}

libc = ctypes.CDLL(None, use_errno=True)
for _name in ("prctl", "unshare", "mount", "capset"):  # looked up once, and not in each fork
    getattr(libc, _name, None)


def check(result: int, what: str) -> None:
    """Raise OSError if a C function failed."""
    if result:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")


def prctl(option: int, value: int, pointer: object = 0) -> int:
    """Call prctl(2), where there is one."""
    if sys.platform != "linux":
        return 0
    return libc.prctl(option, ctypes.c_ulong(value), pointer, 0, 0)


def become(uid: int, reads_all: bool = False) -> None:
    """Turn from root into an unprivileged user.

    `reads_all` keeps the one capability to walk through private folders, where Landlock says what
    may be read at all.
    """
    os.setgroups([])
    prctl(PR_SET_KEEPCAPS, int(reads_all))
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
    set_capabilities(CAP_DAC_READ_SEARCH if reads_all else 0)
    prctl(PR_SET_DUMPABLE, 1)


@contextlib.contextmanager
def acting_as(uid: int | None) -> Iterator[None]:
    """Have the kernel take root for the unprivileged user of its forks; other users stay."""
    own = os.geteuid(), os.getegid()
    if not uid or uid == own[0]:
        yield
        return
    os.setegid(uid)
    os.seteuid(uid)
    try:
        yield
    finally:
        os.seteuid(own[0])
        os.setegid(own[1])


def go_first() -> None:
    """Have the kernel end this process and its forks before all others, if memory runs out."""
    prctl(PR_SET_DUMPABLE, 1)
    with contextlib.suppress(OSError):
        fd = os.open("/proc/self/oom_score_adj", os.O_WRONLY)
        try:
            os.write(fd, b"1000")
        finally:
            os.close(fd)


def new_namespaces() -> int:
    """Fork into fresh user, mount, process and IPC namespaces; return the child's pid, or 0 in it.

    The child is the first process of its namespace: when it ends, the kernel ends every other.
    """
    uid, gid = os.getuid(), os.getgid()
    prctl(PR_SET_DUMPABLE, 1)
    check(libc.unshare(NAMESPACES), "unshare")
    map_user(uid, gid)
    return os.fork()


def map_user(uid: int, gid: int) -> None:
    """Have a user namespace know its owner, and nobody else."""
    for name, line in (
        ("setgroups", "deny"),
        ("uid_map", f"{uid} {uid} 1"),
        ("gid_map", f"{gid} {gid} 1"),
    ):
        fd = os.open(f"/proc/self/{name}", os.O_WRONLY)
        os.write(fd, line.encode())
        os.close(fd)


def settle(uid: int, gid: int) -> None:
    """Become, in a fork born in a user namespace, the user that owns it, and nobody else."""
    prctl(PR_SET_DUMPABLE, 1)
    map_user(uid, gid)
    os.setresgid(gid, gid, gid)
    os.setresuid(uid, uid, uid)


def mount(kind: str, target: str, flags: int, data: str = "") -> None:
    """Mount a file system that has no device."""
    arguments = (kind.encode(), target.encode(), kind.encode())
    check(libc.mount(*arguments, ctypes.c_ulong(flags), data.encode()), f"mount {target}")


def private_files(home: str, size: int, entries: int, own_proc: bool = True) -> bool:
    """Give the namespace an empty home of bounded size, and a /proc of its own.

    Returns
    -------
    bool
        Whether there is a /proc. Some containers allow none, and their kernel logs each attempt.
    """
    mount("tmpfs", home, NOSUID | NODEV, f"size={size},nr_inodes={entries},mode=700")
    if own_proc:
        with contextlib.suppress(OSError):
            mount("proc", "/proc", NOSUID | NODEV | NOEXEC)
            return True
    mount("tmpfs", "/proc", NOSUID | NODEV | NOEXEC | RDONLY, "size=4k")
    return False


def set_limits(limits: dict[str, int]) -> None:
    """Set the resource limits, as far as the system knows them, for good."""
    for name, value in limits.items():
        kind = LIMITS[name]
        if kind is None:
            continue
        _, hard = resource.getrlimit(kind)
        if hard != resource.RLIM_INFINITY:
            value = min(value, hard)
        resource.setrlimit(kind, (value, value))


def drop_capabilities(kept: int = 0) -> None:
    """Give every capability up but those in a mask, for good."""
    for number in range(LAST_CAPABILITY):
        if prctl(PR_CAPBSET_DROP, number):
            break  # the system knows no more of them
    set_capabilities(kept)


def set_capabilities(mask: int) -> None:
    """Keep no capability but those in a mask (of the first 32)."""
    header = struct.pack("<II", CAPABILITY_VERSION, 0)
    check(libc.capset(header, struct.pack("<6I", mask, mask, 0, 0, 0, 0)), "capset")


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("filter", ctypes.c_void_p))


@functools.cache
def decoded(program: str) -> tuple[ctypes.Array, object]:
    """Return the memory that holds a compiled seccomp filter, and a pointer to its description."""
    code = base64.b64decode(program)
    buffer = ctypes.create_string_buffer(code, len(code))
    return buffer, ctypes.pointer(_Program(len(code) // 8, ctypes.addressof(buffer)))


def filter_calls(program: str) -> None:
    """Install a compiled seccomp filter, given in base64."""
    check(prctl(PR_SET_SECCOMP, 2, decoded(program)[1]), "seccomp")


def quiet(keep: list[int]) -> list[int]:
    """Close every descriptor but some, which become 3, 4, …; the standard ones lead nowhere."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    high = [os.dup2(fd, 200 + i, inheritable=False) for i, fd in enumerate(keep)]
    for fd in (0, 1, 2):
        os.dup2(nowhere, fd)
    os.closerange(3, 200)
    low = [os.dup2(fd, 3 + i, inheritable=False) for i, fd in enumerate(high)]
    os.closerange(200, 200 + len(high))
    return low


def die_with_parent() -> None:
    """Ask the kernel to end this process with its parent."""
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def lock_down(spec: dict) -> None:
    """Apply all that needs no fork: files, limits, capabilities, system calls."""
    with contextlib.suppress(OSError):
        os.setsid()
    if spec.get("landlock"):
        from autograder.student import landlock

        prctl(PR_SET_NO_NEW_PRIVS, 1)
        landlock.restrict(spec["readable"], spec["writable"], spec["listed"])
    set_limits(spec["limits"])
    if spec.get("seccomp"):
        drop_capabilities(CAP_DAC_READ_SEARCH if spec.get("reads_all") else 0)
        check(prctl(PR_SET_NO_NEW_PRIVS, 1), "no_new_privs")
        filter_calls(spec["seccomp"])
