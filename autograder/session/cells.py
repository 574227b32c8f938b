"""The gradebook's cells of an assignment: read as they are, and made as the source has them now.

nbgrader refuses to add, remove or rename a cell once there are submissions.
"""

from copy import deepcopy
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from nbgrader.api import Base
from sqlalchemy import Connection, Table, delete, func, insert, select, update

from autograder.record.tables import ASSIGNMENT, CELL, COMMENT, COURSE_NOTEBOOK, GRADE

GRADED, SOLUTION, TASK, SOURCE = (
    Base.metadata.tables[name]
    for name in ("grade_cells", "solution_cells", "task_cells", "source_cell")
)
KINDS = {"GradeCell": GRADED, "SolutionCell": SOLUTION, "TaskCell": TASK}
OWN = ("id", "notebook_id")
Key = tuple[str, str]  # kind and name


@dataclass
class Cells:
    """The cells of one notebook.

    Attributes
    ----------
    notebook : str
        The database's id of it.
    cells : dict of tuple to dict
        By kind and name: the columns of the kind's own table, with the id.
    sources : dict of str to dict
        By name: the columns of the source.
    """

    notebook: str
    cells: dict[Key, dict[str, Any]]
    sources: dict[str, dict[str, Any]]

    @property
    def said(self) -> tuple[dict, dict]:
        """What the cells say, without the ids that a database draws."""
        return tuple(
            {key: {k: v for k, v in row.items() if k not in OWN} for key, row in rows.items()}
            for rows in (self.cells, self.sources)
        )


def read_cells(connection: Connection, assignment: str) -> dict[str, Cells]:
    """Read the cells of an assignment's notebooks, by the notebooks' names."""
    rows = connection.execute(
        select(COURSE_NOTEBOOK.c.id, COURSE_NOTEBOOK.c.name)
        .join(ASSIGNMENT, ASSIGNMENT.c.id == COURSE_NOTEBOOK.c.assignment_id)
        .where(ASSIGNMENT.c.name == assignment)
    )
    return {name: _read(connection, id) for id, name in rows.all()}


def _read(connection: Connection, notebook: str) -> Cells:
    cells = {}
    for kind, table in KINDS.items():
        query = select(CELL.c.name, table).join(table, table.c.id == CELL.c.id)
        for row in connection.execute(query.where(CELL.c.notebook_id == notebook)).mappings():
            cells[kind, row["name"]] = {c.name: row[c.name] for c in table.c}
    rows = connection.execute(select(SOURCE).where(SOURCE.c.notebook_id == notebook)).mappings()
    return Cells(notebook, cells, {row["name"]: dict(row) for row in rows})


def with_sources(release: dict, source: dict, cells: Cells | None) -> dict:
    """Return the source notebook that a release was made of, as far as grading needs it.

    Parameters
    ----------
    release : dict
        The release as it was.
    source : dict
        The source as it is now: of it only the answers are taken.
    cells : Cells or None
        What the gradebook holds: the checks with their hidden lines.
    """
    answers = {_id(cell): cell["source"] for cell in source["cells"]}
    notebook = deepcopy(release)
    for cell in notebook["cells"]:
        id = _id(cell)
        held = cells.sources.get(id) if cells else None
        if cell["metadata"].get("nbgrader", {}).get("solution"):
            cell["source"] = answers.get(id, cell["source"])
        elif id and held:
            cell["source"] = held["source"]
    return notebook


def _id(cell: dict) -> str:
    return cell["metadata"].get("nbgrader", {}).get("grade_id", "")


def count_by_hand(connection: Connection, held: Cells, names: list[str]) -> int:
    """Return how many scores and comments of people hang on these cells."""
    ids = [row["id"] for (_, name), row in held.cells.items() if name in names]
    scores = select(func.count()).where(GRADE.c.cell_id.in_(ids))
    comments = select(func.count()).where(COMMENT.c.cell_id.in_(ids))
    given = GRADE.c.manual_score.is_not(None) | GRADE.c.extra_credit.is_not(None)
    return (
        connection.execute(scores.where(given)).scalar_one()
        + connection.execute(comments.where(COMMENT.c.manual_comment.is_not(None))).scalar_one()
    )


class Sync:
    """Makes a notebook's cells what they are to be; a renamed one keeps its scores and comments.

    Parameters
    ----------
    connection : sqlalchemy.Connection
        In a transaction.
    held, wanted : Cells
    renames : dict of str to str
        The new name by the old one.
    """

    def __init__(
        self, connection: Connection, held: Cells, wanted: Cells, renames: dict[str, str]
    ) -> None:
        self.connection, self.held, self.wanted = connection, held, wanted
        self._rename(renames)

    def apply(self) -> None:
        """Write."""
        held, wanted = self.held.cells, self.wanted.cells
        for key in held.keys() - wanted.keys():
            self._remove(key)
        for key in wanted.keys() - held.keys():
            self._add(key)
        for key in held.keys() & wanted.keys():
            self._change(KINDS[key[0]], held[key], wanted[key])
        for name in self.held.sources.keys() - self.wanted.sources.keys():
            self._run(delete(SOURCE).where(SOURCE.c.id == self.held.sources[name]["id"]))
        for name, row in self.wanted.sources.items():
            if name in self.held.sources:
                self._change(SOURCE, self.held.sources[name], row)
            else:
                own = {"id": uuid4().hex, "notebook_id": self.held.notebook}
                self._run(insert(SOURCE).values({**row, **own}))

    def _rename(self, renames: dict[str, str]) -> None:
        for old, new in renames.items():
            for kind in KINDS:
                if (kind, old) in self.held.cells and (kind, new) not in self.held.cells:
                    row = self.held.cells[kind, new] = self.held.cells.pop((kind, old))
                    self._run(update(CELL).where(CELL.c.id == row["id"]).values(name=new))
            if old in self.held.sources and new not in self.held.sources:
                self.held.sources[new] = self.held.sources.pop(old)

    def _remove(self, key: Key) -> None:
        id = self.held.cells[key]["id"]
        self._run(delete(GRADE).where(GRADE.c.cell_id == id))
        self._run(delete(COMMENT).where(COMMENT.c.cell_id == id))
        self._run(delete(KINDS[key[0]]).where(KINDS[key[0]].c.id == id))
        self._run(delete(CELL).where(CELL.c.id == id))

    def _add(self, key: Key) -> None:
        kind, name = key
        id = uuid4().hex
        about = {"id": id, "name": name, "notebook_id": self.held.notebook, "type": kind}
        self._run(insert(CELL).values(about))
        self._run(insert(KINDS[kind]).values({**self.wanted.cells[key], "id": id}))

    def _change(self, table: Table, held: dict[str, Any], wanted: dict[str, Any]) -> None:
        values = {k: v for k, v in wanted.items() if k not in OWN and v != held[k]}
        if values:
            self._run(update(table).where(table.c.id == held["id"]).values(values))

    def _run(self, statement: Any) -> None:
        self.connection.execute(statement)
