"""From a file's bytes to a list of cells, whichever version and program wrote it."""

from contextlib import suppress
from dataclasses import dataclass

import msgspec

from autograder.intake.cell import SubmittedCell, read_cell
from autograder.intake.findings import Flag, Refused, shown
from autograder.intake.imposter import name_binary, name_text
from autograder.intake.limits import Limits
from autograder.intake.mend import mend_json
from autograder.intake.raw import ABSENT, decode, items
from autograder.intake.text import to_text


@dataclass(frozen=True)
class Notebook:
    """A notebook as handed in; `version` is that of the exercise it was made from, if it says."""

    cells: tuple[SubmittedCell, ...]
    flags: tuple[Flag, ...] = ()
    version: str = ""


class _Exercise(msgspec.Struct):
    version: msgspec.Raw = ABSENT


class _Top(msgspec.Struct):
    cells: msgspec.Raw = ABSENT
    worksheets: msgspec.Raw = ABSENT
    metadata: msgspec.Raw = ABSENT
    nbformat: msgspec.Raw = ABSENT


class _Metadata(msgspec.Struct):
    autograder: msgspec.Raw = ABSENT


def read_notebook(data: bytes, name: str, limits: Limits | None = None) -> Notebook:
    """Read a notebook from a file's bytes.

    Parameters
    ----------
    data : bytes
        At most as much as the limits allow.
    name : str
        The file's name, for messages.
    limits : Limits, optional
        Bounds on cells and sources.

    Raises
    ------
    Refused
        If it is no notebook, or too much of one.
    """
    limits = limits or Limits()
    where = shown(name)
    binary = name_binary(data)
    if binary:
        raise Refused(where, *binary)
    text, oddity = to_text(data)
    flags = [Flag("repaired:encoding", f"{where}: {oddity}")] if oddity else []
    top = _parse(text.rstrip("\x00\t\n\r "), where, limits, flags)
    version = decode(top.nbformat, int, 0)
    if version != 4:
        flags.append(Flag("repaired:nbformat", f"{where} says nbformat {version or 'nothing'}"))
    raws = _raw_cells(top, where, limits)
    if len(raws) > limits.cells:
        raise Refused(where, f"has more than {limits.cells} cells", "Delete what is not needed")
    cells = []
    for number, raw in enumerate(raws, 1):
        cell = read_cell(raw, number, limits, flags)
        if cell is not None:
            cells.append(cell)
    if sum(len(cell.source) for cell in cells) > limits.total_chars:
        raise Refused(where, "holds too much text", "Delete what is not needed")
    if not cells:
        raise Refused(where, "holds no cells", "Hand in the notebook that holds the work")
    about = decode(decode(top.metadata, _Metadata, _Metadata()).autograder, _Exercise, _Exercise())
    return Notebook(tuple(cells), tuple(flags), decode(about.version, str, "")[:80])


def _parse(text: str, where: str, limits: Limits, flags: list[Flag]) -> _Top:
    """Decode the outermost object; mend the text if that is what it takes."""
    try:
        return _strict(text, where)
    except msgspec.DecodeError:
        pass
    if len(text) <= limits.mend_bytes:
        with suppress(msgspec.DecodeError):
            top = _strict(mend_json(text), where)
            flags.append(Flag("repaired:json", f"{where} held something that JSON forbids"))
            return top
    raise Refused(where, *name_text(text))


def _strict(text: str, where: str) -> _Top:
    try:
        return msgspec.json.decode(text.encode("utf-8", "replace"), type=_Top)
    except msgspec.ValidationError:
        raise Refused(
            where, "is JSON, but not a notebook", "Hand in the notebook that holds the work"
        ) from None
    except RecursionError:
        raise Refused(where, "is nested too deeply", "Clear all outputs and save it") from None


def _raw_cells(top: _Top, where: str, limits: Limits) -> list[msgspec.Raw]:
    cells = items(top.cells, limits.cells)
    if cells is not None:
        return cells
    sheets = items(top.worksheets, limits.cells)
    if sheets is None:
        raise Refused(
            where, "is JSON, but has no list of cells", "Hand in the notebook that holds the work"
        )
    cells = []
    for sheet in sheets:
        cells += items(decode(sheet, _Top, _Top()).cells, limits.cells) or []
        if len(cells) > limits.cells:
            break
    return cells
