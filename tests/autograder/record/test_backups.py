import sqlite3
import stat

import pytest

from autograder.course import CourseError
from autograder.record.backups import back_up, backup
from autograder.record.database import Database
from autograder.record.gradebook import Recorder
from tests.autograder.record.classroom import ASSIGNMENT
from tests.autograder.record.recording import RECEIPTS, record
from tests.autograder.record.rows import rows


def copies(course):
    return sorted((course.root / "backups").glob("gradebook-*"))


def test_one_backup_is_made_before_the_first_change_of_a_run(course, url):
    before = rows(url)
    with Recorder(course, url) as recorder:
        assert recorder.saved is None
        for each in RECEIPTS:
            recorder.record(ASSIGNMENT, [each])
        assert copies(course) == [recorder.saved]
    assert rows(f"sqlite:///{recorder.saved}") == before


def test_a_backup_is_for_you_alone(course, url):
    record(course, url, *RECEIPTS)
    (copy,) = copies(course)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert stat.S_IMODE(copy.parent.stat().st_mode) == 0o700


def test_the_newest_are_kept(course, url):
    made = [backup(course, keep=3)[0] for _ in range(5)]
    assert copies(course) == made[2:]


def test_a_backup_is_whole_while_another_program_writes(course, url):
    with sqlite3.connect(course.gradebook, isolation_level=None) as other:
        other.execute("begin immediate")
        other.execute("delete from notebook")
        copy, _ = backup(course)
        other.execute("rollback")
    with sqlite3.connect(copy) as saved:
        assert saved.execute("select count(*) from notebook").fetchone() == (2,)


def test_a_gradebook_that_stays_locked_is_not_waited_for_for_ever(course, url):
    with sqlite3.connect(course.gradebook, isolation_level=None) as other:
        other.execute("begin exclusive")
        with pytest.raises(CourseError, match=r"can't be backed up to .*: database is locked by"):
            back_up(course, Database(url, patience=0.05))
        other.execute("rollback")
    assert copies(course) == []


def test_where_no_backup_can_be_made_nothing_is_changed(course, url):
    (course.root / "backups").write_text("a file in its place", encoding="utf-8")
    before = course.gradebook.read_bytes()
    with pytest.raises(CourseError, match=r"can't be backed up to .*backups: .* Nothing was chan"):
        record(course, url, *RECEIPTS)
    assert course.gradebook.read_bytes() == before


@pytest.mark.postgres
def test_a_server_is_backed_up_as_sql(course, server_url):
    with Recorder(course, server_url) as recorder:
        recorder.record(ASSIGNMENT, RECEIPTS)
    assert recorder.saved.suffix == ".sql"
    assert stat.S_IMODE(recorder.saved.stat().st_mode) == 0o600
    assert "COPY public.assignment" in recorder.saved.read_text(encoding="utf-8")


@pytest.mark.postgres
def test_without_the_servers_tool_the_run_goes_on_and_says_so(course, server_url, monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    with Recorder(course, server_url) as recorder:
        assert recorder.record(ASSIGNMENT, RECEIPTS) == len(RECEIPTS)
    assert recorder.saved is None
    assert recorder.note == (
        "The gradebook was not backed up: pg_dump is missing. Install postgresql-client"
    )


@pytest.mark.postgres
def test_where_the_servers_tool_fails_nothing_is_changed(course, server_url, tmp_path, monkeypatch):
    tool = tmp_path / "pg_dump"
    tool.write_text("#!/bin/sh\necho 'aborting because of server version mismatch' >&2; exit 1\n")
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    before = rows(server_url)
    with pytest.raises(CourseError, match=r"version mismatch. Nothing was changed. Mend that, or"):
        record(course, server_url, *RECEIPTS)
    assert rows(server_url) == before
    assert copies(course) == []
