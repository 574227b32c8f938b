"""Copies of the gradebook, made before a command changes it."""

import os
import shutil
import sqlite3
import subprocess
import time
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from autograder.course import CourseDirectory, CourseError
from autograder.course.files import PART, is_shared, make_folder, remove_parts
from autograder.course.stock import Stock
from autograder.record.database import Database

KEEP = 10
STEM = "gradebook-"


def backup(course: CourseDirectory, keep: int = KEEP, db_url: str = "") -> tuple[Path | None, str]:
    """Copy a course's gradebook to ``backups/gradebook-<UTC time>``, and keep the newest ones.

    Parameters
    ----------
    course : CourseDirectory
        The course.
    keep : int
        How many copies to keep.
    db_url : str
        The gradebook's address. Default is that of the course's settings.

    Returns
    -------
    pathlib.Path or None, str
        The copy; or None, and why there is none: on a server, where its own tool is missing.

    Raises
    ------
    CourseError
        If the copy fails: then don't change the gradebook.
    """
    database = Database(db_url or Stock(course).db_url, patience=30.0)
    try:
        return back_up(course, database, keep)
    finally:
        database.close()


def back_up(
    course: CourseDirectory, database: Database, keep: int = KEEP
) -> tuple[Path | None, str]:
    """Copy an open gradebook, under the writer's lock; see `backup`."""
    if not database.is_sqlite and not shutil.which("pg_dump"):
        note = "The gradebook was not backed up: pg_dump is missing. Install postgresql-client"
        return None, note
    folder = course.backups
    now = datetime.now(UTC).strftime("%Y-%m-%dT%H-%M-%S.%fZ")
    target = folder / f"{STEM}{now}{'.db' if database.is_sqlite else '.sql'}"
    half = folder / f".{target.name}{PART}"
    try:
        make_folder(folder)
        remove_parts(folder)
        half.touch(mode=0o600)
        if is_shared(folder):
            half.chmod(0o660)
        if database.is_sqlite:
            _copy_file(database, half)
        else:
            _dump(database, half)
        half.rename(target)
    except (OSError, sqlite3.Error, subprocess.CalledProcessError) as error:
        with suppress(OSError):
            half.unlink()
        said, remedy = error, "Free some space there, or get write permission"
        if isinstance(error, subprocess.CalledProcessError):
            said = error.stderr.strip()
            remedy = "Mend that, or install the pg_dump of the server's version"
        raise CourseError(
            f"{database.name} can't be backed up to {folder}: {said}. Nothing was changed. {remedy}"
        ) from error
    for old in sorted(folder.glob(f"{STEM}*Z{target.suffix}"))[:-keep]:
        old.unlink()
    return target, ""


def _copy_file(database: Database, target: Path) -> None:
    """Copy a SQLite file by its own means, which see a whole state while others write."""
    end = time.monotonic() + database.patience

    def watch(status: int, *_: int) -> None:
        # The driver would wait for ever.
        if status in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) and time.monotonic() > end:
            raise sqlite3.OperationalError("database is locked by another program")

    with (
        closing(sqlite3.connect(database.url.database, timeout=database.patience)) as source,
        closing(sqlite3.connect(target)) as copy,
    ):
        source.backup(copy, progress=watch, sleep=0.05)


def _dump(database: Database, target: Path) -> None:
    """Write a PostgreSQL database as SQL; the password never stands on the command line."""
    url = database.url.set(drivername="postgresql")
    environment = dict(os.environ)
    if url.password:
        environment["PGPASSWORD"] = str(url.password)
    plain = url.set(password=None).render_as_string(hide_password=False)
    command = ["pg_dump", "--no-owner", f"--file={target}", f"--dbname={plain}"]
    subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
