"""What the kernel says of a process and of all that came from it."""

import contextlib
import os
import select
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]


def tree(pid: int) -> dict[int, str]:
    """Return the descendants of a process: pid and command line."""
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                stat = (entry / "stat").read_text().rpartition(")")[2].split()
                if stat[0] != "Z":
                    children.setdefault(int(stat[1]), []).append(int(entry.name))
    found, pending = {}, [pid]
    while pending:
        for child in children.get(pending.pop(), ()):
            found[child] = command_of(child)
            pending.append(child)
    return found


def command_of(pid: int) -> str:
    """Return a command line; empty if the process has ended."""
    with contextlib.suppress(OSError):
        return (
            Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        )
    return ""


def end_of(pids: set[int], but: str = "no such command", seconds: float = 20.0) -> set[int]:
    """Wait until processes have ended; return those that have not."""
    deadline = time.monotonic() + seconds
    left = {pid for pid in pids if but not in command_of(pid)}
    for pid in list(left):
        with contextlib.suppress(ProcessLookupError):
            handle = os.pidfd_open(pid)
            try:
                select.select([handle], [], [], max(0.0, deadline - time.monotonic()))
            finally:
                os.close(handle)
        if not is_alive(pid):
            left.discard(pid)
    return left


def is_alive(pid: int) -> bool:
    """Tell whether a process runs; one that only waits to be reaped does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def start_of(script: Path, *arguments: str) -> subprocess.Popen:
    """Start a Python script in a session of its own, so that a signal reaches it alone."""
    return subprocess.Popen(
        [sys.executable, script, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
