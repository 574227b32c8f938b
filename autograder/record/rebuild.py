"""Make the automatic columns of a gradebook from the receipts."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import groupby

from sqlalchemy import select

from autograder.course import CourseDirectory
from autograder.course.locks import writer_lock
from autograder.model import Receipt
from autograder.record.gradebook import Recorder
from autograder.record.tables import ASSIGNMENT, SUBMISSION


@dataclass(frozen=True)
class Rebuilt:
    """What became of a gradebook.

    Attributes
    ----------
    changed : dict of str to int
        How many submissions' rows were changed, by assignment.
    without_receipt : dict of str to list of str
        The students whose submission the gradebook has and no receipt: nothing of it was changed.
    """

    changed: dict[str, int] = field(default_factory=dict)
    without_receipt: dict[str, list[str]] = field(default_factory=dict)


def rebuild(
    course: CourseDirectory, receipts: Iterable[Receipt], db_url: str = "", backup: bool = True
) -> Rebuilt:
    """Make the automatic columns from receipts; every column that a person writes is kept.

    Parameters
    ----------
    course : CourseDirectory
        The course. Its gradebook has the assignments: ``autograder release`` puts them there.
    receipts : iterable of Receipt
        Those of an assignment one after the other, which keeps few of them in memory.
    db_url : str
        The gradebook's address. Default is that of the course's settings.
    backup : bool
        Whether to back the gradebook up before the first change.

    Raises
    ------
    CourseError
        As for `Recorder`.
    """
    changed: dict[str, int] = defaultdict(int)
    seen: dict[str, set[str]] = defaultdict(set)

    def noted(receipts: Iterable[Receipt]) -> Iterator[Receipt]:
        for receipt in receipts:
            seen[receipt.result.assignment].add(receipt.result.student)
            yield receipt

    with writer_lock(course), Recorder(course, db_url, backup) as recorder:
        for assignment, group in groupby(receipts, key=lambda receipt: receipt.result.assignment):
            changed[assignment] += recorder.record(assignment, noted(group), known=True)
        with recorder.database.reading() as reader:
            rows = reader.execute(
                select(ASSIGNMENT.c.name, SUBMISSION.c.student_id)
                .join(SUBMISSION, SUBMISSION.c.assignment_id == ASSIGNMENT.c.id)
                .order_by(ASSIGNMENT.c.name, SUBMISSION.c.student_id)
            ).all()
    without = defaultdict(list)
    for assignment, student in rows:
        if student not in seen[assignment]:
            without[assignment].append(student)
    return Rebuilt(dict(changed), dict(without))
