"""What a person wrote and gave, read from the gradebook for a whole class at once."""

from collections import defaultdict
from dataclasses import dataclass, field

from autograder.course.directory import CourseDirectory


@dataclass
class Human:
    """What a person did on one submission.

    Attributes
    ----------
    scores : dict of str to float
        Points by grade_id, extra credit included: only where a person gave some.
    comments : dict of str to str
        By grade_id.
    penalty : float
        Points that lateness costs.
    """

    scores: dict[str, float] = field(default_factory=dict)
    comments: dict[str, str] = field(default_factory=dict)
    penalty: float = 0.0


def read_human(course: CourseDirectory, assignment: str, db_url: str = "") -> dict[str, Human]:
    """Return what a person did, by student."""
    from nbgrader.api import (
        Assignment,
        BaseCell,
        Comment,
        Grade,
        Gradebook,
        SubmittedAssignment,
        SubmittedNotebook,
    )

    from autograder.course.stock import Stock

    found: dict[str, Human] = defaultdict(Human)
    with Gradebook(db_url or Stock(course).db_url) as gradebook:
        submissions = (
            gradebook.db.query(SubmittedAssignment.student_id, BaseCell.name)
            .join(Assignment, SubmittedAssignment.assignment_id == Assignment.id)
            .join(SubmittedNotebook, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
            .filter(Assignment.name == assignment)
        )
        grades = (
            submissions.join(Grade, Grade.notebook_id == SubmittedNotebook.id)
            .join(BaseCell, Grade.cell_id == BaseCell.id)
            .add_columns(Grade.auto_score, Grade.manual_score, Grade.extra_credit)
        )
        for student, name, auto, manual, extra in grades:
            if manual is not None or extra:
                given = manual if manual is not None else auto or 0.0
                found[student].scores[name] = given + (extra or 0.0)
        comments = (
            submissions.join(Comment, Comment.notebook_id == SubmittedNotebook.id)
            .join(BaseCell, Comment.cell_id == BaseCell.id)
            .add_columns(Comment.manual_comment)
        )
        for student, name, comment in comments:
            if comment:
                found[student].comments[name] = comment
        late = (
            gradebook.db.query(
                SubmittedAssignment.student_id, SubmittedNotebook.late_submission_penalty
            )
            .join(Assignment, SubmittedAssignment.assignment_id == Assignment.id)
            .join(SubmittedNotebook, SubmittedNotebook.assignment_id == SubmittedAssignment.id)
            .filter(Assignment.name == assignment)
        )
        for student, penalty in late:
            if penalty:
                found[student].penalty += penalty
    return dict(found)
