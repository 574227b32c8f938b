"""The tables as we tell them are nbgrader's own, and to write them takes no nbgrader."""

import subprocess
import sys

import pytest
from nbgrader.api import Base

from autograder.course.stock import Stock
from autograder.record import tables

OURS = [
    tables.STUDENT,
    tables.ASSIGNMENT,
    tables.COURSE_NOTEBOOK,
    tables.CELL,
    tables.SUBMISSION,
    tables.NOTEBOOK,
    tables.GRADE,
    tables.COMMENT,
]
WRITTEN = {table.name for table in tables.WRITTEN}


def about(column):
    keys = {key.target_fullname for key in column.foreign_keys}
    return repr(column.type), column.primary_key, column.nullable, keys


@pytest.mark.parametrize("table", OURS, ids=lambda table: table.name)
def test_a_table_is_told_as_nbgrader_has_it(table):
    theirs = Base.metadata.tables[table.name]
    assert {c.name: about(c) for c in table.c} == {c.name: about(theirs.c[c.name]) for c in table.c}
    if table.name in WRITTEN:
        assert set(table.c.keys()) == set(theirs.c.keys())


def test_the_recorder_loads_no_nbgrader():
    code = "import sys, autograder.record.gradebook; sys.exit('nbgrader' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_gradebook_lies_where_nbgrader_looks_for_it(course):
    from nbgrader.coursedir import CourseDirectory

    for settings in ({}, {"CourseDirectory": {"db_url": "sqlite:////elsewhere/grades.db"}}):
        stock = Stock(course, **settings)
        assert stock.db_url == CourseDirectory(config=stock.config).db_url
