import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from nbgrader.api import Gradebook
from sqlalchemy import create_engine, inspect

from autograder.course import CourseDirectory
from autograder.record.gradebook import Recorder
from tests.autograder.record.classroom import ASSIGNMENT, CLASS, submit
from tests.autograder.record.recording import RECEIPTS, record
from tests.autograder.record.rows import rows

ORDERS = st.permutations(RECEIPTS).flatmap(
    lambda order: st.lists(st.sampled_from(RECEIPTS), max_size=4).map(lambda more: order + more)
)


def test_honest_work_gets_the_rows_that_nbgrader_writes(course, either_url, by_stock):
    assert record(course, either_url, *RECEIPTS) == len(CLASS)
    assert rows(either_url) == rows(by_stock.url)


def test_honest_work_on_the_engine_gets_the_rows_that_nbgrader_writes(course, url, by_stock):
    for student, work in CLASS.items():
        submit(course, student, work)
    command = [Path(sys.executable).with_name("autograder"), "grade", ASSIGNMENT]
    ran = subprocess.run(command, cwd=course.root, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert rows(url) == rows(by_stock.url)


def test_nbgrader_can_take_a_student_out_again(course, either_url):
    record(course, either_url, *RECEIPTS)
    with Gradebook(either_url, "sums") as gradebook:
        gradebook.remove_student("ana")
    assert "ana" not in {row[0] for row in rows(either_url)["submissions"]}
    assert record(course, either_url, *RECEIPTS) == 1


def test_what_is_unchanged_is_not_written(course, url):
    record(course, url, *RECEIPTS)
    before = course.gradebook.read_bytes()
    with Recorder(course, url) as recorder:
        assert recorder.record(ASSIGNMENT, RECEIPTS) == 0
        assert recorder.saved is None
    assert course.gradebook.read_bytes() == before


@pytest.fixture(scope="module")
def place(released, tmp_path_factory):
    """A course whose gradebook each example replaces."""
    root = tmp_path_factory.mktemp("orders") / "course"
    shutil.copytree(released.root, root)
    return CourseDirectory(root)


@settings(max_examples=25)
@given(order=ORDERS)
def test_any_order_and_repetition_gives_the_same_rows(released, place, by_stock, order):
    shutil.copy(released.gradebook, place.gradebook)
    url = f"sqlite:///{place.gradebook}"
    with Recorder(place, url, backup=False) as recorder:
        recorder.record(ASSIGNMENT, order[:3])
        recorder.record(ASSIGNMENT, order[3:])
    assert rows(url) == rows(by_stock.url)


def test_a_run_that_broke_off_is_mended_by_recording_again(course, either_url, monkeypatch):
    monkeypatch.setattr("autograder.record.gradebook.BATCH", 2)

    def broken():
        yield from RECEIPTS[:3]
        raise KeyboardInterrupt

    with Recorder(course, either_url) as recorder, pytest.raises(KeyboardInterrupt):
        recorder.record(ASSIGNMENT, broken())
    assert {row[0] for row in rows(either_url)["grades"]} == {"ana", "ben"}
    assert record(course, either_url, *RECEIPTS) == 2


def test_the_missing_indexes_are_made(course, either_url):
    record(course, either_url, *RECEIPTS)
    engine = create_engine(either_url)
    found = {
        (table, *index["column_names"])
        for table in inspect(engine).get_table_names()
        for index in inspect(engine).get_indexes(table)
        if index["name"].startswith("autograder_")
    }
    engine.dispose()
    assert found == {
        ("grade", "notebook_id"),
        ("comment", "notebook_id"),
        ("submitted_notebook", "assignment_id"),
        ("submitted_assignment", "student_id"),
        ("base_cell", "notebook_id"),
    }
