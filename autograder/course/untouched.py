"""Grade a copy of a course with nbgrader's own pipeline, and tell what came of it.

It runs as a process of its own, in a sandbox: nbgrader runs what strangers handed in.
"""

import resource
import shutil
import socket
from pathlib import Path

import msgspec
from msgspec import Struct

from autograder.course.directory import CourseDirectory, CourseError, grade_id, read_notebook
from autograder.course.stock import ConverterError, Stock, gradebook_for_a_trial
from autograder.wire.frames import Channel

LARGEST_FILE = 256 << 20
NOTHING = "nbgrader could not release it"


class Check(Struct):
    """One graded cell.

    Attributes
    ----------
    score : float or None
        What nbgrader gave.
    error : str
        The name of the exception that ended it; empty if none did.
    warned : bool
        Whether it wrote to the error stream.
    """

    score: float | None
    error: str = ""
    warned: bool = False


class Work(Struct):
    """One submission: why nbgrader could not grade it, or its checks by notebook and id."""

    student: str
    failure: str = ""
    checks: dict[str, dict[str, Check]] = {}


def main(fd: int, given: str, place: str, assignment: str, timeout: int) -> None:
    """Grade everything in a copy of `given`, and send what came of each submission.

    Parameters
    ----------
    fd : int
        A socket.
    given, place : str
        The course, which is left alone, and where its copy is made.
    assignment : str
    timeout : int
        Seconds for one cell.
    """
    resource.setrlimit(resource.RLIMIT_FSIZE, (LARGEST_FILE, LARGEST_FILE))
    channel = Channel(socket.socket(fileno=fd))
    shutil.copytree(given, place, symlinks=True, dirs_exist_ok=True)
    course = CourseDirectory(Path(place))
    own = {"db_url": gradebook_for_a_trial(course)}
    limits = {"timeout": timeout, "shutdown_kernel": "immediate"}
    stock = Stock(course, "stock", Execute=limits, CourseDirectory=own)
    try:
        stock.generate_assignment(assignment)
    except ConverterError as error:
        _send(channel, Work("", f"{NOTHING}: {error}"))
        return
    for student in course.submitters(assignment):
        try:
            stock.autograde(assignment, student)
        except ConverterError as error:
            _send(channel, Work(student, str(error)))
        else:
            _send(channel, Work(student, checks=_checks(course, assignment, student, stock.db_url)))


def _send(channel: Channel, work: Work) -> None:
    channel.send(b"", [msgspec.msgpack.encode(work)])


def _checks(
    course: CourseDirectory, assignment: str, student: str, db_url: str
) -> dict[str, dict[str, Check]]:
    from nbgrader.api import Gradebook

    found: dict[str, dict[str, Check]] = {}
    with Gradebook(db_url) as gradebook:
        for notebook in gradebook.find_submission(assignment, student).notebooks:
            outputs = _outputs(course.autograded / student / assignment / f"{notebook.name}.ipynb")
            found[notebook.name] = {
                grade.name: _check(grade.auto_score, outputs.get(grade.name, []))
                for grade in notebook.grades
            }
    return found


def _outputs(path: Path) -> dict[str, list[dict]]:
    try:
        cells = read_notebook(path)["cells"]
    except CourseError:
        return {}
    return {grade_id(cell): cell.get("outputs", []) for cell in cells}


def _check(score: float | None, outputs: list[dict]) -> Check:
    errors = [out.get("ename", "") for out in outputs if out["output_type"] == "error"]
    warned = any(out.get("name") == "stderr" for out in outputs)
    return Check(score, errors[0] if errors else "", warned)
