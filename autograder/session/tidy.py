"""Remove what a command that was killed left half-written."""

from autograder.course.directory import CourseDirectory
from autograder.course.files import remove_parts
from autograder.course.locks import receipts_lock, writer_lock
from autograder.course.receipts import Receipts


def tidy(course: CourseDirectory, *assignments: str) -> None:
    """Remove half-written receipts and backups; only who holds the batch lock may."""
    with writer_lock(course):
        remove_parts(course.backups)
    with receipts_lock(course):
        remove_parts(course.receipts)
        for assignment in assignments:
            Receipts(course, assignment).tidy()
