"""Write a file whole or not at all."""

import os
import tempfile
from pathlib import Path

from autograder.course.directory import CourseError


def write_private(path: Path, data: bytes) -> None:
    """Write a file that only its owner reads. A reader sees the old bytes or the new ones.

    Raises
    ------
    CourseError
        If it can't be written; then the old file stands as it was.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        # mkstemp makes files of mode 600.
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
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
