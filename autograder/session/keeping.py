"""Put down what came of a submission: its graded notebooks first, then its receipt.

A run that is killed between the two grades the submission again, and so does the next one where a
power cut left either empty.
"""

from datetime import datetime

from autograder.course.directory import CourseDirectory
from autograder.course.files import remove_parts, write_private
from autograder.course.locks import receipts_lock
from autograder.course.receipts import Receipts
from autograder.grade.mark import Marked
from autograder.intake.parcel import TIMESTAMP, Parcel
from autograder.model import Receipt


def keep(course: CourseDirectory, marked: Marked, parcel: Parcel, since: datetime) -> Receipt:
    """Keep a receipt and its notebooks, unless something better stands there.

    Parameters
    ----------
    course : CourseDirectory
    marked : Marked
    parcel : Parcel
        What was graded.
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
        if marked.notebooks and TIMESTAMP in parcel.files:
            write_private(folder / TIMESTAMP, parcel.files[TIMESTAMP], lasting=False)
        receipts.write(receipt)
        return receipt
