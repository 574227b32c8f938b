"""Write a file whole or not at all, readable by its owner, and by the group in a shared course."""

import os
import re
import stat
import tempfile
from pathlib import Path

from autograder.course.directory import CourseError

PART = ".part"
HALF = re.compile(rf"\..+{re.escape(PART)}(-[a-z]+)?")
SHARED = stat.S_ISGID | stat.S_IWGRP


def is_shared(folder: Path) -> bool:
    """Tell whether a folder is marked as nbgrader marks those of a ``groupshared`` course."""
    return folder.stat().st_mode & SHARED == SHARED


def make_folder(folder: Path, shared: bool = False) -> None:
    """Make a folder with those above it, open to the group only where the one above is."""
    if folder.is_dir():
        return
    make_folder(folder.parent, shared)
    folder.mkdir(mode=0o700, exist_ok=True)
    if shared or is_shared(folder.parent):
        folder.chmod(0o2770)


def write_private(path: Path, data: bytes, lasting: bool = True) -> None:
    """Write a file that only its owner reads, or the group in a folder that is shared with it.

    A reader sees the old bytes or the new ones.

    Parameters
    ----------
    path : pathlib.Path
    data : bytes
    lasting : bool
        Wait until it would outlast a power cut. Not worth the while for what can be made again.

    Raises
    ------
    CourseError
        If it can't be written; then the old file stands as it was.
    """
    try:
        make_folder(path.parent)
        # mkstemp makes files of mode 600.
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=PART)
        try:
            with os.fdopen(handle, "wb") as file:
                if is_shared(path.parent):
                    os.fchmod(file.fileno(), 0o660)
                file.write(data)
                if lasting:
                    file.flush()
                    os.fsync(file.fileno())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise CourseError(
            f"{path} can't be written: {error.strerror}. Make room or get write permission, then "
            "run the command again: what is graded already stays"
        ) from None


def remove_parts(folder: Path) -> None:
    """Remove what a process that was killed had begun to write in a folder; nobody else may.

    With SQLite's own file beside it, if it was a copy of a gradebook.
    """
    for path in folder.glob(f".*{PART}*"):
        if HALF.fullmatch(path.name):  # a student's id may hold such letters, too
            path.unlink(missing_ok=True)
