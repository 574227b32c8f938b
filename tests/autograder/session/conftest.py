"""A released course with a class of three, graded once; each test works on its own copy."""

import shutil
from datetime import datetime

import pytest
from sqlalchemy import create_engine, text

from autograder.batch.settings import read_settings
from autograder.cli.grade import make_executor
from autograder.course import CourseDirectory
from autograder.course.stock import Stock
from autograder.session.grading import Session, submitters
from tests.autograder.classroom import ASSIGNMENT, RIGHT, answered, make_course, released, submit
from tests.autograder.record import postgres

PARTLY = "def mean(values):\n    return 1.5"


def grade(course, *students, **options):
    """Grade as the command does; return the standings by student."""
    settings = read_settings(course)
    executor, workers = make_executor("", 1, settings)
    session = Session(course, ASSIGNMENT, settings, executor, workers, **options)
    standings = session.grade(submitters(course, ASSIGNMENT, students))
    return {standing.student: standing for standing in standings}


@pytest.fixture(scope="session")
def graded_once(tmp_path_factory):
    course = make_course(tmp_path_factory.mktemp("graded") / "course")
    Stock(course).generate_assignment(ASSIGNMENT)
    submit(course, "ada", answered(released(course), **RIGHT, **{"mean--why": "Because."}))
    submit(course, "bo", answered(released(course), double=RIGHT["double"], mean=PARTLY))
    submit(course, "cy", "{")
    grade(course)
    return course


@pytest.fixture
def course(graded_once, tmp_path):
    root = tmp_path / "course"
    shutil.copytree(graded_once.root, root)
    return CourseDirectory(root)


@pytest.fixture
def url(course):
    return f"sqlite:///{course.gradebook}"


@pytest.fixture(scope="session")
def server():
    with postgres.server() as address:
        yield address


@pytest.fixture
def server_of(server):
    """Return a function that makes a database on the server, and grades the course into it."""

    def make(course, empty=False):
        name = f"sums_{datetime.now().strftime('%H%M%S%f')}"
        tell(server.format("postgres"), f"create database {name}")
        url = server.format(name)
        if not empty:
            Stock(course, CourseDirectory={"db_url": url}).generate_assignment(ASSIGNMENT)
            grade(course, db_url=url)
        return url

    def tell(address, statement):
        engine = create_engine(address, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            connection.execute(text(statement))
        engine.dispose()

    return make


@pytest.fixture
def files(course):
    """Return a function that reads every file of the course but the locks."""

    def read():
        paths = [path for path in course.root.rglob("*") if path.is_file()]
        kept = [path for path in paths if course.root / "locks" not in path.parents]
        return {path.relative_to(course.root).as_posix(): path.read_bytes() for path in kept}

    return read
