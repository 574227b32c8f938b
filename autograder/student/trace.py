"""Short tracebacks: the lines of the cells, and library frames by name."""

import linecache
import os
from pathlib import Path
from types import CodeType

HERE = str(Path(__file__).parent.parent) + os.sep
KEEP = 12
MAX_MESSAGE = 4000
CELL = "<cell "


def frames(error: BaseException) -> list[tuple[CodeType, int] | None]:
    """Return code and line of each frame but the grader's own; None stands for those left out."""
    found, trace, count = [], error.__traceback__, 0
    while trace is not None and count < 5000:
        code = trace.tb_frame.f_code
        if not code.co_filename.startswith(HERE):
            found.append((code, trace.tb_lineno))
        trace, count = trace.tb_next, count + 1
    if len(found) > KEEP:
        found[KEEP // 2 : -KEEP // 2] = [None]
    return found


def describe(error: BaseException) -> str:
    """Return the message of an exception, bounded, whatever its __str__ does."""
    try:
        return str(error)[:MAX_MESSAGE].encode("utf-8", "replace").decode()
    except BaseException:
        return "(the message could not be made)"


def lines_of(error: BaseException) -> list[str]:
    """Return the traceback as nbformat wants it: one text for each frame, the message last."""
    name = type(error).__name__[:100]
    if isinstance(error, SyntaxError):
        return _syntax(error, name)
    return [*(_frame(frame) for frame in frames(error)), f"{name}: {describe(error)}"]


def text_of(error: BaseException) -> str:
    """Return the traceback as one text, without the message."""
    return "\n".join(_frame(frame) for frame in frames(error))


def _frame(frame: tuple[CodeType, int] | None) -> str:
    if frame is None:
        return "    ..."
    code, line = frame
    where = "" if code.co_name == "<module>" else f", in {code.co_name}"
    if not code.co_filename.startswith("<"):
        return f"File .../{'/'.join(code.co_filename.split('/')[-2:])}, line {line}{where}"
    head = f"Cell {code.co_filename.removeprefix(CELL).rstrip('>')}, line {line}{where}"
    if not code.co_filename.startswith(CELL):
        head = f"{code.co_filename}, line {line}{where}"
    shown = []
    for number in range(max(1, line - 1), line + 2):
        source = linecache.getline(code.co_filename, number).rstrip()[:200]
        if source or number == line:
            arrow = "---->" if number == line else "     "
            shown.append(f"{arrow} {number} {source}")
    return "\n".join([head, *shown])


def _syntax(error: SyntaxError, name: str) -> list[str]:
    found = frames(error)
    ran = any(frame and frame[0].co_filename.startswith(CELL) for frame in found)
    if ran or not isinstance(error.lineno, int):
        return [*map(_frame, found), f"{name}: {describe(error)}"]
    text = error.text
    if not isinstance(text, str):  # what is wrong was found behind the parser
        text = linecache.getline(str(error.filename), error.lineno)
    text = text.rstrip("\n")[:200]
    column = max((error.offset or 1) - 1, 0)
    return [
        f"Line {error.lineno}",
        f"    {text}\n    {' ' * min(column, 200)}^",
        f"{name}: {error.msg}",
    ]
