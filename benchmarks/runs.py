"""A class to grade, and commands that are run and measured: wall clock, computing time, memory."""

import contextlib
import functools
import os
import resource
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from autograder.authoring import read_course, read_exercise, release_notebook
from autograder.course import CourseDirectory
from autograder.course.create import new_course
from autograder.course.made_up import MadeUp, hand_in, made_up_class
from autograder.course.stock import Stock
from autograder.sandbox.cgroup import Group

ASSIGNMENT = "02_split_merge"
EXERCISES = Path(__file__).parents[1] / "exercises"
COMMANDS = Path(sys.executable).parent
ROOTS = (
    (Path("/sys/fs/cgroup/cpuacct"), "cpuacct.usage", 1e-9),
    (Path("/sys/fs/cgroup"), "cpu.stat", 1e-6),
)
TICK = 0.005  # seconds between two looks until the first receipt is there
LATER = 0.1  # and afterwards: to look costs computing time of what is measured


@dataclass
class Ran:
    """What one command took: seconds, and MiB of its own process at the peak.

    `first` is the second at which the first of the watched files appeared.
    """

    wall: float
    cpu: float
    peak: float = 0.0
    first: float = 0.0
    output: str = field(default="", repr=False)


def make_class(
    root: Path, size: int, roster: bool = True, damaged: bool = True
) -> tuple[CourseDirectory, list[MadeUp]]:
    """Make a course with one released assignment, and a made-up class that hands it in.

    Without `damaged`, those whose notebooks stock nbgrader stops at are not in it.
    """
    course = new_course(root, EXERCISES, made_up=True)
    Stock(course).generate_assignment(ASSIGNMENT)
    origin = read_course(EXERCISES)
    exercise = read_exercise(EXERCISES / f"{ASSIGNMENT}.md", origin)
    students = made_up_class(exercise, origin, release_notebook(exercise, origin), size)
    if not damaged:
        students = [student for student in students if student.kind != "damaged"]
    if roster:
        hand_in(course, ASSIGNMENT, students)
    else:
        for student in students:
            write(course, student)
    return course, students


def write(course: CourseDirectory, student: MadeUp) -> None:
    """Hand in without being on the roster."""
    if student.text is not None:
        path = course.notebook(course.submitted / student.student, ASSIGNMENT)
        path.parent.mkdir(parents=True)
        path.write_text(student.text, encoding="utf-8")


def run(
    *command: object, cwd: Path, watched: Path | None = None, codes: tuple[int, ...] = (0,)
) -> Ran:
    """Run one of this environment's commands, and measure it with all that it starts.

    Parameters
    ----------
    *command
        Its name and arguments.
    cwd : pathlib.Path
    watched : pathlib.Path, optional
        A folder: when the first file in it appears is noted.
    codes : tuple of int
        The exit codes that it may have.
    """
    name, *arguments = map(str, command)
    with _account() as (adopt, used):
        start, found = time.monotonic(), Ran(0, 0)
        process = subprocess.Popen(
            [COMMANDS / name, *arguments],
            cwd=cwd,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            preexec_fn=adopt,
            env={k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"},
        )
        while True:
            waits = watched and not found.first
            try:
                found.output += process.communicate(timeout=TICK if waits else LATER)[0]
                break
            except subprocess.TimeoutExpired:
                found.peak = max(found.peak, peak_of(process.pid))
                if waits and next(watched.glob("[!.]*.json"), None):
                    found.first = time.monotonic() - start
        found.wall, found.cpu = time.monotonic() - start, used()
    if process.returncode not in codes:
        raise SystemExit(f"{name} ended with {process.returncode}:\n{found.output[-3000:]}")
    return found


def peak_of(pid: int) -> float:
    """Return the most memory that a process has held so far, in MiB."""
    with contextlib.suppress(OSError, ValueError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1]) / 1024
    return 0.0


@contextmanager
def _account() -> Iterator[tuple]:
    """Give a control group to join, and how many seconds it has computed.

    Processes that are killed with their namespace are in no parent's account; the group has them.
    Where the system gives us no group, what is in the parents' account must do.
    """
    for root, name, scale in ROOTS:
        group = Group(root / f"benchmark-{os.getpid()}")
        try:
            group.path.mkdir()
        except OSError:
            continue
        read = functools.partial(_used, group.path / name, scale)
        try:
            yield functools.partial((group.path / "cgroup.procs").write_text, "0"), read
        finally:
            group.remove()
        return
    before = _children()
    yield None, lambda: _children() - before


def _used(file: Path, scale: float) -> float:
    return int(file.read_text().split("\n")[0].split()[-1]) * scale


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
