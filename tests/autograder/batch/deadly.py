"""Workers that a submission can kill: what no submission can do is done here to the worker."""

import os
import signal
import sys
from pathlib import Path

import msgspec

from autograder.batch import task
from autograder.batch.processes import Processes
from autograder.sandbox.levels import Level

ALWAYS, ONCE, RAISES, HANGS = "always-kills", "kills-once", "raises", "hangs"


class Deadly(Processes):
    """An executor as `executors.local` makes it, whose workers may die."""

    def __init__(self, folder: Path, workers: int, level: Level) -> None:
        super().__init__(workers, level)
        self.folder = str(folder).encode()

    def submit(self, function, *arguments):
        return super().submit(deadly, self.folder, function.__name__.encode(), *arguments)


def deadly(folder: bytes, function: bytes, paper: bytes, *rest: bytes) -> bytes | None:
    """Do what the worker is asked to do, but for those who kill it. Leave a trace of each try."""
    for data in rest[:1]:
        student = msgspec.msgpack.decode(data, type=task.Task).student
        tries = Path(folder.decode(), student)
        seen = int(tries.read_text()) if tries.exists() else 0
        tries.write_text(str(seen + 1))
        if student.startswith(ALWAYS) or (student.startswith(ONCE) and not seen):
            os.kill(os.getpid(), signal.SIGKILL)
        if student == RAISES:
            raise RuntimeError("something of the grader's own")
        while student == HANGS:  # until somebody ends the worker
            signal.pause()
    return getattr(task, function.decode())(paper, *rest)


def modules_after(paper: bytes, data: bytes) -> bytes:
    """Grade, and return the names of all packages that the worker has loaded."""
    task.grade(paper, data)
    return msgspec.json.encode({name.split(".")[0] for name in sys.modules})
