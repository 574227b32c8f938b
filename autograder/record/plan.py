"""Compare receipts with what the gradebook holds."""

from pathlib import Path
from typing import Any

from sqlalchemy import Row

from autograder.model import Receipt
from autograder.record.assignment import Assignment, Notebook
from autograder.record.changes import Changes
from autograder.record.held import Held
from autograder.record.late import LatePenalties, seconds_late
from autograder.record.tables import COMMENT, GRADE, NOTEBOOK, RECORDED, STUDENT, SUBMISSION
from autograder.record.wanted import Wanted, wanted


class Plan:
    """Finds the rows that receipts change.

    Parameters
    ----------
    assignment : Assignment
    held : Held
        What the gradebook has of the receipts' students.
    source : pathlib.Path
        The folder of the assignment's own notebooks.
    penalties : LatePenalties
    known : bool
        Whether a submission of which nobody noted what was recorded counts as recorded before.
    """

    def __init__(
        self,
        assignment: Assignment,
        held: Held,
        source: Path,
        penalties: LatePenalties,
        known: bool = False,
    ) -> None:
        self.assignment = assignment
        self.held = held
        self.source = source
        self.penalties = penalties
        self.known = known
        self.changes = Changes()

    def add(self, receipt: Receipt) -> None:
        """Compare one receipt."""
        student = receipt.result.student
        if student not in self.held.students:
            self.changes.insert(STUDENT, student, id=student)
        held = self.held.submissions.get(student)
        if held and receipt.observed.fault and self._is_scored(held.id):
            return  # a regrade that failed never replaces a result
        timestamp = receipt.result.timestamp or (held.timestamp if held else None)
        if held is None:
            id = self.changes.insert(
                SUBMISSION,
                student,
                assignment_id=self.assignment.id,
                student_id=student,
                timestamp=timestamp,
            )
        else:
            id = held.id
            self.changes.update(SUBMISSION, student, id, timestamp=(held.timestamp, timestamp))
        anew = self._note(id, receipt)
        late = seconds_late(timestamp, self.assignment.due, held.extension if held else None)
        for notebook in self.assignment.notebooks:
            asked = wanted(receipt, notebook, self.source)
            self._notebook(student, id, notebook, asked, anew, late)

    def _note(self, id: str, receipt: Receipt) -> bool:
        """Note which submission is recorded; return whether it is another one than before."""
        before, now = self.held.recorded.get(id), receipt.result.submission
        student = receipt.result.student
        if before is None:
            self.changes.insert(RECORDED, student, id=id, submission=now)
            return not self.known
        self.changes.update(RECORDED, student, id, submission=(before, now))
        return before != now

    def _is_scored(self, submission: str) -> bool:
        """Whether a machine has scored anything of a submission."""
        rows = (
            self.held.grades.get((row.id, cell))
            for notebook in self.assignment.notebooks
            if (row := self.held.notebooks.get((submission, notebook.id)))
            for cell in notebook.grades.values()
        )
        return any(row is not None and row.auto_score is not None for row in rows)

    def _notebook(
        self,
        student: str,
        submission: str,
        notebook: Notebook,
        asked: Wanted,
        anew: bool,
        late: float,
    ) -> None:
        held = self.held.notebooks.get((submission, notebook.id))
        grades = [
            (cell, score, held and self.held.grades.get((held.id, cell)))
            for cell, score in asked.scores.items()
        ]
        total = sum(final_score(row, score) for _, score, row in grades)
        penalty = self.penalties.penalty(student, total, late) if asked.penalised else None
        if held is None:
            id = self.changes.insert(
                NOTEBOOK,
                student,
                assignment_id=submission,
                notebook_id=notebook.id,
                flagged=False,
                late_submission_penalty=penalty,
            )
        else:
            id = held.id
            before = held.late_submission_penalty
            self.changes.update(NOTEBOOK, student, id, late_submission_penalty=(before, penalty))
        tasks = set(notebook.tasks.values())
        for cell, score, row in grades:
            self._grade(student, id, cell, score, row, anew and cell not in tasks)
        for cell, text in asked.comments.items():
            self._comment(student, id, cell, text)

    def _grade(
        self,
        student: str,
        notebook: str,
        cell: str,
        score: float | None,
        held: Row[Any] | None,
        anew: bool,
    ) -> None:
        needs = needs_person(held, score, anew)
        if held is None:
            self.changes.insert(
                GRADE,
                student,
                notebook_id=notebook,
                cell_id=cell,
                auto_score=score,
                needs_manual_grade=needs,
            )
            return
        self.changes.update(
            GRADE,
            student,
            held.id,
            auto_score=(held.auto_score, score),
            needs_manual_grade=(held.needs_manual_grade, needs),
        )

    def _comment(self, student: str, notebook: str, cell: str, text: str | None) -> None:
        held = self.held.comments.get((notebook, cell))
        if held is None:
            key = {"notebook_id": notebook, "cell_id": cell}
            self.changes.insert(COMMENT, student, **key, auto_comment=text)
        else:
            self.changes.update(COMMENT, student, held.id, auto_comment=(held.auto_comment, text))


def needs_person(held: Row[Any] | None, score: float | None, anew: bool) -> bool:
    """Tell whether a person has to look at a score.

    As nbgrader has it: where there is no automatic score, and where there is a person's already,
    which may no longer fit. But not again where the submission and the automatic score are those
    that the person saw: then the mark stays as it is. A task cell is never graded `anew`, since
    nbgrader's autograder passes it by.
    """
    if held is None or held.manual_score is None:
        return score is None
    seen = not anew and held.auto_score == score
    return held.needs_manual_grade if seen else True


def final_score(held: Row[Any] | None, score: float | None) -> float:
    """Return a cell's score as nbgrader counts it: a person's before the machine's."""
    given = score if held is None or held.manual_score is None else held.manual_score
    extra = (held.extra_credit or 0.0) if held is not None else 0.0
    return 0.0 if given is None else given + extra
