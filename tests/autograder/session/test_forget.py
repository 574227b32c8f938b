import os
import shutil
import sqlite3
from pathlib import Path

import pytest
from nbgrader.api import Gradebook

from autograder.course import CourseError
from autograder.record.backups import backup
from autograder.session.fix import Fixing
from autograder.session.forget import Forgetting
from autograder.session.human import human_path, read_export
from autograder.session.rebuild import keep_human
from tests.autograder.classroom import ASSIGNMENT
from tests.autograder.record.rows import ask, rows
from tests.autograder.session.conftest import grade

WORD = "kestrel"  # stands nowhere else
SHARED = ("backups", "gradebook", "reports")  # reports go as a whole, and are made again


@pytest.fixture
def known(course, url):
    """A student of whom the course holds something everywhere."""
    shutil.copytree(course.submitted / "cy", course.submitted / WORD)
    grade(course, WORD)
    Fixing(course, ASSIGNMENT, WORD).open()
    failed = course.receipts / ASSIGNMENT / "failed" / f"{WORD}.json"
    failed.parent.mkdir(exist_ok=True)
    failed.write_bytes((course.receipts / ASSIGNMENT / f"{WORD}.json").read_bytes())
    page = course.feedback / WORD / ASSIGNMENT / "page.html"
    page.parent.mkdir(parents=True)
    page.touch()
    report = course.reports / ASSIGNMENT / "report.json"
    report.parent.mkdir(parents=True)
    report.write_text(f'[{{"student": "{WORD}"}}]')
    with Gradebook(url) as gradebook:
        gradebook.update_or_create_student(WORD, email="k@example.org")
        row = gradebook.find_grade("mean--why", ASSIGNMENT, ASSIGNMENT, WORD)
        row.manual_score = 1.25
        gradebook.db.commit()
    keep_human(course)
    backup(course)
    return WORD


def names(course, word=WORD):
    """Return every file of a course that has a word in its path or anywhere in its bytes."""
    return {
        path.relative_to(course.root).as_posix()
        for path in course.root.rglob("*")
        if word in str(path.relative_to(course.root))
        or (path.is_file() and word.encode() in path.read_bytes())
    }


def test_nothing_is_left_of_a_student(course, known):
    assert {name.split("/")[0] for name in names(course)} >= {
        "submitted",
        "feedback",
        "receipts",
        "reports",
        "fixes",
        "backups",
        "gradebook.db",
    }
    Forgetting(course, known).apply()
    assert names(course) == set()


def test_others_keep_everything(course, url, known, files):
    before, kept = rows(url), files()
    Forgetting(course, known).apply()
    for table, held in before.items():
        assert rows(url)[table] == [row for row in held if row[0] != known]
    after = files()
    untouched = [n for n in kept if WORD not in n and not n.startswith(SHARED)]
    assert [n for n in untouched if after[n] != kept[n]] == ["receipts/human.json"]
    people = read_export(human_path(course)).students
    assert [person.student for person in people] == ["ada", "bo", "cy"]


def test_nothing_goes_before_it_was_shown(course, known, files):
    before = files()
    found = Forgetting(course, known).look()
    assert files() == before
    assert found.rows["student"] == 1
    assert found.rows["submitted_assignment"] == 1
    assert len(found.paths) == 7 - 1  # nothing was graded, so there is no graded notebook
    assert found.exports == [human_path(course)]
    assert set(found.backups.values()) == {True}


def test_backups_lose_the_student_and_nothing_else(course, known):
    found = Forgetting(course, known).look()
    counts = {path: ask(f"sqlite:///{path}", "select id from student") for path in found.backups}
    Forgetting(course, known).apply()
    for path, students in counts.items():
        left = ask(f"sqlite:///{path}", "select id from student")
        assert left == [row for row in students if row != (known,)]


def test_backups_can_be_deleted(course, known):
    found = Forgetting(course, known).apply(backups=True)
    assert found.backups
    assert not any(path.exists() for path in found.backups)


def test_a_dump_of_a_server_is_named_and_kept_unless_it_is_to_be_deleted(course, known):
    dump = course.root / "backups" / "gradebook-2026-01-01T00-00-00.000000Z.sql"
    dump.write_text(f"insert into student values ('{known}');", encoding="utf-8")
    found = Forgetting(course, known).apply()
    assert found.backups[dump] is False
    assert dump.exists()
    Forgetting(course, known).apply(backups=True)
    assert not dump.exists()


def test_other_files_that_name_the_student_are_listed(course, known):
    table = course.root / "grades.csv"
    table.write_text(f"{known},5\n", encoding="utf-8")
    (course.root / "other.csv").write_text(f"{known}s,5\n", encoding="utf-8")
    found = Forgetting(course, known).apply()
    assert found.mentions == [table]
    assert table.exists()


def test_places_out_of_reach_are_named(course, known):
    (course.root / ".git").mkdir()
    found = Forgetting(course, known).look()
    assert f"the history of the git repository {course.root}" in found.beyond


def test_a_link_is_removed_and_not_what_it_points_to(course, tmp_path):
    target = tmp_path / "elsewhere"
    target.mkdir()
    (target / "kept").touch()
    (course.submitted / WORD).symlink_to(target)
    Forgetting(course, WORD).apply()
    assert not os.path.lexists(course.submitted / WORD)
    assert (target / "kept").exists()


def test_a_deep_and_closed_folder_is_removed(course):
    folder = course.submission(WORD, ASSIGNMENT)
    folder.mkdir(parents=True)
    here = Path.cwd()
    try:
        os.chdir(folder)
        for _ in range(1500):
            Path("deeper").mkdir()
            os.chdir("deeper")
        Path("closed").mkdir(mode=0)
    finally:
        os.chdir(here)
    Forgetting(course, WORD).apply()
    assert not (course.submitted / WORD).exists()


def test_a_locked_gradebook_keeps_every_row_and_every_file(course, known, url, monkeypatch):
    before = rows(url)
    monkeypatch.setattr("autograder.session.forget.PATIENCE", 0.1)
    with sqlite3.connect(course.gradebook) as other:
        other.execute("begin immediate")
        with pytest.raises(CourseError, match="locked"):
            Forgetting(course, known).apply()
    assert rows(url) == before
    assert (course.submitted / known).is_dir()


@pytest.mark.parametrize("name", ["", ".", "..", "a/b"])
def test_a_path_is_no_id(course, name):
    with pytest.raises(CourseError, match="is no student's id"):
        Forgetting(course, name)


def test_who_is_unknown_is_told(course):
    with pytest.raises(CourseError, match="holds nothing of a student 'nobody'"):
        Forgetting(course, "nobody").look()


@pytest.mark.postgres
def test_a_gradebook_on_a_server_forgets_too(course, server_of):
    url = server_of(course)
    before = rows(url)
    found = Forgetting(course, "bo", url).apply()
    assert found.rows["student"] == 1
    for table, held in before.items():
        assert rows(url)[table] == [row for row in held if row[0] != "bo"]


def test_the_class_can_be_graded_afterwards(course, known):
    Forgetting(course, known).apply()
    assert set(grade(course)) == {"ada", "bo", "cy"}
