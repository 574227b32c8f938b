"""Compare sources without parsing them: a stranger's code is never given to a parser here."""

import hashlib
import re

from autograder.intake.text import remembered

DEFINITION = re.compile(r"^(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)", re.MULTILINE)
ASSIGNMENT = re.compile(r"^(\w+)[ \t]*(?::[^=\n]*)?=(?!=)", re.MULTILINE)


@remembered
def normal(source: str) -> str:
    """Return a source without blank lines around it and without spaces at line ends."""
    return "\n".join(line.rstrip() for line in source.split("\n")).strip("\n")


def share(part: frozenset[str], whole: frozenset[str]) -> float:
    """Return which share of one set of lines stands in another."""
    return len(part & whole) / len(part) if part else 0.0


def without(source: str, block: str) -> str | None:
    """Return a source without a block of whole lines, or None where it doesn't hold the block."""
    source, block = f"\n{normal(source)}\n", f"\n{normal(block)}\n"
    place = source.find(block)
    if block.isspace() or place < 0:
        return None
    return (source[:place] + "\n" + source[place + len(block) :]).strip("\n")


def defined(source: str) -> frozenset[str]:
    """Return the names that the outermost lines of a source define or assign."""
    return frozenset(DEFINITION.findall(source) + ASSIGNMENT.findall(source))


def asked_for(starter: str) -> frozenset[str]:
    """Return the names that a starter asks for: what it defines, else what it assigns."""
    return frozenset(DEFINITION.findall(starter) or ASSIGNMENT.findall(starter))


def checksum(
    source: str,
    cell_type: str,
    grade: bool,
    solution: bool,
    locked: bool,
    grade_id: str,
    points: float,
) -> str:
    """Return nbgrader's checksum of a cell."""
    parts = [source, cell_type, str(grade), str(solution), str(locked), grade_id]
    if grade:
        parts.append(str(float(points)))
    text = "".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.md5(text, usedforsecurity=False).hexdigest()
