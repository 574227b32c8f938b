"""Folders of our own on the host's disk, where there are no namespaces: none outlives its owner."""

import contextlib
import fcntl
import os
import tempfile
from pathlib import Path

from autograder.student.scratch import clear

PREFIX = "autograder_"
SITE = "packages"


class Scratch:
    """A folder that is locked as long as its owner lives.

    Attributes
    ----------
    folder : str
        Its path; submissions may enter it, but not list it.
    site : Path
        A folder in it for links to packages.
    """

    def __init__(self) -> None:
        forget_the_dead()
        self.folder = tempfile.mkdtemp(prefix=PREFIX)
        Path(self.folder).chmod(0o711)
        self._lock = os.open(self.folder, os.O_RDONLY | os.O_DIRECTORY)
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        self.site = Path(self.folder, SITE)
        self.site.mkdir()

    def close(self) -> None:
        """Remove it."""
        clear(self.folder)
        os.close(self._lock)


def forget_the_dead() -> None:
    """Remove the folders of graders that were killed: those that nobody holds."""
    for site in Path(tempfile.gettempdir()).glob(f"{PREFIX}*/{SITE}"):
        with contextlib.suppress(OSError):
            fd = os.open(site.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
            try:
                fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if os.fstat(fd).st_uid == os.geteuid():
                    clear(str(site.parent))
            finally:
                os.close(fd)
