"""What is compared of an exception: its class and the line that raised it.

Names of variables and texts are left out, so that the same slip in another student's words is the
same. So is the message: its words are the author's, or those of one version of Python or NumPy. Of
all this a file keeps a digest alone.
"""

import builtins
import hashlib
import io
import keyword
import linecache
import os
import re
import tokenize
import traceback
from collections.abc import Iterator

import numpy as np

LIBRARIES = tuple(os.path.dirname(module.__file__) + os.sep for module in (np, os))  # noqa: PTH120
KEPT = {*dir(builtins), *keyword.kwlist, "np", "numpy"}
LEFT_OUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
# From Python 3.12 on, a text with values in it comes in pieces.
STARTS = {getattr(tokenize, name, None) for name in ("FSTRING_START", "TSTRING_START")}
ENDS = {getattr(tokenize, name, None) for name in ("FSTRING_END", "TSTRING_END")}
LONGEST = 200  # characters of a line that another process sends
ARROW = re.compile(r"^----> \d+ (.*)$", re.MULTILINE)


def digest_of(error: BaseException) -> str:
    """Return what stands for an exception in a signature."""
    text = f"{type(error).__name__}\n{normal_line(raising_line(error))}"
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]


def raising_line(error: BaseException) -> str:
    """Return the deepest line of the traceback that lies in no library; empty if there is none.

    An exception that came from another process carries its traceback as a note.
    """
    for note in getattr(error, "__notes__", ()):
        if lines := [line.strip() for line in ARROW.findall(note) if line.strip()]:
            return lines[-1]
    found = ""
    for frame, number in traceback.walk_tb(error.__traceback__):
        name = frame.f_code.co_filename
        module = frame.f_globals.get("__name__", "")
        if not name.startswith(LIBRARIES) and not module.startswith(f"{__package__}."):
            found = linecache.getline(name, number, frame.f_globals).strip() or found
    return found[:LONGEST]


def normal_line(line: str) -> str:
    """Return a line of code with its variables numbered in the order in which they appear."""
    words: list[str] = []
    numbers: dict[str, str] = {}
    try:
        for kind, text in _tokens(line):
            if kind in LEFT_OUT:
                continue
            if kind == tokenize.STRING:
                words.append("''")
            elif kind != tokenize.NAME or text in KEPT or words[-1:] == ["."]:
                words.append(text)
            else:
                words.append(numbers.setdefault(text, f"v{len(numbers)}"))
    except (tokenize.TokenError, SyntaxError):
        pass  # the first line of several
    if words[:1] == ["assert"]:
        words = words[: _end_of_condition(words)]
    return " ".join(words).strip()


def _tokens(line: str) -> Iterator[tuple[int, str]]:
    """Yield kind and text of a line's tokens, the same from each version of Python."""
    depth = 0
    for token in tokenize.generate_tokens(io.StringIO(line).readline):
        if token.type == tokenize.ERRORTOKEN:
            return
        depth += token.type in STARTS
        if not depth:
            yield token.type, token.string
        if token.type in ENDS:
            depth -= 1
            if not depth:
                yield tokenize.STRING, ""


def _end_of_condition(words: list[str]) -> int:
    depth = 0
    for place, word in enumerate(words):
        depth += (word in "([{") - (word in ")]}")
        if word == "," and depth == 0:
            return place
    return len(words)


normal_line("pass")  # has tokenize compile its patterns once, before a process forks
