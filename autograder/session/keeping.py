"""Put down what came of a submission: its graded notebooks first, then its receipt.

A run that is killed between the two grades the submission again, and so does the next one where a
power cut left either empty.
"""

import shutil
from datetime import datetime
from pathlib import Path

from autograder.course.directory import CourseDirectory, CourseError
from autograder.course.files import remove_parts, write_private
from autograder.course.locks import receipts_lock
from autograder.course.receipts import Receipts
from autograder.course.supplements import Supplements
from autograder.grade.mark import Marked
from autograder.intake.parcel import TIMESTAMP, Parcel
from autograder.model import Receipt


def keep(
    course: CourseDirectory,
    marked: Marked,
    parcel: Parcel,
    supplements: Supplements,
    since: datetime,
) -> Receipt:
    """Keep a receipt and its notebooks, unless something better stands there.

    Parameters
    ----------
    course : CourseDirectory
    marked : Marked
    parcel : Parcel
        What was graded.
    supplements : Supplements
        The course's files, which lie with the graded notebooks as nbgrader leaves them there.
    since : datetime.datetime
        When it was read: UTC, without a zone.

    Returns
    -------
    Receipt
        The one that counts now.
    """
    receipt = marked.receipt
    student, assignment = receipt.result.student, receipt.result.assignment
    receipts = Receipts(course, assignment)
    with receipts_lock(course):
        if receipts.is_overtaken(receipt, since):
            return receipts.read(student) or receipt
        if receipts.is_kept_from(receipt):
            receipts.write_failed(receipt)
            return receipts.read(student) or receipt
        folder = course.autograded / student / assignment
        remove_parts(folder)
        for name, data in marked.notebooks.items():
            write_private(folder / f"{name}.ipynb", data, lasting=False)
        if marked.notebooks:
            put_beside(folder, files_beside(parcel, supplements))
        receipts.write(receipt)
        return receipt


def files_beside(parcel: Parcel, supplements: Supplements) -> dict[str, bytes]:
    """Return what lies beside the graded notebooks: what the submission found beside its own."""
    timestamp = {path: data for path, data in parcel.files.items() if path == TIMESTAMP}
    return {**supplements.for_students, **parcel.own, **timestamp}


def put_beside(folder: Path, files: dict[str, bytes]) -> None:
    """Put files beside graded notebooks, in place of all that lay there before.

    Raises
    ------
    CourseError
        If something can't be removed or written.
    """
    for path in list(folder.iterdir()) if folder.is_dir() else ():
        if path.name.startswith(".") or path.suffix == ".ipynb":
            continue
        try:
            shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()
        except OSError as error:
            raise CourseError(f"{path} can't be replaced: {error.strerror}. Move it away") from None
    for path, data in files.items():
        write_private(folder / path, data, lasting=False)
