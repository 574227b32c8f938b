"""How commands speak: errors with a remedy, and tables or JSON."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, TextIO

import typer

from autograder.course.directory import CourseError

NOT_ALL_WELL = 1
WRONG_USE = 2

COURSE = Annotated[
    str, typer.Option("--course", metavar="DIR", help="The course directory, or one inside it.")
]
JSON = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]


@contextmanager
def spoken_errors() -> Iterator[None]:
    """Turn an error that a person can mend into one message and exit code 2."""
    try:
        yield
    except CourseError as error:
        for line in f"error: {error}".split("\n"):
            say(line, file=sys.stderr)
        raise typer.Exit(WRONG_USE) from None


def say(text: str, file: TextIO | None = None) -> None:
    """Print a line that may hold a stranger's words, such as a student's id."""
    print(harmless(text), file=file)


def harmless(text: str) -> str:
    """Return text with a mark in place of each character that a terminal may take for an order."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def print_json(value: object) -> None:
    """Print a value as indented JSON, with an escape for what a terminal would not show."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    lines = text.split("\n")
    print("\n".join(line if line.isprintable() else _escaped(line) for line in lines))


def _escaped(line: str) -> str:
    return "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in line)


def number(value: float | None) -> str:
    """Write points: without a tail of zeros, and a dash where there is no number."""
    return "–" if value is None else f"{value:g}"
