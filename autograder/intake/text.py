"""From bytes to text, whatever program saved them."""

import codecs
import functools
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
SHORT = 4096
"""Characters: what is longer is not remembered."""

BOMS = (
    (codecs.BOM_UTF8, "utf-8", "a byte-order mark"),
    (codecs.BOM_UTF32_LE, "utf-32-le", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16"),
)
# A notebook starts with two ASCII characters; where their zero bytes stand tells the encoding.
BARE = (
    ((False, True, True, True), "utf-32-le", "UTF-32"),
    ((True, True, True, False), "utf-32-be", "UTF-32"),
    ((False, True, False, True), "utf-16-le", "UTF-16"),
    ((True, False, True, False), "utf-16-be", "UTF-16"),
)


def to_text(data: bytes) -> tuple[str, str]:
    """Return a file's text, and what was unusual about its encoding, or ``""``.

    Never fails: what can't be read becomes U+FFFD.
    """
    for mark, encoding, name in BOMS:
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace"), f"it was saved with {name}"
    zeros = tuple(byte == 0 for byte in data[:4])
    for pattern, encoding, name in BARE:
        if zeros == pattern:
            return data.decode(encoding, "replace"), f"it was saved as {name}"
    try:
        return data.decode("utf-8"), ""
    except UnicodeDecodeError:
        return _not_utf8(data)


def _not_utf8(data: bytes) -> tuple[str, str]:
    """Tell text with a few broken bytes from text in an old one-byte encoding."""
    lenient = data.decode("utf-8", "replace")
    broken = lenient.count("\N{REPLACEMENT CHARACTER}")
    good = len(lenient) - broken - len(lenient.encode("ascii", "ignore"))
    if good > 0:
        return lenient, "some of its bytes are not UTF-8 and became \N{REPLACEMENT CHARACTER}"
    return data.decode("cp1252", "replace"), "it was saved as Latin-1, not UTF-8"


def remembered(function: Callable[[str], T]) -> Callable[[str], T]:
    """Have a function of a text remember what it returned for short ones: classes share many."""
    known = functools.lru_cache(256)(function)

    @functools.wraps(function)
    def remembering(text: str) -> T:
        return known(text) if len(text) <= SHORT else function(text)

    return remembering


@remembered
def lines_of(source: str) -> frozenset[str]:
    """Return the lines of a source, stripped, without the blank ones."""
    return frozenset(line for line in map(str.strip, source.split("\n")) if line)
