"""What is compared of an exception: its class, its message and the line that raised it.

Names of variables, numbers and texts are left out, so that the same slip in another student's
words is the same. Of all this a file keeps a digest alone.
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

import numpy as np

LIBRARIES = tuple(os.path.dirname(module.__file__) + os.sep for module in (np, os))  # noqa: PTH120
KEPT = {*dir(builtins), *keyword.kwlist, "np", "numpy"}
LEFT_OUT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
LONGEST = 200  # characters of a line that another process sends
NUMBER = re.compile(r"\d+")
ASIDE = re.compile(r"\([^()]*\)")
QUOTED = re.compile(r"(['\"`]).*?\1")
ARROW = re.compile(r"^----> \d+ (.*)$", re.MULTILINE)


def digest_of(error: BaseException) -> str:
    """Return what stands for an exception in a signature."""
    line = normal_line(raising_line(error))
    # The words of an assert are its author's, and say nothing of what went wrong.
    message = "" if line.startswith("assert ") else normal_message(str(error))
    text = "\n".join([type(error).__name__, message, line])
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


def normal_message(message: str) -> str:
    """Return a message without numbers, quoted names and what stands in brackets.

    In brackets are shapes, and details that one version of Python gives and another doesn't.
    """
    return " ".join(NUMBER.sub("0", ASIDE.sub("", QUOTED.sub("''", message))).split())


def normal_line(line: str) -> str:
    """Return a line of code with its variables numbered in the order in which they appear."""
    words: list[str] = []
    numbers: dict[str, str] = {}
    try:
        for token in tokenize.generate_tokens(io.StringIO(line).readline):
            if token.type in LEFT_OUT:
                continue
            if token.type == tokenize.STRING:
                words.append("''")
            elif token.type != tokenize.NAME or token.string in KEPT or words[-1:] == ["."]:
                words.append(token.string)
            else:
                words.append(numbers.setdefault(token.string, f"v{len(numbers)}"))
    except (tokenize.TokenError, SyntaxError):
        pass  # the first line of several
    if words[:1] == ["assert"]:
        words = words[: _end_of_condition(words)]
    return " ".join(words).strip()


def _end_of_condition(words: list[str]) -> int:
    depth = 0
    for place, word in enumerate(words):
        depth += (word in "([{") - (word in ")]}")
        if word == "," and depth == 0:
            return place
    return len(words)


normal_line("pass")  # has tokenize compile its patterns once, before a process forks
