"""Run nbgrader's own converters inside this process, one submission at a time."""

import glob
import logging
import os
import re
import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.course.config import load_config
from autograder.course.directory import CourseDirectory

if TYPE_CHECKING:
    from nbgrader.converters.base import BaseConverter

EXCEPTION = re.compile(r"^(?:[\w.]+(?:Error|Exception|Entry|Warning)): (?P<message>.+)$", re.M)
# The first is nbgrader's own; the second keeps each kernel from warning that it runs on TCP.
QUIET_KERNEL = ["--HistoryManager.hist_file=:memory:", "--IPKernelApp.log_level=ERROR"]
LOGGED = re.compile(r"^\[ERROR\] (?P<message>.+)$", re.M)


class ConverterError(Exception):
    """nbgrader could not convert; the message is its own last word, `log` is everything."""

    def __init__(self, message: str, log: str) -> None:
        super().__init__(message)
        self.log = log


def add_scripts_to_path() -> None:
    """Let a new gradebook find the command alembic, which lies beside this Python."""
    scripts = str(Path(sys.executable).parent)
    if scripts not in os.environ.get("PATH", "").split(os.pathsep):
        os.environ["PATH"] = os.pathsep.join([scripts, os.environ.get("PATH", "")])


def gradebook_for_a_trial(course: CourseDirectory) -> str:
    """Make a course's gradebook without a version, which takes seconds; return its address.

    Only for a copy of a course that is thrown away: no later nbgrader can upgrade it.
    """
    from nbgrader.api import Base
    from sqlalchemy import create_engine

    address = f"sqlite:///{course.gradebook}"
    engine = create_engine(address)
    Base.metadata.create_all(bind=engine)
    engine.dispose()
    return address


class Stock:
    """nbgrader's converters for one course.

    Parameters
    ----------
    course : CourseDirectory
        The course.
    profile : str
        ``"stock"`` for the untouched pipeline, empty for the course's own settings.
    **settings : dict
        More settings by class, such as ``Execute={"timeout": 10}``.
    """

    def __init__(self, course: CourseDirectory, profile: str = "", **settings: dict) -> None:
        add_scripts_to_path()
        self.config = load_config(course, profile)
        self.config.Execute.extra_arguments = QUIET_KERNEL
        for name, values in settings.items():
            self.config[name].update(values)

    @property
    def db_url(self) -> str:
        """The address of the course's gradebook: nbgrader's default, told without nbgrader."""
        own = self.config.CourseDirectory
        return own.db_url if "db_url" in own else f"sqlite:///{Path(own.root, 'gradebook.db')}"

    def generate_assignment(self, assignment: str) -> None:
        """Write the release notebook and the gradebook's entry for an assignment."""
        from nbgrader.converters import GenerateAssignment

        self._run(GenerateAssignment, assignment, force=True, create_assignment=True)

    def autograde(self, assignment: str, student: str, force: bool = False) -> None:
        """Grade one submission into the gradebook and `autograded`."""
        from nbgrader.converters import Autograde

        self._run(Autograde, assignment, student, force=force, create_student=True)

    def generate_feedback(self, assignment: str, student: str) -> None:
        """Write the feedback page of one graded submission."""
        from nbgrader.converters import GenerateFeedback

        self._run(GenerateFeedback, assignment, student, force=True)

    def _run(
        self, converter: "type[BaseConverter]", assignment: str, student: str = ".", **options: bool
    ) -> None:
        from nbgrader.coursedir import CourseDirectory as NbGraderCourse
        from nbgrader.utils import capture_log
        from sqlalchemy.exc import SAWarning

        place = NbGraderCourse(config=self.config)
        place.assignment_id = assignment
        place.student_id = glob.escape(student)
        app = converter(coursedir=place, config=self.config)
        app.log.setLevel(logging.INFO)
        for name, value in options.items():
            setattr(app, name, value)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", SAWarning)  # nbgrader's own queries
            result = capture_log(app)
        if not result["success"]:
            log = result.get("log", "") + result["error"]
            raise ConverterError(_last_word(log), log)


def _last_word(log: str) -> str:
    """Find the line of nbgrader's log that says what went wrong."""
    said = [m["message"] for m in EXCEPTION.finditer(log) if "traceback" not in m["message"]]
    said = said or [m["message"] for m in LOGGED.finditer(log)]
    return said[0] if said else "nbgrader gave no reason"
