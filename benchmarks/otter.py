"""The same assignment for otter-grader, and its `otter run`: in an environment of its own.

The checks are translated cell by cell. Only the time is comparable: otter shares no variables
between the parts of a test file.
"""

import json
import subprocess
import sys
import time
from pathlib import Path

from nbformat.v4 import new_code_cell, new_notebook, new_raw_cell

VERSION = "otter-grader==7.0.0"
CONFIG = """# ASSIGNMENT CONFIG
run_tests: false
export_cell: false
solutions_pdf: false
template_pdf: false"""
MARKS = ("### BEGIN HIDDEN TESTS", "### END HIDDEN TESTS", "### BEGIN SOLUTION", "### END SOLUTION")


class NotRun(Exception):
    """Otter could not be tried here; the message says why."""


def seconds_of(folder: Path, source: dict, count: int) -> list[float]:
    """Return how long `otter run` takes for a right submission, so many times.

    Parameters
    ----------
    folder : pathlib.Path
        Where the environment and the assignment are made.
    source : dict
        The instructor's notebook, with nbgrader's metadata.
    count : int
    """
    folder.mkdir()
    commands = _install(folder / "environment")
    (folder / "assignment.ipynb").write_text(json.dumps(translated(source)))
    _run([commands / "otter", "assign", "assignment.ipynb", "made"], folder)
    (archive,) = (folder / "made" / "autograder").glob("*autograder*.zip")
    submission = folder / "made" / "autograder" / "assignment.ipynb"
    found = []
    for _ in range(count):
        start = time.monotonic()
        _run([commands / "otter", "run", "-a", archive, submission], folder)
        found.append(time.monotonic() - start)
    return found


def translated(source: dict) -> dict:
    """Return a notebook in the format of `otter assign`: a question for each solution cell."""
    cells, checks, is_open = [new_raw_cell(CONFIG)], [], False
    for cell in [*source["cells"], None]:
        about = cell["metadata"].get("nbgrader", {}) if cell else {}
        if cell and cell["cell_type"] != "code":
            continue
        if is_open and about.get("grade"):
            checks.append(new_code_cell(_plain(cell)))
            continue
        if is_open:
            cells += [*_tests(checks), new_raw_cell("# END QUESTION")]
        checks, is_open = [], bool(about.get("solution"))
        if is_open:
            name = about["grade_id"].replace("-", "_")
            cells.append(new_raw_cell(f"# BEGIN QUESTION\nname: {name}\npoints: 1"))
            answer = new_code_cell(_plain(cell))
            cells += [new_raw_cell("# BEGIN SOLUTION"), answer, new_raw_cell("# END SOLUTION")]
        elif cell:
            cells.append(new_code_cell(_plain(cell)))
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    return new_notebook(cells=cells, metadata={"kernelspec": kernel})


def _plain(cell: dict) -> str:
    return "\n".join(line for line in cell["source"].split("\n") if line.strip() not in MARKS)


def _tests(checks: list[dict]) -> list[dict]:
    return [new_raw_cell("# BEGIN TESTS"), *checks, new_raw_cell("# END TESTS")] if checks else []


def _install(environment: Path) -> Path:
    _run([sys.executable, "-m", "venv", environment], environment.parent)
    python = environment / "bin" / "python"
    quietly = ["--quiet", "--disable-pip-version-check"]
    _run([python, "-m", "pip", "install", *quietly, VERSION, "ipykernel", "numpy"], environment)
    return environment / "bin"


def _run(command: list[object], cwd: Path) -> None:
    ran = subprocess.run([*map(str, command)], cwd=cwd, capture_output=True, text=True)
    if ran.returncode:
        said = (ran.stderr or ran.stdout).strip().splitlines()
        raise NotRun(f"{Path(str(command[0])).name} {command[1]}: {said[-1] if said else 'failed'}")
