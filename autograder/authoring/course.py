"""Read `course.toml`: what a course is called and where its functions are."""

import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType

from autograder.authoring.errors import Errors, ExerciseError

REQUIRED = {"title": str, "course_id": str, "references": str}
OPTIONAL = {"book": str, "mistakes": str, "alternatives": str, "probes": str, "packages": list}
EXERCISE_NAME = re.compile(r"\d\d_[A-Za-z0-9_]+\.md")


@dataclass(frozen=True)
class Course:
    """A directory of exercises.

    Attributes
    ----------
    directory : pathlib.Path
        Holds `course.toml` and the exercises. Modules are also looked for beside it.
    title, course_id : str
        The course's name, and its name for nbgrader.
    book : str
        The address of the built book with a closing slash, or empty.
    references, mistakes, alternatives, probes : str
        Names of modules; the last three may be empty.
    packages : tuple of str
        What a submission may import, beside the standard library.
    exercises : tuple of pathlib.Path
        The exercise files in order.
    """

    directory: Path
    title: str
    course_id: str
    references: str
    book: str = ""
    mistakes: str = ""
    alternatives: str = ""
    probes: str = ""
    packages: tuple[str, ...] = ("numpy",)
    exercises: tuple[Path, ...] = ()

    def load(self, module: str) -> ModuleType:
        """Import a module by name, from the environment or from beside the directory."""
        with _first_on_path(self.directory.resolve().parent):
            return import_module(module)

    def catalogue(self, kind: str) -> list:
        """Return the entries of the course's ``"mistakes"`` or ``"alternatives"``."""
        module = getattr(self, kind)
        return list(getattr(self.load(module), kind.upper())) if module else []

    def makers(self) -> dict[Callable, dict[str, Callable]]:
        """Return for each function what makes arguments to probe it with, by name."""
        return dict(self.load(self.probes).PROBES) if self.probes else {}


def read_course(directory: str | Path) -> Course:
    """Read `course.toml` and list the exercises beside it.

    Raises
    ------
    ExerciseError
        If the file is missing or broken, lacks a key, or holds an unknown one.
    """
    path = Path(directory) / "course.toml"
    if not path.is_file():
        raise ExerciseError(path, 1, "no such file; a directory of exercises has a course.toml")
    text = path.read_text(encoding="utf-8")
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        number = int(line[1]) if line else text.count("\n") + 1
        raise ExerciseError(path, number, f"not TOML: {error}") from None
    errors = Errors(path)
    _check_keys(values, text, errors)
    errors.raise_first()
    if "packages" in values:
        values["packages"] = tuple(values["packages"])
    names = sorted(p.name for p in path.parent.glob("*.md") if EXERCISE_NAME.fullmatch(p.name))
    return Course(path.parent, exercises=tuple(path.parent / name for name in names), **values)


def _check_keys(values: dict, text: str, errors: Errors) -> None:
    types = REQUIRED | OPTIONAL
    for key, value in values.items():
        match = re.search(rf"^\s*\[?\s*[\"']?{re.escape(key)}\b", text, re.MULTILINE)
        line = text[: match.start()].count("\n") + 1 if match else 1
        if key not in types:
            errors.add(line, f"unknown key '{key}'; known are {', '.join(types)}")
        elif not isinstance(value, types[key]):
            kind = "a list of strings" if types[key] is list else "a string"
            errors.add(line, f"'{key}' must be {kind}")
        elif types[key] is list and not all(isinstance(item, str) for item in value):
            errors.add(line, f"'{key}' must be a list of strings")
        elif key == "book" and value and not value.endswith("/"):
            errors.add(line, "'book' must be an address with a closing slash")
    for key in REQUIRED:
        if key not in values:
            errors.add(1, f"'{key}' is missing")


@contextmanager
def _first_on_path(directory: Path) -> Iterator[None]:
    sys.path.insert(0, str(directory))
    try:
        yield
    finally:
        sys.path.remove(str(directory))
