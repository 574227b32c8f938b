"""Workers that a submission can kill: what no submission can do is done here to the worker."""

import os
import signal
import sys
from concurrent.futures import Executor, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import msgspec

from autograder.batch import task
from autograder.sandbox.levels import Level

ALWAYS, ONCE, RAISES, HANGS = "always-kills", "kills-once", "raises", "hangs"


def local(workers: int, level: Level, folder: Path) -> Executor:
    """Return an executor as `executors.local` makes it, whose workers may die."""
    about = (os.getpid(), level)
    context = get_context("spawn")
    return Deadly(folder, workers, context, initializer=task.settle, initargs=about)


class Deadly(ProcessPoolExecutor):
    def __init__(self, folder: Path, *arguments, **more) -> None:
        super().__init__(*arguments, **more)
        self.folder = folder

    def submit(self, function, *arguments):
        return super().submit(deadly, self.folder, function, *arguments)


def deadly(folder: Path, function, paper: bytes, *rest: bytes):
    """Do what the worker is asked to do, but for those who kill it. Leave a trace of each try."""
    for data in rest:
        student = msgspec.msgpack.decode(data, type=task.Task).student
        tries = folder / student
        seen = int(tries.read_text()) if tries.exists() else 0
        tries.write_text(str(seen + 1))
        if student.startswith(ALWAYS) or (student.startswith(ONCE) and not seen):
            os.kill(os.getpid(), signal.SIGKILL)
        if student == RAISES:
            raise RuntimeError("something of the grader's own")
        while student == HANGS:  # until somebody ends the worker
            signal.pause()
    return function(paper, *rest)


def modules_after(paper: bytes, data: bytes) -> set[str]:
    """Grade, and return the names of all packages that the worker has loaded."""
    task.grade(paper, data)
    return {name.split(".")[0] for name in sys.modules}
