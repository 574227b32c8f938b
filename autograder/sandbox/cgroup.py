"""One bound on the memory of a whole process tree, where the system gives us a control group."""

import contextlib
import os
import time
import uuid
from pathlib import Path

ROOT = Path("/sys/fs/cgroup")


class Group:
    """A control group of our own."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def adopt(self, pid: int) -> None:
        """Move a process and its descendants into the group; what they fork follows."""
        with contextlib.suppress(OSError):
            (self.path / "cgroup.procs").write_text(str(pid))
            listed = Path(f"/proc/{pid}/task/{pid}/children").read_text()
            for child in listed.split():
                self.adopt(int(child))

    def remove(self) -> None:
        """Remove the group, once the kernel has seen its last process go."""
        for _ in range(50):
            with contextlib.suppress(OSError):
                self.path.rmdir()
                return
            time.sleep(0.01)


def make(memory: int) -> Group | None:
    """Return a group that holds at most so many bytes, or None if the system gives us none."""
    for parent, limit in (_unified(), _legacy()):
        if parent is None:
            continue
        forget_the_dead(parent)
        path = parent / f"autograder-{os.getpid()}-{uuid.uuid4().hex[:12]}"
        try:
            path.mkdir()
        except OSError:
            continue
        try:
            (path / limit).write_text(str(memory))
            for swap in ("memory.swap.max", "memory.memsw.limit_in_bytes"):
                with contextlib.suppress(OSError):
                    (path / swap).write_text("0" if swap.endswith("max") else str(memory))
            return Group(path)
        except OSError:
            with contextlib.suppress(OSError):
                path.rmdir()
    return None


def forget_the_dead(parent: Path) -> None:
    """Remove the groups of graders that ended without closing."""
    for path in parent.glob("autograder-*"):
        if not Path("/proc", path.name.split("-")[1]).exists():
            with contextlib.suppress(OSError):
                path.rmdir()


def available() -> bool:
    """Say whether the system gives us such a group."""
    group = make(1 << 30)
    if group is not None:
        group.remove()
    return group is not None


def _own(controller: str) -> str | None:
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, names, path = line.split(":", 2)
        if controller in names.split(","):
            return path.lstrip("/")
    return None


def _unified() -> tuple[Path | None, str]:
    """Version 2: a group beside ours, below one that is delegated to us with memory."""
    with contextlib.suppress(OSError):
        own = _own("")
        if own is not None and (ROOT / "cgroup.controllers").exists():
            parent = (ROOT / own).parent if own else ROOT
            if "memory" in (parent / "cgroup.subtree_control").read_text().split():
                return parent, "memory.max"
    return None, ""


def _legacy() -> tuple[Path | None, str]:
    """Version 1: a group below ours."""
    with contextlib.suppress(OSError):
        own = _own("memory")
        if own is not None and (ROOT / "memory" / own).is_dir():
            return ROOT / "memory" / own, "memory.limit_in_bytes"
    return None, ""
