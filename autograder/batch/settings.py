"""What a course's ``nbgrader_config.py`` tells the grader, in its section ``c.Autograder``."""

from typing import Any

import msgspec
from msgspec import Struct

from autograder.course.config import load_config
from autograder.course.directory import CONFIG, CourseDirectory, CourseError
from autograder.grade.paper import Settings
from autograder.model import Limits
from autograder.sandbox.levels import NAMES, WANTED

MIB = 1 << 20


class _Section(Struct, forbid_unknown_fields=True):
    packages: tuple[str, ...] = Settings().packages
    timeout: float = Limits().check
    submission: float = Limits().submission
    memory: int = Limits().memory // MIB
    book: str = ""
    in_student_process: tuple[str, ...] = ()


def read_settings(
    course: CourseDirectory, sandbox: str = "auto", timeout: float | None = None
) -> Settings:
    """Read a course's settings; what the command line says goes before.

    Parameters
    ----------
    course : CourseDirectory
    sandbox : str
        ``auto``, ``strict``, ``none`` or a level by its name.
    timeout : float, optional
        Seconds of computing time for one cell, and for one check.

    Raises
    ------
    CourseError
        If a setting is unknown or of the wrong type, or there is no such sandbox.
    """
    if sandbox not in WANTED.keys() | NAMES.keys():
        raise CourseError(f"there is no sandbox {sandbox!r}: use auto, strict or none")
    given: dict[str, Any] = dict(load_config(course).get("Autograder", {}))
    try:
        section = msgspec.convert(given, _Section)
    except msgspec.ValidationError as error:
        raise CourseError(f"{course.root / CONFIG}: c.Autograder: {error}") from None
    seconds = section.timeout if timeout is None else timeout
    if seconds <= 0:
        raise CourseError(f"a timeout of {seconds:g} seconds leaves no time: name more than 0")
    memory = section.memory * MIB
    limits = msgspec.structs.replace(
        Limits(),
        cell=seconds,
        check=seconds,
        submission=max(section.submission, seconds),
        memory=memory,
        tree_memory=2 * memory,
    )
    return Settings(section.packages, limits, sandbox, section.in_student_process)
