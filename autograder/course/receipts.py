"""The receipts of an assignment: ``receipts/<assignment>/<student>.json``, for you alone."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import msgspec

from autograder.course.directory import CourseDirectory, CourseError
from autograder.course.files import remove_parts, write_private
from autograder.model import Receipt
from autograder.model.receipt import decode, encode

FAILED = "failed"


class Receipts:
    """Reads and writes receipts.

    A student has one receipt. If a later try could not be graded, its receipt lies beside the
    good one, in ``failed/``, until a try succeeds.

    Parameters
    ----------
    course : CourseDirectory
    assignment : str
    """

    def __init__(self, course: CourseDirectory, assignment: str) -> None:
        self.folder = course.receipts / assignment

    def path(self, student: str) -> Path:
        """Return where a student's receipt lies."""
        return self.folder / f"{student}.json"

    def failed_path(self, student: str) -> Path:
        """Return where the receipt of a failed later try lies."""
        return self.folder / FAILED / f"{student}.json"

    def read(self, student: str) -> Receipt | None:
        """Return a student's receipt; None if there is none, or none that can be read."""
        return _read(self.path(student))

    def read_failed(self, student: str) -> Receipt | None:
        """Return the receipt of a failed later try, or None."""
        return _read(self.failed_path(student))

    def is_overtaken(self, receipt: Receipt, since: datetime) -> bool:
        """Tell whether another process graded something newer while this was under way.

        Parameters
        ----------
        receipt : Receipt
        since : datetime.datetime
            When its submission was read: UTC, without a zone.
        """
        standing = self.read(receipt.result.student)
        if standing is None or standing.observed.graded_at < since:
            return False
        return standing.result.submission != receipt.result.submission

    def is_kept_from(self, receipt: Receipt) -> bool:
        """Tell whether a receipt of something ungraded may not take an earlier one's place."""
        standing = self.read(receipt.result.student) if receipt.is_ungraded else None
        return standing is not None and not standing.is_ungraded

    def tidy(self) -> None:
        """Remove what a run that was killed left half-written; nobody else may write now."""
        for folder in (self.folder, self.folder / FAILED):
            remove_parts(folder)

    def write(self, receipt: Receipt) -> None:
        """Keep a receipt that counts."""
        student = receipt.result.student
        write_private(self.path(student), encode(receipt), lasting=False)
        self.failed_path(student).unlink(missing_ok=True)

    def write_failed(self, receipt: Receipt) -> None:
        """Keep the receipt of a try that failed where an earlier one counts."""
        write_private(self.failed_path(receipt.result.student), encode(receipt), lasting=False)

    @property
    def students(self) -> list[str]:
        """The ids of the students who have a receipt, in order."""
        return sorted(path.stem for path in self.folder.glob("*.json"))

    def all(self) -> Iterator[Receipt]:
        """Yield every receipt that counts.

        Raises
        ------
        CourseError
            If one can't be read.
        """
        for student in self.students:
            receipt = self.read(student)
            if receipt is None:
                raise CourseError(
                    f"{self.path(student)} is not a receipt. Delete it and run autograder grade "
                    f"{self.folder.name} --student '{student}'"
                )
            yield receipt


def _read(path: Path) -> Receipt | None:
    try:
        return decode(path.read_bytes())
    except (FileNotFoundError, msgspec.MsgspecError):
        return None
    except OSError as error:
        raise CourseError(f"{path} can't be read: {error.strerror}") from None
