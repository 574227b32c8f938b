"""The typed cells of an exercise, as the other rooms see them."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

CHECK_ID = re.compile(r"(?P<function>[A-Za-z_][A-Za-z0-9_]*)--(?P<property>[A-Za-z0-9_-]+)")


@dataclass(frozen=True)
class Function:
    """A function of the course, under the name that students know."""

    name: str
    dotted: str
    object: Callable


@dataclass(frozen=True)
class Prose:
    """CommonMark text; `line` is its first line in the file."""

    line: int
    source: str


@dataclass(frozen=True)
class Directive:
    """A ``hint``, ``note``, ``answer`` or ``rubric``; `line` is that of its opening fence."""

    line: int
    kind: str
    title: str
    source: str


@dataclass(frozen=True)
class Text:
    """A cell of text: prose and directives in order."""

    line: int
    parts: tuple[Prose | Directive, ...]


@dataclass(frozen=True)
class Code:
    """A code cell. `line` is that of its opening fence, `body_line` that of its first code."""

    line: int
    body_line: int
    source: str


@dataclass(frozen=True)
class Ordinary(Code):
    """A cell that the student may run, change or delete."""


@dataclass(frozen=True)
class Locked(Code):
    """Read-only set-up."""


@dataclass(frozen=True)
class Given(Code):
    """A read-only cell filled with the source of functions."""

    functions: tuple[Function, ...] = ()


@dataclass(frozen=True)
class Solution(Code):
    """The student's cell."""

    functions: tuple[Function, ...] = ()
    blank: bool = False
    starter: Function | None = None


@dataclass(frozen=True)
class Oracle(Code):
    """Code that defines `name`, for hidden checks only."""

    name: str = ""


@dataclass(frozen=True)
class Check(Code):
    """A check of one function.

    Attributes
    ----------
    id : str
        ``function--property``, the grade_id everywhere.
    points : int or float
        What passing it earns.
    stage : int
        From 1 (type and shape) to 5; the first stage that fails leads the feedback.
    hidden, mutation : bool
        Whether only the first line is shown; whether an input may be read after the call.
    timeout : int, float or None
        Seconds of computing time, if not the course's own.
    in_student_process : bool
        Whether it runs in the student's process, which can then forge its outcome.
    """

    id: str = ""
    points: int | float = 0
    stage: int = 0
    hidden: bool = False
    mutation: bool = False
    timeout: int | float | None = None
    in_student_process: bool = False

    @property
    def function(self) -> str:
        """The function that is checked."""
        return self.id.split("--")[0]

    @property
    def title(self) -> str:
        """The property in words."""
        return self.source.split("\n", 1)[0].lstrip("# ").rstrip()


@dataclass(frozen=True)
class Written:
    """A question that a person grades."""

    line: int
    id: str
    points: int | float
    prompt: tuple[Prose | Directive, ...]
    answer: str
    rubric: str

    @property
    def function(self) -> str:
        """The function that the question is about."""
        return self.id.split("--")[0]


Cell = Text | Ordinary | Locked | Given | Solution | Oracle | Check | Written


@dataclass(frozen=True)
class Exercise:
    """One assignment.

    Attributes
    ----------
    path : pathlib.Path
        The file it was read from.
    name : str
        The file's stem; the assignment's and the notebook's name.
    title : str
        The first heading.
    cells : tuple of Cell
        All cells in order, oracles included.
    """

    path: Path
    name: str
    title: str
    cells: tuple[Cell, ...]

    def of(self, *kinds: type) -> list:
        """Return the cells of some kinds, in order."""
        return [cell for cell in self.cells if isinstance(cell, kinds)]

    @property
    def functions(self) -> dict[str, Function]:
        """The functions that the student writes, by name, in order."""
        return {f.name: f for cell in self.of(Solution) for f in cell.functions}

    @property
    def solutions(self) -> list[str]:
        """The names of the functions that the student writes, in order."""
        return list(self.functions)

    @property
    def checks(self) -> list[Check]:
        """The checks in order."""
        return self.of(Check)

    @property
    def written(self) -> list[Written]:
        """The questions that a person grades, in order."""
        return self.of(Written)
