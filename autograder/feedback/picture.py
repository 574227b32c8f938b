"""Two arrays side by side: what a function gave and what it should have given.

Every number has the colour of the block in which it belongs. So it shows at a glance which numbers
stand in the wrong block.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import prod

from autograder.model import Comparison, Grid

COLOURS = 6
MOST_COLUMNS = 16


@dataclass(frozen=True)
class Number:
    """One number: its text, the colour of its block or None, and whether it is wrong."""

    text: str
    colour: int | None
    wrong: bool


@dataclass(frozen=True)
class Block:
    """The last two axes of an array at one place of the others."""

    name: str
    rows: tuple[tuple[Number, ...], ...]


@dataclass(frozen=True)
class Picture:
    """The two arrays as blocks, and their difference in words."""

    got: tuple[Block, ...]
    expected: tuple[Block, ...]
    said: str


def picture(compared: Comparison) -> Picture | None:
    """Return two arrays as blocks of numbers; None where they are too wide to be read."""
    if max(compared.got.shape[-1:], default=0) > MOST_COLUMNS:
        return None
    colours = _colours(compared.expected)
    wrong = frozenset(compared.wrong)
    got = tuple(_blocks(compared.got, colours, wrong))
    return Picture(got, tuple(_blocks(compared.expected, colours, frozenset())), _said(compared))


def _colours(expected: Grid) -> dict[str, int]:
    """Return the block, or of a single block the row, in which each number belongs.

    None for a number that belongs in several.
    """
    rows = prod(expected.shape[-1:])
    blocks = prod(expected.shape[-2:])
    size = blocks if len(expected.numbers) > blocks else rows
    places: dict[str, set[int]] = {}
    for index, number in enumerate(expected.numbers):
        places.setdefault(number, set()).add(index // size)
    return {number: min(found) for number, found in places.items() if len(found) == 1}


def _blocks(grid: Grid, colours: dict[str, int], wrong: frozenset[int]) -> Iterator[Block]:
    shape = (1, 1, *grid.shape)[-max(2, len(grid.shape)) :]
    height, width = shape[-2:]
    for place, index in enumerate(product(*map(range, shape[:-2]))):
        start = place * height * width
        yield Block(
            f"[{', '.join(map(str, index))}]" if index else "",
            tuple(
                tuple(
                    _number(grid.numbers[at], at, colours, wrong)
                    for at in range(start + row * width, start + (row + 1) * width)
                )
                for row in range(height)
            ),
        )


def _number(text: str, at: int, colours: dict[str, int], wrong: frozenset[int]) -> Number:
    colour = colours.get(text)
    return Number(text, None if colour is None else colour % COLOURS, at in wrong)


def _said(compared: Comparison) -> str:
    if compared.got.shape != compared.expected.shape:
        return f"Your shape is {compared.got.shape}; expected is {compared.expected.shape}."
    count, size = len(compared.wrong), len(compared.expected.numbers)
    return f"{count} of {size} numbers are wrong; they are underlined."
