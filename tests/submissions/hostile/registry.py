"""What a hostile submission is, and how it comes onto the disk."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.submissions.assignment import code, find
from tests.submissions.hostile.assignment import NAME, POINTS, honest

PASSED = "passed"
ALL = "passed crashed timeout out_of_memory"
ANY = {"scale": ALL, "centre": ALL, "chain": ALL}
"""For an attack that may, or may not, cost a submission its process."""
SOMETIMES = "def scale(x):\n    if len(x) == 5:\n"
RIGHT = "\n    return 2 * x + 1"
"""Around what a right function does when a hidden check calls it."""


@dataclass(frozen=True)
class Hostile:
    """A kind of hostile submission and what is to come of it.

    Attributes
    ----------
    name : str
        What it tries, in words.
    make : callable
        Writes the submission into an empty folder; takes the source of a first cell, too, which
        tells the attack where everything lies.
    outcomes : dict of str to set of str
        How each check may end. A refused submission has none.
    says : tuple of str
        What its cells print: a sign that the attack was really made, and how far it came.
    flags : frozenset of str
        All flags that it gets, none else.
    refused : str
        A part of the one reason why it is `ungraded`; empty where it is graded.
    student : str
        The id under which it is handed in, if that is the attack.
    """

    name: str
    make: Callable[[Path, str], None]
    outcomes: dict[str, frozenset[str]]
    says: tuple[str, ...] = ()
    flags: frozenset[str] = frozenset()
    refused: str = ""
    student: str = ""

    @property
    def points(self) -> float:
        """The most that it earns: what its honest functions deserve."""
        return sum(POINTS[id] for id, allowed in self.outcomes.items() if PASSED in allowed)


HOSTILE: dict[str, Hostile] = {}


def in_function(name: str, source: str, /, *says: str, **outcomes: str) -> None:
    """Register an attack that stands in place of the function `scale`; `centre` is honest.

    Without a word on it, every check of what `scale` returns has failed.
    """
    outcomes = {"scale": "failed", "chain": "failed", **outcomes}
    _in_cells(name, lambda notebook: _fill(notebook, "scale", source), says, outcomes)


def in_centre(name: str, source: str, /, *says: str, **outcomes: str) -> None:
    """Register an attack that stands in place of the function `centre`; `scale` is honest."""
    outcomes = {"centre": "failed", "chain": "failed", **outcomes}
    _in_cells(name, lambda notebook: _fill(notebook, "centre", source), says, outcomes)


def in_cell(name: str, source: str, /, *says: str, **outcomes: str) -> None:
    """Register an attack in a cell of its own, before honest functions: all points are deserved."""
    _in_cells(name, lambda notebook: _insert(notebook, source), says, outcomes)


def in_functions(
    name: str, before: str, scale: str, centre: str, /, *says: str, **outcomes: str
) -> None:
    """Register an attack of a cell and both functions together, each of which is also right."""

    def change(notebook: dict) -> None:
        _insert(notebook, before)
        _fill(notebook, "scale", scale)
        _fill(notebook, "centre", centre)

    _in_cells(name, change, says, outcomes)


def in_notebook(*flags: str, says: tuple[str, ...] = (), **outcomes: str) -> Callable:
    """Register a function that changes an honest notebook in place."""

    def register(change: Callable) -> Callable:
        _in_cells(_words(change), change, says, outcomes, flags)
        return change

    return register


def in_folder(*flags: str, refused: str = "", student: str = "", **outcomes: str) -> Callable:
    """Register a function of a folder that holds an honest notebook, and of the notebook's path."""

    def register(change: Callable) -> Callable:
        def make(folder: Path, aims: str) -> None:
            change(folder, write(folder, honest()))

        expected = {} if refused else _expected(outcomes)
        _add(Hostile(_words(change), make, expected, (), frozenset(flags), refused, student))
        return change

    return register


def named(student: str, name: str, refused: str = "") -> None:
    """Register an honest submission under a hostile student's id."""

    def make(folder: Path, aims: str) -> None:
        write(folder, honest())

    _add(Hostile(name, make, _expected({}), refused=refused, student=student))


def write(folder: Path, notebook: dict) -> Path:
    """Write a notebook into a submission's folder, and return its path."""
    path = folder / f"{NAME}.ipynb"
    path.write_text(json.dumps(notebook), encoding="utf-8")
    return path


def _in_cells(
    name: str,
    change: Callable,
    says: tuple[str, ...],
    outcomes: dict[str, str],
    flags: tuple[str, ...] = (),
) -> None:
    def make(folder: Path, aims: str) -> None:
        notebook = honest()
        change(notebook)
        notebook["cells"].insert(0, code("aims", aims))
        write(folder, notebook)

    _add(Hostile(name, make, _expected(outcomes), says, frozenset(flags)))


def _fill(notebook: dict, grade_id: str, source: str) -> None:
    find(notebook, grade_id)["source"] = source.strip("\n")


def _insert(notebook: dict, source: str) -> None:
    notebook["cells"].insert(2, code("attack", source.strip("\n")))


def _expected(outcomes: dict[str, str]) -> dict[str, frozenset[str]]:
    """Expand what is said of a function, or of one check (``scale__hidden``), to all checks."""
    said = {key.replace("__", "--"): frozenset(value.split()) for key, value in outcomes.items()}
    found = {}
    for id in POINTS:
        own = said.pop(id, None)
        found[id] = own or said.get(id.split("--")[0], frozenset({PASSED}))
    unknown = {key for key in said if key not in {id.split("--")[0] for id in POINTS}}
    assert not unknown, unknown
    return found


def _words(function: Callable) -> str:
    return function.__name__.replace("_", " ")


def _add(hostile: Hostile) -> None:
    assert hostile.name not in HOSTILE, hostile.name
    HOSTILE[hostile.name] = hostile
