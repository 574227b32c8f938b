"""What a kind of damage is, and how it comes onto the disk."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.submissions.assignment import AUTOMATIC, NAME, honest


@dataclass(frozen=True)
class Damaged:
    """A kind of damaged submission and what is to come of it.

    Attributes
    ----------
    name : str
        What is wrong, in words.
    make : callable
        Writes the submission into an empty folder.
    flags : frozenset of str
        All flags that it gets, none else.
    refused : str
        A part of the one reason why it is `ungraded`; empty where it is graded.
    points : float
        The automatic points that it earns, of seven.
    """

    name: str
    make: Callable[[Path], None]
    flags: frozenset[str]
    refused: str
    points: float


DAMAGED: dict[str, Damaged] = {}


def in_cells(*flags: str, points: float = AUTOMATIC, refused: str = "") -> Callable:
    """Register a function that changes an honest notebook in place."""

    def make(change: Callable, folder: Path) -> None:
        notebook = honest()
        change(notebook)
        (folder / f"{NAME}.ipynb").write_text(json.dumps(notebook), encoding="utf-8")

    return _register(make, flags, points, refused)


def in_file(*flags: str, points: float = AUTOMATIC, refused: str = "") -> Callable:
    """Register a function from an honest notebook's text to the file's bytes."""

    def make(change: Callable, folder: Path) -> None:
        text = json.dumps(honest(), indent=1, ensure_ascii=False)
        (folder / f"{NAME}.ipynb").write_bytes(change(text))

    return _register(make, flags, points, refused)


def in_folder(*flags: str, points: float = AUTOMATIC, refused: str = "") -> Callable:
    """Register a function of a folder that holds an honest notebook, and of the notebook's path."""

    def make(change: Callable, folder: Path) -> None:
        path = folder / f"{NAME}.ipynb"
        path.write_text(json.dumps(honest()), encoding="utf-8")
        change(folder, path)

    return _register(make, flags, points, refused)


def _register(make: Callable, flags: tuple[str, ...], points: float, refused: str) -> Callable:
    def register(change: Callable) -> Callable:
        name = change.__name__
        assert name not in DAMAGED, name
        DAMAGED[name] = Damaged(
            name.replace("_", " "),
            lambda folder: make(change, folder),
            frozenset(flags),
            refused,
            0 if refused else points,
        )
        return change

    return register
