"""Read from the gradebook, in bulk, where each student stands."""

import math
from collections import defaultdict
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from nbgrader.api import (
    Assignment,
    Grade,
    Gradebook,
    GradeCell,
    Notebook,
    SolutionCell,
    Student,
    SubmittedAssignment,
    SubmittedNotebook,
    TaskCell,
)
from sqlalchemy import Row, func, select

from autograder.course.order import cell_order
from autograder.export.standings import (
    GRADED,
    NEEDS_MANUAL,
    NOT_SUBMITTED,
    UNGRADED,
    Person,
    Question,
    Sheet,
    Standing,
)
from autograder.record.late import seconds_late

Scores = dict[str, float | None]


def read_people(gradebook: Gradebook, chosen: set[str]) -> list[Person]:
    """Return the roster in nbgrader's order; all of it, if nobody is chosen."""
    columns = (Student.id, Student.first_name, Student.last_name, Student.email)
    query = select(*columns, Student.lms_user_id)
    query = query.order_by(Student.last_name, Student.first_name, Student.id)
    people = (Person(*(each or "" for each in row)) for row in gradebook.db.execute(query))
    return [person for person in people if not chosen or person.id in chosen]


def read_sheets(
    gradebook: Gradebook, people: list[Person], chosen: set[str], source: Path | None
) -> Iterator[Sheet]:
    """Yield the chosen assignments, or all, in nbgrader's order.

    Parameters
    ----------
    gradebook : nbgrader.api.Gradebook
    people : list of Person
    chosen : set of str
        Names of assignments.
    source : pathlib.Path or None
        The folder of the course's notebooks, which know the order of the cells.
    """
    query = select(Assignment.id, Assignment.name, Assignment.duedate)
    for id, name, due in gradebook.db.execute(
        query.order_by(Assignment.duedate, Assignment.name)
    ).all():
        if not chosen or name in chosen:
            questions = _questions(gradebook, id, source / name if source else None)
            standings = tuple(_standings(gradebook, id, due, questions, people))
            most = math.fsum(question.max_score for question in questions)
            yield Sheet(name, due, most, questions, standings)


def _questions(gradebook: Gradebook, assignment: str, folder: Path | None) -> tuple[Question, ...]:
    db = gradebook.db
    query = select(Notebook.id, Notebook.name).where(Notebook.assignment_id == assignment)
    notebooks = db.execute(query.order_by(Notebook.name)).all()
    questions = []
    for id, notebook in notebooks:
        order = cell_order(folder / f"{notebook}.ipynb") if folder else {}
        prefix = f"{notebook}/" if len(notebooks) > 1 else ""
        answered = set(
            db.execute(select(SolutionCell.name).where(SolutionCell.notebook_id == id)).scalars()
        )
        graded = select(GradeCell.id, GradeCell.name, GradeCell.max_score, GradeCell.cell_type)
        tasks = select(TaskCell.id, TaskCell.name, TaskCell.max_score, TaskCell.cell_type)
        cells = [
            *db.execute(graded.where(GradeCell.notebook_id == id)),
            *db.execute(tasks.where(TaskCell.notebook_id == id)),
        ]
        cells.sort(key=lambda cell: (order.get(cell.name, len(order)), cell.name))
        questions += [
            Question(
                c.id, prefix + c.name, c.max_score, c.cell_type != "code" or c.name in answered
            )
            for c in cells
        ]
    return tuple(questions)


def _standings(
    gradebook: Gradebook,
    assignment: str,
    due: datetime | None,
    questions: tuple[Question, ...],
    people: list[Person],
) -> Iterator[Standing]:
    submitted = _submitted(gradebook, assignment)
    penalties = _penalties(gradebook, assignment)
    scores, waiting = _scores(gradebook, assignment)
    for person in people:
        row = submitted.get(person.id)
        if row is None:
            yield Standing(person, NOT_SUBMITTED, (None,) * len(questions))
            continue
        own = tuple(scores[row.id].get(question.cell) for question in questions)
        pairs = zip(questions, own, strict=True)
        if any(score is None and not question.by_hand for question, score in pairs):
            status = UNGRADED
        else:
            status = NEEDS_MANUAL if row.id in waiting else GRADED
        penalty = penalties.get(row.id, 0.0)
        late = seconds_late(row.timestamp, due, row.extension)
        yield Standing(person, status, own, penalty, row.id, row.timestamp, late)


def _submitted(gradebook: Gradebook, assignment: str) -> dict[str, Row[Any]]:
    """Return the submissions by student."""
    of = SubmittedAssignment
    query = select(of.student_id, of.id, of.timestamp, of.extension)
    query = query.where(of.assignment_id == assignment)
    return {row.student_id: row for row in gradebook.db.execute(query)}


def _penalties(gradebook: Gradebook, assignment: str) -> dict[str, float]:
    """Return what lateness costs, by submission."""
    penalty = func.coalesce(func.sum(SubmittedNotebook.late_submission_penalty), 0.0)
    query = (
        select(SubmittedNotebook.assignment_id, penalty)
        .join(SubmittedAssignment, SubmittedAssignment.id == SubmittedNotebook.assignment_id)
        .where(SubmittedAssignment.assignment_id == assignment)
        .group_by(SubmittedNotebook.assignment_id)
    )
    return dict(gradebook.db.execute(query).all())


def _scores(gradebook: Gradebook, assignment: str) -> tuple[dict[str, Scores], set[str]]:
    """Return the scores by submission and cell, and the submissions that wait for a person."""
    query = (
        select(
            SubmittedNotebook.assignment_id,
            Grade.cell_id,
            Grade.auto_score,
            Grade.manual_score,
            Grade.extra_credit,
            Grade.needs_manual_grade,
        )
        .join(SubmittedNotebook, SubmittedNotebook.id == Grade.notebook_id)
        .join(SubmittedAssignment, SubmittedAssignment.id == SubmittedNotebook.assignment_id)
        .where(SubmittedAssignment.assignment_id == assignment)
    )
    scores: dict[str, Scores] = defaultdict(dict)
    waiting = set()
    for submission, cell, machine, person, extra, needs in gradebook.db.execute(query):
        given = machine if person is None else person
        scores[submission][cell] = None if given is None else given + (extra or 0.0)
        if needs:
            waiting.add(submission)
    return scores, waiting
