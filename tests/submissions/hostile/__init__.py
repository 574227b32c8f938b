"""Hostile submissions: each made by a small function or a piece of code, with its outcome."""

from tests.submissions.hostile import (  # noqa: F401 (they register)
    beside,
    files,
    forgeries,
    frames,
    kernel,
    leaks,
    machine,
    patience,
    processes,
)
from tests.submissions.hostile.registry import HOSTILE, Hostile

__all__ = ["HOSTILE", "Hostile"]
