"""Put rows back into a gradebook that lost them."""

from collections import defaultdict
from itertools import chain
from typing import Any
from uuid import uuid4

from sqlalchemy import Connection, Table, insert, select, update

from autograder.record.assignment import Assignment, Notebook, read_assignment
from autograder.record.held import Held, read_held
from autograder.record.tables import ASSIGNMENT, COMMENT, GRADE, NOTEBOOK, STUDENT, SUBMISSION
from autograder.session.human import Extension, Flagged, Human, Remark, Row, Score

CHUNK = 200  # students in one query


class Restorer:
    """Inserts what an export of people's work holds and the gradebook has no row for.

    A row that is there is the gradebook's to say; of it only an empty name or due date is filled.

    Parameters
    ----------
    connection : sqlalchemy.Connection
        In a transaction that may write.
    human : Human

    Attributes
    ----------
    count : int
        How many values came back.
    """

    def __init__(self, connection: Connection, human: Human) -> None:
        self.connection, self.human, self.count = connection, human, 0

    def restore(self, assignments: list[str]) -> int:
        """Restore the roster and these assignments; return how many values came back."""
        for person in self.human.students:
            self._fill(STUDENT, STUDENT.c.id, person.student, _values(person, 1))
        for name in assignments:
            self._assignment(name)
        return self.count

    def _fill(self, table: Table, column: Any, key: str, values: dict[str, Any]) -> None:
        """Insert a row, or fill its empty columns."""
        row = self.connection.execute(select(table).where(column == key)).mappings().first()
        given = {name: value for name, value in values.items() if value is not None}
        if row is None:
            self.connection.execute(insert(table).values({column.name: key, **given}))
            self.count += 1
        elif empty := {name: value for name, value in given.items() if row[name] is None}:
            self.connection.execute(update(table).where(column == key).values(empty))
            self.count += 1

    def _assignment(self, name: str) -> None:
        about = read_assignment(self.connection, name)
        due = next((d.duedate for d in self.human.assignments if d.assignment == name), None)
        if due is not None:
            self._fill(ASSIGNMENT, ASSIGNMENT.c.name, name, {"duedate": due})
        human, mine = self.human, defaultdict(list)
        for row in chain(human.extensions, human.flagged, human.scores, human.comments):
            if row.assignment == name:
                mine[row.student].append(row)
        students = sorted(mine)
        for start in range(0, len(students), CHUNK):
            some = students[start : start + CHUNK]
            held = read_held(self.connection, about.id, some, marked=False)
            for student in some:
                _Work(self, about, held, student).restore(mine[student])


class _Work:
    """One student's submission of one assignment."""

    def __init__(self, restorer: Restorer, about: Assignment, held: Held, student: str) -> None:
        self.restorer, self.about, self.held, self.student = restorer, about, held, student
        self.notebooks = {notebook.name: notebook for notebook in about.notebooks}

    def restore(self, rows: list) -> None:
        extension = next((row.extension for row in rows if isinstance(row, Extension)), None)
        flagged = {row.notebook for row in rows if isinstance(row, Flagged)}
        submission = self._submission(extension)
        made = {name: self._notebook(submission, name, name in flagged) for name in self.notebooks}
        for row in rows:
            if isinstance(row, Score | Remark) and row.notebook in made:
                self._cell(made[row.notebook], self.notebooks[row.notebook], row)

    def _submission(self, extension: Any) -> str:
        if row := self.held.submissions.get(self.student):
            return row.id
        self.restorer.count += extension is not None
        key = {"assignment_id": self.about.id, "student_id": self.student}
        return self._insert(SUBMISSION, **key, extension=extension)

    def _notebook(self, submission: str, name: str, flagged: bool) -> str:
        key = (submission, self.notebooks[name].id)
        if row := self.held.notebooks.get(key):
            return row.id
        self.restorer.count += flagged
        return self._insert(NOTEBOOK, assignment_id=key[0], notebook_id=key[1], flagged=flagged)

    def _cell(self, notebook: str, about: Notebook, row: Score | Remark) -> None:
        """Restore a cell's row; of a check that is gone the export keeps what stood there."""
        is_remark = isinstance(row, Remark)
        cells = {**about.tasks, **(about.answers if is_remark else about.grades)}
        table, held = (COMMENT, self.held.comments) if is_remark else (GRADE, self.held.grades)
        cell = cells.get(row.cell)
        if cell and (notebook, cell) not in held:
            self._insert(table, notebook_id=notebook, cell_id=cell, **_values(row, 4))
            self.restorer.count += 1

    def _insert(self, table: Table, **values: Any) -> str:
        id = uuid4().hex
        self.restorer.connection.execute(insert(table).values(id=id, **values))
        return id


def complete(connection: Connection, about: Assignment) -> None:
    """Give every submission the rows that nbgrader expects: one a scored and one a solution cell.

    A score that nobody and nothing gave waits for a person.
    """
    query = select(NOTEBOOK.c.id, NOTEBOOK.c.notebook_id).join(
        SUBMISSION, SUBMISSION.c.id == NOTEBOOK.c.assignment_id
    )
    rows = connection.execute(query.where(SUBMISSION.c.assignment_id == about.id)).all()
    for notebook in about.notebooks:
        handed_in = [row.id for row in rows if row.notebook_id == notebook.id]
        scored = {**notebook.grades, **notebook.tasks}.values()
        commented = {**notebook.answers, **notebook.tasks}.values()
        for table, cells, more in (
            (GRADE, scored, {"needs_manual_grade": True}),
            (COMMENT, commented, {}),
        ):
            for cell in cells:
                _add_missing(connection, table, cell, handed_in, more)


def _add_missing(
    connection: Connection, table: Table, cell: str, notebooks: list[str], more: dict[str, Any]
) -> None:
    there = set(
        connection.execute(select(table.c.notebook_id).where(table.c.cell_id == cell)).scalars()
    )
    missing = [id for id in notebooks if id not in there]
    if missing:
        rows = [{"id": uuid4().hex, "notebook_id": id, "cell_id": cell, **more} for id in missing]
        connection.execute(insert(table), rows)


def _values(row: Row, first: int) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__struct_fields__[first:]}
