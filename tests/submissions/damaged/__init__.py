"""Damaged submissions: each made from an honest one by a small function, with its outcome."""

from tests.submissions.damaged import cells, contents, folders, tampered  # noqa: F401 (registers)
from tests.submissions.damaged.registry import DAMAGED, Damaged

__all__ = ["DAMAGED", "Damaged"]
