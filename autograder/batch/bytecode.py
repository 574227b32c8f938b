"""Bytecode for processes that may not write it, and would compile their modules at each start."""

import compileall
import os
import sys
from pathlib import Path

PACKAGE = Path(__file__).parents[1]
ROOMS = ("diagnose", "grade", "model", "student", "wire")
"""What the warm processes import. An install brings the bytecode; a checkout does not."""


def compile_rooms() -> None:
    """Compile what has changed since it was compiled, where this process may write."""
    if sys.dont_write_bytecode:
        return
    for room in ROOMS:
        if os.access(PACKAGE / room, os.W_OK):
            compileall.compile_dir(PACKAGE / room, quiet=2)
