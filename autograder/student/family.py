"""The processes that descend from a warm process: who they are, what they hold, and their end."""

import contextlib
import os
import re
import signal
from collections.abc import Iterable, Iterator
from pathlib import Path


def sweep(keep: int = 0) -> int:
    """End every process that descends from this one, and return how many were left over.

    This process adopts orphans, so a detached process is found too. All are stopped before the
    first is ended, so that none forks meanwhile.
    """
    seen: set[int] = set()
    for _ in range(1000):
        found = [pid for pid in children() if pid != keep]
        if not found:
            break
        seen.update(found)
        for order in (signal.SIGSTOP, signal.SIGKILL):
            for pid in found:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, order)
        for pid in found:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(pid, 0)
    return len(seen)


def children() -> list[int]:
    """Return the pids of this process's children."""
    mine, found = os.getpid(), []
    with contextlib.suppress(FileNotFoundError):
        fd = os.open(f"/proc/self/task/{mine}/children", os.O_RDONLY)
        try:
            return [int(pid) for pid in drained(fd).split()]
        finally:
            os.close(fd)
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError, ValueError, IndexError):
                after = (entry / "stat").read_text().rpartition(")")[2].split()
                if int(after[1]) == mine:
                    found.append(int(entry.name))
    return found


def descendants(pids: Iterable[int]) -> Iterator[int]:
    """Yield processes, and all that descend from them."""
    pending = list(pids)
    while pending:
        pid = pending.pop()
        yield pid
        with contextlib.suppress(OSError):  # it ended
            for task in Path(f"/proc/{pid}/task").iterdir():
                pending += map(int, read(f"{task}/children").split())


def holds_more(pids: Iterable[int], most: int, shared: int = 0) -> bool:
    """Say whether processes and their descendants hold more memory together than so many bytes.

    What each holds is quick to read, and has what they share once for each of them. So where that
    is too much, they are told apart.

    Parameters
    ----------
    pids : iterable of int
    most : int
    shared : int
        What each had from the start, as a fork.
    """
    family = [*descendants(pids)]
    if sum(max(0, own_memory(pid) - shared) for pid in family) <= most:
        return False
    return sum(map(part_of, family)) > most


def own_memory(pid: int) -> int:
    """Return the bytes of a process's memory that are no file's; none if it has ended."""
    return _summed(f"/proc/{pid}/status", rb"(?:RssAnon|RssShmem|VmSwap)")


def part_of(pid: int) -> int:
    """Return a process's part of those bytes: a page that several have counts once in all."""
    found = _summed(f"/proc/{pid}/smaps_rollup", rb"(?:Pss_Anon|Pss_Shmem|SwapPss)")
    return found or own_memory(pid)  # if nobody may look, or an old kernel does not say


def _summed(path: str, names: bytes) -> int:
    """Return the sum of some of the sizes that a file of the kernel's lists."""
    try:
        listed = read(path)
    except OSError:
        return 0
    return 1024 * sum(map(int, re.findall(rb"^" + names + rb":\s+(\d+) kB", listed, re.MULTILINE)))


def read(path: str) -> bytes:
    """Return what a file of the kernel's says."""
    fd = os.open(path, os.O_RDONLY)
    try:
        return drained(fd)
    finally:
        os.close(fd)


def drained(fd: int) -> bytes:
    """Return what can be read from a descriptor."""
    found = b""
    while piece := os.read(fd, 1 << 16):
        found += piece
    return found
