"""From one cell's JSON to what is believed of it."""

import functools
import re
from dataclasses import dataclass, field

import msgspec

from autograder.intake.findings import Flag, shown
from autograder.intake.limits import Limits
from autograder.intake.raw import ABSENT, decode, is_empty, size

KINDS = ("code", "markdown", "raw")
OLD_KINDS = {"heading": "markdown", "text": "markdown", "html": "markdown", "plaintext": "raw"}
PICTURES = ("image/png", "image/jpeg", "image/gif")
MOST_KEPT = 4096
"""Bytes of a cell that is kept for the next submission."""
BASE64 = re.compile(r"[A-Za-z0-9+/\s]*+={0,2}\s*+")
"""What a page may hold between quotes: nothing that could end them."""


@dataclass(frozen=True)
class Claim:
    """What a cell says of itself in nbgrader's metadata. Only the id is ever believed."""

    grade_id: str = ""
    grade: bool | None = None
    solution: bool | None = None
    locked: bool | None = None
    task: bool | None = None
    points: float | None = None
    checksum: str = ""
    schema: int | None = None


@dataclass(frozen=True)
class SubmittedCell:
    """A cell as handed in; outputs are never read.

    Attributes
    ----------
    number : int
        Its place in the file, from 1.
    cell_type : str
        ``code``, ``markdown`` or ``raw``.
    claim : Claim
        nbgrader's metadata, as far as it has the right types.
    tags : tuple of str
        The cell's tags, which change nothing.
    attachments : dict
        Pictures by name, each a dictionary from media type to base64 text.
    """

    number: int
    cell_type: str
    source: str
    claim: Claim = Claim()
    tags: tuple[str, ...] = ()
    attachments: dict[str, dict[str, str]] = field(default_factory=dict)


# What these don't name is skipped by the decoder without being built: outputs cost nothing.
class _Metadata(msgspec.Struct):
    nbgrader: msgspec.Raw = ABSENT
    tags: msgspec.Raw = ABSENT


class _Claim(msgspec.Struct):
    grade_id: msgspec.Raw = ABSENT
    grade: msgspec.Raw = ABSENT
    solution: msgspec.Raw = ABSENT
    locked: msgspec.Raw = ABSENT
    task: msgspec.Raw = ABSENT
    points: msgspec.Raw = ABSENT
    checksum: msgspec.Raw = ABSENT
    schema_version: msgspec.Raw = ABSENT


class _Cell(msgspec.Struct):
    cell_type: msgspec.Raw = ABSENT
    source: msgspec.Raw = ABSENT
    input: msgspec.Raw = ABSENT  # nbformat 2 and 3
    code: msgspec.Raw = ABSENT  # nbformat 1
    text: msgspec.Raw = ABSENT  # nbformat 1
    level: msgspec.Raw = ABSENT
    metadata: msgspec.Raw = ABSENT
    attachments: msgspec.Raw = ABSENT
    execution_count: msgspec.Raw = ABSENT


def read_cell(
    raw: msgspec.Raw, number: int, limits: Limits, flags: list[Flag]
) -> SubmittedCell | None:
    """Read a cell; add a flag for what is mended. None if it has to be left out."""
    if size(raw) > MOST_KEPT:
        return _read(raw, number, limits, flags)
    cell, found = _read_small(bytes(raw), number, limits)
    flags += found
    return cell


@functools.lru_cache(1024)
def _read_small(
    data: bytes, number: int, limits: Limits
) -> tuple[SubmittedCell | None, tuple[Flag, ...]]:
    """Read a cell and keep it: most cells of a class are those that the course gave."""
    flags: list[Flag] = []
    return _read(msgspec.Raw(data), number, limits, flags), tuple(flags)


def _read(raw: msgspec.Raw, number: int, limits: Limits, flags: list[Flag]) -> SubmittedCell | None:
    place = f"cell {number}"
    cell = decode(raw, _Cell, None)
    if cell is None:
        flags.append(Flag("repaired:no-cell", "This is no cell and is left out", place))
        return None
    cell_type = _cell_type(cell, place, flags)
    raw_source = next(
        (r for r in (cell.source, cell.input, cell.code, cell.text) if r is not ABSENT), ABSENT
    )
    source = _read_source(raw_source, limits, place, flags)
    if decode(cell.cell_type, str, "") == "heading":
        source = "#" * min(max(decode(cell.level, int, 1), 1), 6) + " " + source
    if cell_type == "code" and _is_too_long(source, limits):
        flags.append(Flag("repaired:too-long", "The cell is too long and is left out", place))
        return None
    if len(source) > limits.text_chars:
        flags.append(Flag("repaired:too-long", "The cell is too long and is cut", place))
        source = source[: limits.text_chars] + "\n\n*(cut here: the cell is too long)*"
    metadata = decode(cell.metadata, _Metadata, _Metadata())
    tags = decode(metadata.tags, list[str], []) if size(metadata.tags) < 10_000 else []
    attachments = _read_attachments(cell.attachments, limits, place, flags)
    return SubmittedCell(
        number, cell_type, source, _read_claim(metadata.nbgrader), tuple(tags), attachments
    )


def _cell_type(cell: _Cell, place: str, flags: list[Flag]) -> str:
    said = decode(cell.cell_type, str, "")
    if said in KINDS:
        return said
    if said in OLD_KINDS:
        return OLD_KINDS[said]
    guess = "code" if size(cell.execution_count) or size(cell.input) else "markdown"
    what = f"'{shown(said, 20)}'" if said else "missing"
    message = f"The cell's type is {what}; it is read as {guess}"
    flags.append(Flag("repaired:cell-type", message, place))
    return guess


def _is_too_long(source: str, limits: Limits) -> bool:
    lines = source.split("\n")
    return len(source) > limits.code_chars or max(map(len, lines)) > limits.line_chars


def _read_source(raw: msgspec.Raw, limits: Limits, place: str, flags: list[Flag]) -> str:
    source = decode(raw, str, None)
    if source is None:
        # A list of many short strings takes a multiple of its bytes once it is decoded.
        lines = decode(raw, list[str], None) if size(raw) <= 2 * limits.text_chars else None
        if lines is None and not is_empty(raw):
            flags.append(Flag("repaired:source", "The cell's source can't be read", place))
        lines = lines or []
        # Some programs write lines without their ends, which would join into one.
        bare = len(lines) > 1 and not any(line.endswith("\n") for line in lines[:-1])
        if bare:
            flags.append(Flag("repaired:source", "The cell's lines had lost their ends", place))
        source = ("\n" if bare else "").join(lines)
    if "\x00" in source:
        flags.append(Flag("repaired:characters", "Null characters in the cell are gone", place))
    return source.replace("\x00", "").replace("\r\n", "\n").replace("\r", "\n")


def _read_claim(raw: msgspec.Raw) -> Claim:
    said = decode(raw, _Claim, _Claim())
    points = decode(said.points, float | int, None)
    return Claim(
        grade_id=decode(said.grade_id, str, "")[:256],
        grade=decode(said.grade, bool, None),
        solution=decode(said.solution, bool, None),
        locked=decode(said.locked, bool, None),
        task=decode(said.task, bool, None),
        points=None if points is None else float(points),
        checksum=decode(said.checksum, str, "")[:64],
        schema=decode(said.schema_version, int, None),
    )


def _read_attachments(
    raw: msgspec.Raw, limits: Limits, place: str, flags: list[Flag]
) -> dict[str, dict[str, str]]:
    if is_empty(raw):
        return {}
    found = None
    if size(raw) <= limits.attachment_bytes:
        found = decode(raw, dict[str, dict[str, str]], None)
    if found is None:
        flags.append(Flag("repaired:attachments", "Attachments can't be read and are gone", place))
        return {}
    pictures = {
        name[:256]: {
            k: data for k, data in media.items() if k in PICTURES and BASE64.fullmatch(data)
        }
        for name, media in found.items()
    }
    kept = {name: media for name, media in pictures.items() if media}
    if kept != found:
        message = "Attachments other than PNG, JPEG and GIF pictures are gone"
        flags.append(Flag("repaired:attachments", message, place))
    return kept
