"""Align a damaged submission with the release: checks and points are the course's own."""

from autograder.repair.align import Aligned, AlignedCell, align
from autograder.repair.rebuild import rebuild, written
from autograder.repair.release import Release, ReleaseCell, ReleaseError, read_release

__all__ = [
    "Aligned",
    "AlignedCell",
    "Release",
    "ReleaseCell",
    "ReleaseError",
    "align",
    "read_release",
    "rebuild",
    "written",
]
