"""How commands speak: errors with a remedy, and tables or JSON."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

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
        print(f"error: {error}", file=sys.stderr)
        raise typer.Exit(WRONG_USE) from None


def print_json(value: object) -> None:
    """Print a value as indented JSON."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def number(value: float | None) -> str:
    """Write points: without a tail of zeros, and a dash where there is no number."""
    return "–" if value is None else f"{value:g}"
