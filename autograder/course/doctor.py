"""What grading needs of a machine and of a course, tried for real."""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass

from autograder.course.directory import CourseDirectory, CourseError, find_course
from autograder.course.ids import bad_id
from autograder.course.stock import add_scripts_to_path

PYTHONS = ((3, 11), (3, 13))


@dataclass(frozen=True)
class Finding:
    """One thing that was tried; `needed` tells whether grading can't do without it."""

    subject: str
    ok: bool
    found: str
    remedy: str = ""
    needed: bool = True


def examine(course: str = "") -> list[Finding]:
    """Try everything.

    Parameters
    ----------
    course : str
        A course directory. Empty: the one that this is, if it is one.

    Raises
    ------
    CourseError
        If a course is named and isn't one.
    """
    findings = [_python(), *_nbgrader(), _kernel(), *_sandbox()]
    try:
        place = find_course(course or ".")
    except CourseError:
        if course:
            raise
        remedy = "Run this in a course directory, or name one with --course"
        return [*findings, Finding("course", False, "none here", remedy, needed=False)]
    return [*findings, *_course(place)]


def _python() -> Finding:
    lowest, highest = PYTHONS
    return Finding(
        "Python",
        lowest <= sys.version_info[:2] <= highest,
        sys.version.split()[0],
        f"Use Python {lowest[0]}.{lowest[1]} to {highest[0]}.{highest[1]}",
    )


def _nbgrader() -> Iterator[Finding]:
    reinstall = "Install the requirements again: make setup"
    try:
        from nbgrader import __version__
    except ImportError as error:
        yield Finding("nbgrader", False, str(error), reinstall)
        return
    yield Finding("nbgrader", True, __version__)
    add_scripts_to_path()
    from nbgrader.api import Gradebook

    with tempfile.TemporaryDirectory(prefix="autograder-") as folder:
        try:
            Gradebook(f"sqlite:///{folder}/gradebook.db").close()
        except Exception as error:  # whatever hinders it is the finding
            yield Finding("new gradebook", False, repr(error), reinstall)
        else:
            yield Finding("new gradebook", True, f"made with {shutil.which('alembic')}")


def _kernel() -> Finding:
    from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel

    try:
        spec = KernelSpecManager().get_kernel_spec("python3")
    except NoSuchKernel:
        return Finding("kernel python3", False, "missing", "Run: python -m ipykernel install")
    return Finding("kernel python3", True, spec.resource_dir)


def _sandbox() -> Iterator[Finding]:
    """Start the sandbox, and run real attacks in it."""
    from autograder.model import Limits
    from autograder.sandbox import SandboxError, attacks, probe

    try:
        level = probe()
    except SandboxError as error:
        yield Finding("sandbox", False, "none works here", str(error))
        return
    yield Finding("sandbox", True, level.title)
    for reason in level.reasons:
        yield Finding("stronger sandbox", False, "not here", reason, needed=False)
    yield Finding("memory of a submission", True, level.memory_bound(Limits()))
    for attack in attacks(level):
        held = "held" if attack.held else f"NOT HELD: {attack.detail}"
        remedy = "Don't grade strangers' notebooks on this machine; report what you see here"
        yield Finding(f"attack: {attack.name}", attack.held, held, remedy)


def _ids(course: CourseDirectory) -> Iterator[Finding]:
    """Tell which folders in `submitted` have a name that can't be a student's id."""
    bad = [problem for path in sorted(course.submitted.glob("*")) if (problem := bad_id(path.name))]
    for problem in bad:
        remedy = "Do it before you open formgrader: its pages may run what stands in a name"
        yield Finding("student's folder", False, problem, remedy, needed=False)
    if not bad:
        yield Finding("students' folders", True, "every name can be an id")


def _course(course: CourseDirectory) -> Iterator[Finding]:
    yield Finding("course", True, str(course.root))
    names = ", ".join(course.assignments)
    yield Finding("assignments", bool(names), names or "none", f"Put notebooks in {course.source}")
    yield from _ids(course)
    writable = os.access(course.root, os.W_OK)
    said = "yes" if writable else "no"
    yield Finding("may write", writable, said, f"Get write permission for {course.root}")
    mode = course.source.stat().st_mode & 0o777
    remedy = f"Others can read answers and hidden checks. Run: chmod 700 {course.source}"
    yield Finding("private source", not mode & 0o077, f"mode {mode:o}", remedy, needed=False)
