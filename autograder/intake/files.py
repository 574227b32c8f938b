"""Look into a stranger's folder: no link followed, nothing but plain files opened."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

from autograder.intake.findings import Refused, shown
from autograder.intake.limits import Limits

FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# O_NONBLOCK: the open of a pipe that took a file's place returns at once.
FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY
A_FOLDER = "a folder"
KINDS = {
    stat.S_IFLNK: "a link",
    stat.S_IFDIR: A_FOLDER,
    stat.S_IFIFO: "a pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


class Folder:
    """An open folder. Every path below it is opened part by part."""

    def __init__(self, fd: int, limits: Limits) -> None:
        self._fd = fd
        self._limits = limits
        self._names: dict[str, PurePosixPath] = {}

    def entries(self) -> tuple[list[str], bool]:
        """List what lies here and below, nearest first, and say whether the list is whole.

        Hidden files and folders are passed over: editors and archives leave copies there. In a name
        that is no UTF-8, what can't be read is U+FFFD; the file can be read under it.
        """
        found: list[str] = []
        pending, seen = [PurePosixPath()], 0
        while pending:
            folder = pending.pop(0)
            with suppress(OSError), self._open(folder, FOLDER) as fd, os.scandir(fd) as entries:
                for entry in entries:
                    seen += 1
                    if seen > self._limits.entries:
                        return sorted(found, key=_nearest), False
                    if entry.name.startswith((".", "__MACOSX")):
                        continue
                    path = folder / entry.name
                    found.append(os.fsencode(str(path)).decode("utf-8", "replace"))
                    self._names[found[-1]] = path
                    if entry.is_dir(follow_symlinks=False) and len(path.parts) < self._limits.depth:
                        pending.append(path)
        return sorted(found, key=_nearest), True

    def kind(self, path: str) -> str:
        """Return ``""`` for a plain file, ``"missing"``, or in words what stands there."""
        real = self._real(path)
        try:
            with self._open(real.parent, FOLDER) as parent:
                mode = os.stat(real.name, dir_fd=parent, follow_symlinks=False).st_mode
        except FileNotFoundError:
            return "missing"
        return "" if stat.S_ISREG(mode) else KINDS.get(stat.S_IFMT(mode), "no file")

    def is_elsewhere_too(self, path: str) -> bool:
        """Tell whether a file has a second name, which may be one that its owner can't read."""
        real = self._real(path)
        with self._open(real.parent, FOLDER) as parent:
            return os.stat(real.name, dir_fd=parent, follow_symlinks=False).st_nlink > 1

    def read(self, path: str, limit: int) -> bytes:
        """Return a plain file's bytes, at most `limit` of them.

        Raises
        ------
        Refused
            If it is not a plain file, is too large, or may not be read.
        """
        try:
            kind = self.kind(path)  # before the open, which on some devices does something
            if kind:
                raise Refused(shown(path), f"is {kind}", "Hand in the notebook file itself")
            with self._open(self._real(path), FILE) as fd:
                about = os.fstat(fd)
                if not stat.S_ISREG(about.st_mode):
                    raise Refused(shown(path), "is no file", "Hand in the notebook file itself")
                if about.st_size > limit:
                    raise too_large(path, limit)
                with open(fd, "rb", closefd=False) as file:
                    data = file.read(limit + 1)
        except OSError as error:
            raise Refused(
                shown(path), f"can't be read: {error.strerror}", "Mend the file's permissions"
            ) from None
        if len(data) > limit:
            raise too_large(path, limit)
        return data

    def _real(self, path: str) -> PurePosixPath:
        return self._names.get(path, PurePosixPath(path))

    @contextmanager
    def _open(self, path: PurePosixPath, flags: int) -> Iterator[int]:
        fd = _descend(self._fd, path, flags)
        try:
            yield fd
        finally:
            os.close(fd)


@contextmanager
def open_folder(
    directory: Path, below: Path | None = None, limits: Limits | None = None
) -> Iterator[Folder]:
    """Open a submission's folder.

    Parameters
    ----------
    directory : pathlib.Path
        The folder.
    below : pathlib.Path, optional
        The part of the path that the instructor answers for; below it no link is followed. Default
        is two levels up: the `submitted` of ``submitted/<student>/<assignment>``.
    limits : Limits, optional
        How much of it is listed.

    Raises
    ------
    Refused
        If it isn't there, is no folder or is reached through a link.
    """
    below = below or directory.parent.parent
    path = PurePosixPath(directory.relative_to(below))
    try:
        outer = os.open(below, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise _no_folder(shown(str(below)), error) from None
    try:
        fd = _descend(outer, path, FOLDER)
    except OSError as error:
        raise _no_folder(shown(str(path)), error) from None
    finally:
        os.close(outer)
    try:
        yield Folder(fd, limits or Limits())
    finally:
        os.close(fd)


class TooLarge(Refused):
    """A file of more bytes than may be read."""


def too_large(path: str, limit: int) -> TooLarge:
    """Return what to raise for a file of more than `limit` bytes."""
    return TooLarge(
        shown(path),
        f"is larger than {limit / 1024**2:.0f} MiB",
        "Clear all outputs in the notebook, save it and hand it in again",
    )


def _descend(fd: int, path: PurePosixPath, flags: int) -> int:
    """Open a path below an open folder, part by part, so that no part of it is a link."""
    fd = os.dup(fd)
    for number, part in enumerate(path.parts, 1):
        try:
            inner = os.open(part, flags if number == len(path.parts) else FOLDER, dir_fd=fd)
        finally:
            os.close(fd)
        fd = inner
    return fd


def _no_folder(where: str, error: OSError) -> Refused:
    if isinstance(error, FileNotFoundError):
        return Refused(where, "isn't there", "Nothing was handed in")
    if error.errno in (errno.ELOOP, errno.ENOTDIR):
        return Refused(
            where, "is a link or a file, not a folder", "Put the submission's own folder there"
        )
    return Refused(where, f"can't be opened: {error.strerror}", "Mend the folder's permissions")


def _nearest(path: str) -> tuple[int, str]:
    return path.count("/"), path
