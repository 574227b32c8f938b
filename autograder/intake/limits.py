"""How much of a submission is read."""

from dataclasses import dataclass

MIB = 1024 * 1024


@dataclass(frozen=True)
class Limits:
    """Bounds on one submission. None of them is near what honest work needs.

    Attributes
    ----------
    file_bytes, total_bytes : int
        The size of one notebook; of all notebooks that are looked at.
    mend_bytes : int
        Up to this size broken JSON is mended, which takes several times the memory.
    entries, depth : int
        How many files and folders are listed, and how deep.
    own_files, own_bytes : int
        How many files beside the notebooks a submission may bring; their size together.
    cells : int
        The number of cells of one notebook.
    code_chars, line_chars : int
        The length of one code cell, and of a line in it. A longer cell is left out.
    text_chars : int
        The length of any other cell, pictures in it included. A longer one is cut.
    total_chars : int
        The length of all cells together.
    attachment_bytes : int
        The attachments of one cell.
    """

    file_bytes: int = 64 * MIB
    total_bytes: int = 128 * MIB
    mend_bytes: int = 16 * MIB
    entries: int = 2000
    depth: int = 8
    own_files: int = 500
    own_bytes: int = 32 * MIB
    cells: int = 2000
    code_chars: int = MIB
    line_chars: int = 200_000
    text_chars: int = 4 * MIB
    total_chars: int = 16 * MIB
    attachment_bytes: int = 8 * MIB
