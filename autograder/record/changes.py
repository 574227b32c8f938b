"""The rows to write, and only those that differ from what is there."""

from collections import defaultdict
from typing import Any
from uuid import uuid4

from sqlalchemy import Connection, Table, bindparam, insert, update

from autograder.record.tables import RECORDED, WRITTEN


class Changes:
    """Rows to insert and to update, gathered by table so that each is one statement.

    Attributes
    ----------
    students : set of str
        Whose rows of nbgrader's change.
    """

    def __init__(self) -> None:
        self.students: set[str] = set()
        self._inserts: dict[Table, list[dict]] = defaultdict(list)
        self._updates: dict[tuple[Table, tuple[str, ...]], list[dict]] = defaultdict(list)

    def __bool__(self) -> bool:
        """Whether there is anything to write."""
        return bool(self._inserts or self._updates)

    def insert(self, table: Table, student: str, id: str = "", **values: Any) -> str:
        """Add a row and return its id."""
        id = id or uuid4().hex
        self._inserts[table].append({"id": id, **values})
        self._mark(table, student)
        return id

    def update(self, table: Table, student: str, id: str, **values: tuple[Any, Any]) -> None:
        """Change the columns of a row whose two values, held and wanted, differ."""
        differing = {name: new for name, (old, new) in values.items() if old != new}
        if differing:
            self._updates[table, tuple(differing)].append({"row": id, **differing})
            self._mark(table, student)

    def _mark(self, table: Table, student: str) -> None:
        if table is not RECORDED:
            self.students.add(student)

    def write(self, connection: Connection) -> None:
        """Write everything."""
        for table in WRITTEN:
            if rows := self._inserts.get(table):
                connection.execute(insert(table), rows)
        for (table, columns), rows in self._updates.items():
            statement = update(table).where(table.c.id == bindparam("row"))
            values = {name: bindparam(name) for name in columns}
            connection.execute(statement.values(values), rows)
