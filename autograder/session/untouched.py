"""Have a sample graded by nbgrader's own pipeline, apart: nothing of it stays but its scores."""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

import msgspec

from autograder.course.directory import CONFIG, CourseDirectory, CourseError
from autograder.course.untouched import NOTHING, Work
from autograder.model import Limits
from autograder.sandbox import bubblewrap, cgroup
from autograder.sandbox.levels import Level
from autograder.sandbox.view import GRADER, grader_view
from autograder.wire.frames import Channel, Closed, TimedOut, WireError, pair

SPACE = 512 << 20
PATIENCE = 300.0  # seconds for one submission, and for the release with the first one
_decode = msgspec.msgpack.Decoder(Work).decode


def grade_untouched(
    course: CourseDirectory, assignment: str, students: Iterable[str], level: Level, limits: Limits
) -> dict[str, Work]:
    """Grade what students handed in with nbgrader's own pipeline, in a copy.

    A submission that ends or hangs nbgrader has a failure, and the others are graded.

    Parameters
    ----------
    course : CourseDirectory
    assignment : str
    students : iterable of str
    level : Level
        Namespaces, or none.
    limits : Limits

    Raises
    ------
    CourseError
        If nbgrader can't even release the assignment, or the level is another.
    """
    if level.name not in ("namespaces", "none"):
        raise CourseError(
            "nbgrader's own pipeline runs strangers' code, and only bubblewrap holds all of it. "
            "Install it, or at your own risk: --sandbox none"
        )
    found: dict[str, Work] = {}
    left = list(students)
    while left:
        before = len(found)
        with tempfile.TemporaryDirectory(prefix="autograder-") as folder:
            given = Path(folder, "given")
            _copy(course, assignment, left, given)
            for work in _run(given, Path(folder, "place"), assignment, level, limits):
                found[work.student] = work
        if len(found) == before:
            found[left[0]] = Work(left[0], "it ended or hung nbgrader itself")
        left = [student for student in left if student not in found]
    return found


def _copy(course: CourseDirectory, assignment: str, students: list[str], given: Path) -> None:
    """Copy what nbgrader needs, without any other student's work and without the gradebook."""
    shutil.copytree(course.source / assignment, given / "source" / assignment)
    for path in course.source.iterdir():
        if path.is_file():
            shutil.copy(path, given / "source")
    for path in course.root.iterdir():
        if path.is_file() and (path.name == CONFIG or path.suffix in (".py", ".yml", ".yaml")):
            shutil.copy(path, given)
    for student in students:
        folder = given / "submitted" / student / assignment
        shutil.copytree(course.submission(student, assignment), folder, symlinks=True)


def _run(given: Path, place: Path, assignment: str, level: Level, limits: Limits) -> Iterable[Work]:
    """Yield what came of each submission, until the process is done, dies or is silent."""
    sandboxed = level.name == "namespaces"
    mine, theirs = pair()
    site = bubblewrap.SITE if sandboxed else str(GRADER.parent)
    places = ("/given", "/course") if sandboxed else (str(given), str(place))
    asked = (theirs.fileno(), *places, assignment, max(1, round(limits.check)))
    code = (
        f"import sys; sys.path.insert(0, {site!r}); "
        f"from autograder.course.untouched import main; main{asked!r}"
    )
    command = [sys.executable, "-s", "-P", "-B", "-c", code]
    home = bubblewrap.HOME if sandboxed else str(place.parent)
    environment = {
        "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
        "HOME": home,
        "TMPDIR": home,
        "LANG": "C.UTF-8",
    }
    if sandboxed:
        command = bubblewrap.wrap(
            grader_view(),
            command,
            environment,
            changes_user=False,
            spaces={"/course": SPACE},
            given={"/given": given},
        )
    group = cgroup.make(2 * limits.tree_memory) if sandboxed else None
    process = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment,
        pass_fds=[theirs.fileno()],
        start_new_session=True,
    )
    theirs.close()
    if group:
        group.adopt(process.pid)
    channel = Channel(mine, max_body=SPACE // 8)
    try:
        while True:
            work = _decode(channel.recv(time.monotonic() + PATIENCE)[1])
            if work.failure.startswith(NOTHING):
                raise CourseError(f"{assignment}: {work.failure}")
            yield work
    except (Closed, TimedOut, WireError, msgspec.MsgspecError):
        return
    finally:
        channel.close()
        _end(process)
        if group:
            group.remove()


def _end(process: subprocess.Popen) -> None:
    """End the process with all that it started: bubblewrap's end is that of its namespace."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
