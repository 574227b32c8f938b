"""A submission's home on the host's own disk, where there are no namespaces: its size, its end."""

import contextlib
import math
import os
import stat
from collections.abc import Iterable
from pathlib import Path

MAX_ENTRIES = 2000
MAX_DEPTH = 50
"""A tree that is deeper takes long to walk and to remove, and nobody's homework needs it."""
DELETED = " (deleted)"


def filled(folder: str, limit: int, pids: Iterable[int] = (), most: int = MAX_ENTRIES) -> bool:
    """Say whether a folder holds more than it may: in bytes, in entries, in depth.

    Parameters
    ----------
    folder : str
    limit : int
        Bytes.
    pids : iterable of int
        Processes whose open files without a name count, too, and those of their descendants.
    most : int
        Entries.
    """
    total = entries = 0
    pending = [(folder, 0)]
    while pending:
        place, depth = pending.pop()
        if depth > MAX_DEPTH:
            return True
        try:
            with os.scandir(place) as found:
                for entry in found:
                    entries += 1
                    total += entry.stat(follow_symlinks=False).st_blocks * 512
                    if entry.is_dir(follow_symlinks=False):
                        pending.append((entry.path, depth + 1))
        except FileNotFoundError:
            continue  # it was removed meanwhile
        except OSError:
            return True  # closed: nobody can say how much lies there
        if entries > most or total > limit:
            return True
    return total + nameless(pids) > limit


def nameless(pids: Iterable[int]) -> float:
    """Return the bytes of files that processes and their descendants hold open without a name.

    Infinity, if one of them had the kernel let nobody look.
    """
    found: dict[tuple[int, int], int] = {}
    pending = list(pids)
    while pending:
        process = Path("/proc", str(pending.pop()))
        with contextlib.suppress(OSError, ValueError):  # it ended
            if is_closed(process):
                return math.inf
            for task in (process / "task").iterdir():
                pending += map(int, (task / "children").read_text().split())
            for line in (process / "fd").iterdir():
                with contextlib.suppress(OSError):
                    about = line.stat()
                    if not about.st_nlink and stat.S_ISREG(about.st_mode):
                        found[about.st_dev, about.st_ino] = about.st_blocks * 512
            for line in (process / "maps").read_text(errors="replace").splitlines():
                if line.endswith(DELETED):
                    span, _, _, device, inode, *_ = line.split(None, 5)
                    low, high = (int(end, 16) for end in span.split("-"))
                    major, minor = (int(part, 16) for part in device.split(":"))
                    key = os.makedev(major, minor), int(inode)
                    found[key] = max(found.get(key, 0), high - low)
    return sum(found.values())


def is_closed(process: Path) -> bool:
    """Tell whether a process that has memory still shows nobody what it holds open."""
    if os.access(process / "fd", os.R_OK):
        return False
    return int((process / "statm").read_text().split()[0]) > 0


def clear(folder: str) -> None:
    """Remove a folder with all that lies in it, however deep it goes and whatever its modes are.

    Each folder is emptied right beside the outermost one, so that no path grows long.
    """
    pending, count = [Path(folder)], 0
    while pending:
        place = pending.pop()
        with contextlib.suppress(OSError):
            for entry in list(place.iterdir()):
                if entry.is_dir() and not entry.is_symlink():
                    count += 1
                    entry.chmod(0o700)  # to be moved it has to be writable itself
                    pending.append(entry.rename(f"{folder}.{count}"))
                else:
                    entry.unlink()
            place.rmdir()
