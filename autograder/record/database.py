"""The gradebook's database: opened, written in short transactions, its errors in plain words."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError, SQLAlchemyError

from autograder.course import CourseError
from autograder.record.tables import WRITTEN

BUSY = "Another program writes to it (an nbgrader command, formgrader). Let it end"
REMEDIES = {
    "locked": BUSY,
    "lock timeout": BUSY,
    "readonly": "Get write permission for it and for its folder",
    "read-only": "Get write permission for it and for its folder",
    "permission denied": "Get write permission for it",
    "unable to open": "Check that its folder is there, and get write permission for it",
    "full": "Free some space on its disk",
    "no space": "Free some space on its disk",
    "no such": "It is of an older nbgrader. Run: nbgrader db upgrade",
    "does not exist": "Check its address, and run: nbgrader db upgrade",
    "connect": "Check its address, and that the server runs",
}


class Database:
    """A gradebook's database.

    Parameters
    ----------
    address : str
        nbgrader's `db_url`.
    patience : float
        Seconds to wait while another program writes.

    Raises
    ------
    CourseError
        If there is no such gradebook, or the driver for it is missing.
    """

    def __init__(self, address: str, patience: float) -> None:
        try:
            self.url = make_url(address)
        except ArgumentError:
            raise CourseError(f"'{address}' is no address of a gradebook. Check db_url") from None
        self.patience = patience
        self.file = sqlite_file(self.url)
        if self.file and not self.file.is_file():
            raise CourseError(
                f"{self.file} is missing: the course has no gradebook yet. "
                "Run: autograder release ASSIGNMENT"
            )
        self.engine = self._engine()

    @property
    def is_sqlite(self) -> bool:
        """Whether it is a file, not a server."""
        return self.url.get_backend_name() == "sqlite"

    @property
    def name(self) -> str:
        """What to call it in a message: never with a password."""
        return str(self.file or self.url.render_as_string(hide_password=True))

    def _engine(self) -> Engine:
        # SQLite's driver would begin a transaction at the first change only, after the reading
        # that the change rests on. So its own way is switched off, and `writing` begins one.
        own = {"isolation_level": None, "timeout": self.patience} if self.is_sqlite else {}
        try:
            return create_engine(self.url, connect_args=own)
        except (ModuleNotFoundError, NoSuchModuleError) as error:
            raise CourseError(
                f"{self.name}: the driver is missing ({error}). For PostgreSQL run: pip install "
                "'psycopg[binary]', and let the address begin with postgresql+psycopg://"
            ) from None

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a connection to read from."""
        with self.explained(), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Give a connection that alone may write, and commit, or roll everything back."""
        with self.explained("Nothing of this step was written"), self.engine.connect() as writer:
            if self.is_sqlite:
                writer.exec_driver_sql("BEGIN IMMEDIATE")
            else:
                writer.exec_driver_sql(f"SET LOCAL lock_timeout = '{int(self.patience * 1000)}'")
                names = ", ".join(table.name for table in WRITTEN[:-1])
                writer.exec_driver_sql(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE")
            yield writer
            writer.commit()

    @contextmanager
    def explained(self, afterwards: str = "") -> Iterator[None]:
        """Turn the database's errors into a `CourseError`."""
        try:
            yield
        except SQLAlchemyError as error:
            said = str(error.orig if isinstance(error, DBAPIError) else error).strip()
            line = said.splitlines()[0] if said else type(error).__name__
            remedy = next((r for key, r in REMEDIES.items() if key in said.lower()), "Mend that")
            parts = (f"{self.name}: {line}", remedy, "then run the command again")
            message = f"{parts[0]}. {parts[1]}, {parts[2]}"
            raise CourseError(f"{message}. {afterwards}" if afterwards else message) from error

    def close(self) -> None:
        """Close all connections."""
        self.engine.dispose()


def sqlite_file(url: URL) -> Path | None:
    """Return the file that an address names, or None where it is a server."""
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return Path(url.database)
