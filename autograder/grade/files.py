"""The files of one submission, as its two processes are given them."""

import io
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from autograder.course.supplements import Supplements
from autograder.student.files import archive


@dataclass(frozen=True)
class Archives:
    """Archives of files; what is in a later one goes over what was in an earlier one.

    Attributes
    ----------
    student : tuple of file
        For the submission: the course's files and, over those that it may change, its own.
    checks : tuple of file
        For the checks: the course's files alone, with those that no student got.
    """

    student: tuple[io.FileIO, ...] = ()
    checks: tuple[io.FileIO, ...] = ()

    @contextmanager
    def with_own(self, files: dict[str, bytes]) -> Iterator["Archives"]:
        """Give archives that hold a student's files, too."""
        if not files:
            yield self
            return
        with archive(files) as own:
            yield replace(self, student=(*self.student, own))


NO_FILES = Archives()


def archives_of(supplements: Supplements) -> Archives:
    """Put a course's files into archives."""
    found = supplements.for_students, supplements.for_checks
    return Archives(*((archive(files),) if files else () for files in found))
