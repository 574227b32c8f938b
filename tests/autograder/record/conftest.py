"""One released course for all tests, and a gradebook of its own for each, on both databases."""

import shutil
from datetime import datetime
from types import SimpleNamespace

import pytest
from nbgrader.api import Gradebook
from sqlalchemy import create_engine, text

from autograder.course import CourseDirectory
from autograder.course.stock import Stock
from tests.autograder.record import postgres
from tests.autograder.record.classroom import ASSIGNMENT, CLASS, DUE, make_course, submit

BOTH = ["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)]


def release(course, **settings):
    """Release the assignment as nbgrader does, and set when it is due."""
    stock = Stock(course, **settings)
    stock.generate_assignment(ASSIGNMENT)
    with Gradebook(stock.db_url, "sums") as gradebook:
        gradebook.update_or_create_assignment(ASSIGNMENT, duedate=DUE)


@pytest.fixture(scope="session")
def released(tmp_path_factory):
    course = make_course(tmp_path_factory.mktemp("released") / "course")
    release(course)
    return course


@pytest.fixture(scope="session")
def by_stock(released, tmp_path_factory):
    """The class graded by nbgrader's own pipeline."""
    root = tmp_path_factory.mktemp("stock") / "course"
    shutil.copytree(released.root, root)
    course = CourseDirectory(root)
    stock = Stock(course, "stock", Execute={"shutdown_kernel": "immediate"})
    for student, work in CLASS.items():
        submit(course, student, work)
        stock.autograde(ASSIGNMENT, student)
    return SimpleNamespace(course=course, stock=stock, url=stock.db_url)


@pytest.fixture(scope="session")
def server():
    with postgres.server() as address:
        yield address


@pytest.fixture(scope="session")
def template(server, released):
    """A database with the released assignment, to copy."""
    execute(server, "create database template_sums")
    release(released, CourseDirectory={"db_url": server.format("template_sums")})
    return "template_sums"


def execute(server, statement):
    engine = create_engine(server.format("postgres"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(statement))
    engine.dispose()


@pytest.fixture
def course(released, tmp_path):
    """A released course of the test's own."""
    root = tmp_path / "course"
    shutil.copytree(released.root, root)
    return CourseDirectory(root)


@pytest.fixture
def url(course):
    """The address of its gradebook, a file."""
    return f"sqlite:///{course.gradebook}"


@pytest.fixture
def server_url(server, template):
    """The address of a gradebook of the test's own on the server."""
    name = f"sums_{datetime.now().strftime('%H%M%S%f')}"
    execute(server, f"create database {name} template {template}")
    return server.format(name)


@pytest.fixture(params=BOTH)
def either_url(request, course):
    """The address of a gradebook of the test's own, on each database."""
    name = "url" if request.param == "sqlite" else "server_url"
    return request.getfixturevalue(name)
