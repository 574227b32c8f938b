"""A course about sums, with a package of its own beside it, that each test may break."""

import os
import subprocess
import sys
from itertools import count
from pathlib import Path

import nbformat
import pytest

from autograder.authoring import read_course, read_exercise, release_notebook, source_notebook

HERE = Path(__file__).parent
SEED = "a secret seed"


@pytest.fixture(scope="session")
def root(tmp_path_factory):
    """Return a directory in which the package ``toolbox`` lies."""
    root = tmp_path_factory.mktemp("authoring")
    package = root / "toolbox"
    package.mkdir()
    for path in (HERE / "toolbox").glob("*.txt"):
        (package / f"{path.stem}.py").write_text(path.read_text(encoding="utf-8"))
    return root


@pytest.fixture(scope="session")
def text():
    """Return the text of an exercise without a fault."""
    return (HERE / "01_double.txt").read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def make_course(root, text):
    """Return a function that writes a course directory and returns its path."""
    numbers = count()

    toml_text = (HERE / "course.txt").read_text(encoding="utf-8")

    def make(exercise=text, toml=toml_text):
        directory = root / f"course_{next(numbers)}"
        directory.mkdir()
        (directory / "course.toml").write_text(toml, encoding="utf-8")
        (directory / "01_double.md").write_text(exercise, encoding="utf-8")
        return directory

    return make


@pytest.fixture(scope="session")
def course(make_course):
    return read_course(make_course())


@pytest.fixture(scope="session")
def exercise(course):
    return read_exercise(course.exercises[0], course)


@pytest.fixture(scope="session")
def source(exercise, course):
    return source_notebook(exercise, course, SEED)


@pytest.fixture(scope="session")
def release(exercise, course):
    return release_notebook(exercise, course)


@pytest.fixture(scope="session")
def classroom(tmp_path_factory, source):
    """Return a course directory in which stock nbgrader released the exercise."""
    directory = tmp_path_factory.mktemp("classroom")
    (directory / "source" / "01_double").mkdir(parents=True)
    nbformat.write(source, directory / "source" / "01_double" / "01_double.ipynb")
    nbgrader(directory, "generate_assignment", "01_double")
    return directory


def nbgrader(directory, *arguments):
    """Run the real command; a fresh gradebook makes it call ``alembic`` from the path."""
    scripts = Path(sys.executable).parent
    path = f"{scripts}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        [scripts / "nbgrader", *arguments],
        cwd=directory,
        env={**os.environ, "PATH": path, "JUPYTER_CONFIG_DIR": str(directory / "no-config")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="session")
def run_nbgrader():
    return nbgrader


@pytest.fixture(scope="session")
def cell_of():
    """Return a function that finds a cell by its grade_id."""

    def find(notebook, grade_id):
        cells = [c for c in notebook.cells if c.metadata.get("nbgrader", {}).get("grade_id")]
        (cell,) = [c for c in cells if c.metadata.nbgrader.grade_id == grade_id]
        return cell

    return find
