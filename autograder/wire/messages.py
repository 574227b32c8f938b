"""What the grader asks of the process that holds the student's code, beside calls."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from autograder.wire.nodes import Allowance, Tagged

Text = Annotated[str, Meta(max_length=1 << 21)]


class Run(Tagged, tag="run"):
    """Run a cell; `number` is its execution count, `seconds` its share of computing time.

    `code` is what it was compiled to, marshalled, if the grader has that.
    """

    source: str
    number: int
    seconds: float
    code: bytes = b""


class Cells(Tagged, tag="cells"):
    """Run cells that show no value, one after another; the answer is a list of `Ran`."""

    cells: list[Run]


class Hold(Tagged, tag="hold"):
    """Fork for each of the sockets that come with this message, and serve there.

    Where there can be no fork, the socket is closed.
    """


class Names(Tagged, tag="names"):
    """Lend what these names stand for; modules and unknown names are left out."""

    names: list[str]
    allow: Allowance


class Stream(Struct, tag_field="output_type", tag="stream"):
    """Printed text."""

    name: Literal["stdout", "stderr"]
    text: Text


class Error(Struct, tag_field="output_type", tag="error"):
    """An exception that ended a cell."""

    ename: Annotated[str, Meta(max_length=200)]
    evalue: Annotated[str, Meta(max_length=8000)]
    traceback: Annotated[list[Annotated[str, Meta(max_length=20_000)]], Meta(max_length=200)]


class Display(Struct, tag_field="output_type", tag="display_data"):
    """Something shown, in several forms."""

    data: dict[str, Text]


class Result(Struct, tag_field="output_type", tag="execute_result"):
    """The value of a cell's last expression, in several forms."""

    data: dict[str, Text]


class Ran(Tagged, tag="ran"):
    """How a cell ended."""

    outputs: Annotated[list[Stream | Error | Display | Result], Meta(max_length=2000)]
