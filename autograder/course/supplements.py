"""The files that come with an assignment beside its notebooks, as nbgrader takes them.

nbgrader releases what lies beside a source notebook, and puts it over what students hand in. What
students never got is not given to their code: only the checks see it.
"""

import fnmatch
import hashlib
import os
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path, PurePath
from typing import Any

import msgspec
from msgspec import Struct

from autograder.course.config import load_config
from autograder.course.directory import CONFIG, CourseDirectory, CourseError
from autograder.student.files import MOST_BYTES, MOST_FILES

IGNORED = (".ipynb_checkpoints", "*.pyc", "__pycache__", "feedback")
"""nbgrader's own ``c.CourseDirectory.ignore``."""
TIMESTAMP = "timestamp.txt"
REMEDY = "Take out what submissions don't need, or name it in c.CourseDirectory.ignore"


class Supplements(Struct, frozen=True, dict=True):
    """The course's files, by path below the assignment's folder, as SHA-256 of their contents.

    Attributes
    ----------
    given : dict of str to str
        Released, and still so in the source: every submission gets them in place of its own.
    spare : dict of str to str
        In the release alone, or named in ``c.Autograde.exclude_overwriting``: a submission gets
        them where it has none of that name.
    kept : dict of str to str
        In the source alone: only checks see them.
    ignore : tuple of str
        Patterns of names that nbgrader leaves out.
    contents : dict of str to bytes
        By SHA-256. Left out where only the names are sent.
    """

    given: dict[str, str] = {}
    spare: dict[str, str] = {}
    kept: dict[str, str] = {}
    ignore: tuple[str, ...] = IGNORED
    contents: dict[str, bytes] = {}

    @property
    def named(self) -> "Supplements":
        """The same without the contents."""
        return msgspec.structs.replace(self, contents={})

    @property
    def all(self) -> dict[str, tuple[str, ...]]:
        """Every path, with the part that it plays and its content."""
        parts = {"given": self.given, "spare": self.spare, "kept": self.kept}
        found: dict[str, tuple[str, ...]] = {}
        for part, files in parts.items():
            for path, digest in files.items():
                found[path] = (*found.get(path, ()), part, digest)
        return found

    @property
    def is_whole(self) -> bool:
        """Whether no content is missing."""
        return self.wanted <= self.contents.keys()

    @property
    def wanted(self) -> set[str]:
        """The SHA-256 of every content."""
        return {*self.given.values(), *self.spare.values(), *self.kept.values()}

    @cached_property
    def files(self) -> frozenset[str]:
        """The paths that submissions are given."""
        return frozenset({*self.given, *self.spare})

    @cached_property
    def folders(self) -> frozenset[str]:
        """The folders that these lie in."""
        return frozenset(str(parent) for path in self.files for parent in PurePath(path).parents)

    def ignores(self, path: str) -> bool:
        """Tell whether nobody means to hand a file on."""
        return any(is_ignored(name, self.ignore) for name in PurePath(path).parts)

    @cached_property
    def for_students(self) -> dict[str, bytes]:
        """What a submission's own files are laid over, but for those that are `given`."""
        return self._read({**self.spare, **self.given})

    @cached_property
    def for_checks(self) -> dict[str, bytes]:
        """What the checks find in their working folder."""
        return self._read({**self.spare, **self.given, **self.kept})

    def _read(self, files: dict[str, str]) -> dict[str, bytes]:
        return {path: self.contents[digest] for path, digest in files.items()}


def read_supplements(
    course: CourseDirectory,
    assignment: str,
    anew: Path | None = None,
    compares: bool = True,
) -> Supplements:
    """Read an assignment's files.

    Parameters
    ----------
    course : CourseDirectory
    assignment : str
    anew : pathlib.Path, optional
        A folder of releases whose files are to replace those of the course's own.
    compares : bool
        Whether a file must be in the source what it is in the release. Else the release's counts.

    Raises
    ------
    CourseError
        If a file can't be read, there is too much, or source and release differ.
    """
    ignore, free = _settings(course, assignment)
    contents: dict[str, bytes] = {}
    sources, released, replacing = (
        {path: _keep(file, contents) for path, file in _walk(folder / assignment, ignore)}
        for folder in (course.source, course.release, anew or Path(os.devnull))
    )
    changed = (released.keys() & replacing.keys()) - free
    released |= {path: replacing[path] for path in changed}
    for path in {**sources, **released}:
        if within := {str(parent) for parent in PurePath(path).parents} & {*sources, *released}:
            raise CourseError(f"{assignment}: {within.pop()} is a file and a folder. Rename one")
    given, spare, kept = {}, {}, {}
    for path, digest in released.items():
        (given if path in sources and path not in free else spare)[path] = digest
    for path, digest in sources.items():
        if released.get(path) == digest:
            continue
        if path not in given:
            kept[path] = digest
        elif compares:
            raise _differs(course, assignment, path)
    found = Supplements(given, spare, kept, ignore)
    return msgspec.structs.replace(found, contents={d: contents[d] for d in found.wanted})


def is_ignored(name: str, patterns: tuple[str, ...]) -> bool:
    """Tell whether a file's or folder's name is one that nobody means to hand on.

    Notebooks and the timestamp come another way. Hidden files are what programs leave behind.
    """
    return (
        name.startswith((".", "__MACOSX"))
        or ".ipynb" in name.lower()
        or any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)
    )


def _settings(course: CourseDirectory, assignment: str) -> tuple[tuple[str, ...], set[str]]:
    """Return which names nbgrader ignores, and which files it does not write over."""
    if not (course.root / CONFIG).is_file():
        return IGNORED, set()
    config = load_config(course)
    ignore = _value(config.get("CourseDirectory", {}).get("ignore"), list(IGNORED))
    free = _value(config.get("Autograde", {}).get("exclude_overwriting"), {})
    return tuple(ignore), {os.path.normpath(path) for path in free.get(assignment, ())}


def _value(found: Any, default: Any) -> Any:
    """Return a setting, also one that was added to: ``c.CourseDirectory.ignore.append``."""
    if found is None:
        return default
    return found.get_value(default) if hasattr(found, "get_value") else found


def _walk(folder: Path, ignore: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    """Yield the files below a folder with their paths there."""
    count = 0
    for place, folders, files in os.walk(folder):
        folders[:] = sorted(name for name in folders if not is_ignored(name, ignore))
        for name in sorted(files):
            file = Path(place, name)
            path = file.relative_to(folder).as_posix()
            if is_ignored(name, ignore) or path == TIMESTAMP:
                continue
            count += 1
            if count > MOST_FILES:
                raise CourseError(f"{folder} holds more than {MOST_FILES} files. {REMEDY}")
            yield path, file


def _keep(file: Path, contents: dict[str, bytes]) -> str:
    """Read a file into the contents, and return its SHA-256."""
    try:
        str(file).encode()
        if not file.is_file():
            raise CourseError(f"{file} is no plain file. Take it out of the course")
        data = file.read_bytes() if file.stat().st_size <= MOST_BYTES else None
    except UnicodeEncodeError:
        raise CourseError(f"{file.parent}: the name {file.name!r} is no text. Rename it") from None
    except OSError as error:
        raise CourseError(f"{file} can't be read: {error.strerror}") from None
    if data is not None:
        digest = hashlib.sha256(data).hexdigest()
        contents[digest] = data
        if sum(map(len, contents.values())) <= MOST_BYTES:
            return digest
    most = MOST_BYTES >> 20
    raise CourseError(f"{file.parent}: the files are more than {most} MiB. {REMEDY}")


def _differs(course: CourseDirectory, assignment: str, path: str) -> CourseError:
    source, release = (f / assignment / path for f in (course.source, course.release))
    return CourseError(
        f"{source} and {release} differ, so it is not clear which of them is meant. Copy one over "
        "the other; once there are grades, run: autograder regrade. If students are to change it, "
        "name it in c.Autograde.exclude_overwriting"
    )
