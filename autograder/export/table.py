"""CSV that a spreadsheet reads as text and numbers, never as formulas."""

import csv
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

# What makes a spreadsheet run a cell: OWASP ASVS 5.0, 1.2.10, with the line's ends and the wide
# forms of the same characters, which some spreadsheets read alike.
STARTS_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\0", "＝", "＋", "－", "＠")  # fmt: skip

Value = str | float | datetime | None


def write_table(path: Path, rows: Iterable[Iterable[Value]]) -> None:
    """Write rows, whole or not at all: the file that is there stays until all is written."""
    half = path.with_name(f"{path.name}.part")
    with half.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([map(shown, row) for row in rows])
    half.replace(path)


def shown(value: Value) -> str:
    """Return a cell: a text that would start a formula after an apostrophe, nothing as blank."""
    if value is None:
        return ""
    if isinstance(value, str):
        value = value.replace("\0", "")
        return f"'{value}" if value.startswith(STARTS_FORMULA) else value
    return str(value)
