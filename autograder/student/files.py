"""Files that a process finds in its working folder, handed over as one sealed archive.

An archive is a file without a name: the length of a list, the list of paths and sizes, then the
contents one after another. Who is given it can't change it.
"""

import fcntl
import io
import json
import mmap
import os
import stat
import struct
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

from autograder.student.scratch import clear

LENGTH = struct.Struct("<Q")
SEALS = getattr(fcntl, "F_SEAL_WRITE", 0) | getattr(fcntl, "F_SEAL_GROW", 0)
SEALS |= getattr(fcntl, "F_SEAL_SHRINK", 0) | getattr(fcntl, "F_SEAL_SEAL", 0)
BLOCK = 4096
MOST_BYTES, MOST_FILES = 256 << 20, 1000
"""What the course may have beside its notebooks."""
TO_WRITE = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC


def archive(files: Mapping[str, bytes]) -> io.FileIO:
    """Return an archive of files by path; it is gone once it is closed."""
    listed = json.dumps([[path, len(data)] for path, data in files.items()]).encode()
    if hasattr(os, "memfd_create"):
        fd = os.memfd_create("files", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
        file = os.fdopen(fd, "r+b", buffering=0)
    else:
        import tempfile

        file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 (the caller closes it)
    for part in (LENGTH.pack(len(listed)), listed, *files.values()):
        view = memoryview(part)
        while view:
            view = view[file.write(view) :]
    if hasattr(os, "memfd_create"):
        fcntl.fcntl(file, fcntl.F_ADD_SEALS, SEALS)
    return file


def archives(fds: Iterable[int]) -> list[int]:
    """Return those descriptors that are archives: the others are sockets."""
    return [fd for fd in fds if stat.S_ISREG(os.fstat(fd).st_mode)]


def room(fds: Iterable[int]) -> tuple[int, int]:
    """Return how many bytes and entries of a file system these archives take."""
    total, folders, count = 0, set(), 0
    for fd in fds:
        for path, size in _listed(fd)[0]:
            total += -(-size // BLOCK) * BLOCK
            count += 1
            folders.update(PurePosixPath(path).parents)
    return total + BLOCK * len(folders), count + len(folders)


def lay_out(fd: int) -> None:
    """Write an archive's files into the working folder."""
    listed, start = _listed(fd)
    if not listed:
        return
    made = {PurePosixPath()}
    with mmap.mmap(fd, 0, access=mmap.ACCESS_READ) as whole, memoryview(whole) as contents:
        for path, size in listed:
            parent = PurePosixPath(path).parent
            if parent not in made:
                Path(parent).mkdir(parents=True, exist_ok=True)
                made.add(parent)
            target = os.open(path, TO_WRITE, 0o644)
            try:
                with contents[start : start + size] as view:
                    written = 0
                    while written < size:
                        written += os.write(target, view[written:])
            finally:
                os.close(target)
            start += size


class Shelf:
    """A folder that the forks share and none of them changes: it holds one archive's files.

    Parameters
    ----------
    folder : str
        Its path, where nothing lies yet.
    """

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.names: set[str] = set()
        self._held = -1
        self._is_there = False

    def hold(self, fds: list[int]) -> str:
        """Lay an archive out, unless it lies there; return the folder to work in."""
        if not fds:
            self._empty()
            return "/"
        if self._held < 0 or not os.path.sameopenfile(fds[0], self._held):
            self._empty()
            self._fill(fds[0])
            self._held = os.dup(fds[0])  # as long as it is open, no other is taken for it
        return self.folder

    @property
    def modules(self) -> set[str]:
        """What an import could mean by one of its names."""
        return {name.split(".")[0] for name in self.names}

    def _fill(self, fd: int) -> None:
        Path(self.folder).mkdir(mode=0o700)  # other users of the machine may be students
        self._is_there = True
        before = Path.cwd()
        os.chdir(self.folder)
        try:
            lay_out(fd)
        finally:
            os.chdir(before)
        self.names = {path.name for path in Path(self.folder).iterdir()}
        for folder, _, _ in os.walk(self.folder):
            Path(folder).chmod(0o500)

    def _empty(self) -> None:
        if self._held >= 0:
            os.close(self._held)
            self._held = -1
        self.names = set()
        if self._is_there:
            Path(self.folder).chmod(0o700)
            clear(self.folder)
            self._is_there = False


def _listed(fd: int) -> tuple[list[list], int]:
    """Return an archive's names and sizes, and where the first content begins."""
    (length,) = LENGTH.unpack(os.pread(fd, LENGTH.size, 0))
    return json.loads(os.pread(fd, length, LENGTH.size)), LENGTH.size + length
