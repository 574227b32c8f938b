"""A class of honest and hostile students, graded by the ordinary command."""

import contextlib
import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

from autograder.course import CourseDirectory
from autograder.course.config import write_config
from autograder.course.receipts import Receipts
from autograder.course.stock import Stock
from autograder.model.receipt import canonical
from tests.autograder.ordinary import USER, as_ordinary
from tests.autograder.processes import tree
from tests.submissions.hostile import HOSTILE
from tests.submissions.hostile.assignment import GIVEN, NAME, honest, source
from tests.submissions.hostile.canaries import Canaries
from tests.submissions.hostile.registry import Hostile, write

NEIGHBOURS = ("a-neighbour", "m-neighbour", "z-neighbour")
MEMORY = 4 << 30
"""Two submissions at once, each of 1.2 GB at most where a control group holds, and the rest."""
SETTINGS = "\nc.Autograder.memory = 600\nc.Autograder.submission = 6\n"


class Classroom:
    """Grades the neighbours alone, then the whole class, and keeps what is to be seen of it.

    Parameters
    ----------
    root : Path
        An empty folder.
    sandbox : str
        The level that the command is asked for.
    ordinary : bool
        Whether a user without any privilege runs it.

    Attributes
    ----------
    alone, among : dict of str to bytes
        The neighbours' results, canonical: without the hostile ones, and with them.
    said : str
        What the command printed.
    code : int
        Its exit code.
    taken : int
        By how many bytes the machine's free memory shrank at most, as `Gauge` sees it.
    """

    def __init__(self, root: Path, sandbox: str, ordinary: bool = False) -> None:
        self.canaries = Canaries(root)
        self.sandbox, self.ordinary = sandbox, ordinary
        self.course = CourseDirectory(root / "course")
        path = self.course.notebook(self.course.source, NAME)
        path.write_text(json.dumps(source()), encoding="utf-8")
        write_config(self.course, "Arrays", "arrays", ["numpy"])
        config = self.course.root / "nbgrader_config.py"
        config.write_text(config.read_text() + SETTINGS)
        for name, content in GIVEN.items():
            (path.parent / name).write_text(content, encoding="utf-8")
        Stock(self.course).generate_assignment(NAME)
        for path in self.course.release.rglob("key.txt"):
            path.unlink()  # what no student got is for checks alone
        for student in NEIGHBOURS:
            write(self.folder(student), honest())
        self.planted = self.canaries.look()
        ran = self.run("grade")
        assert ran.returncode == 0, ran.stderr
        self.receipts = Receipts(self.course, NAME)
        self.alone = self.results()
        for hostile in HOSTILE.values():
            hostile.make(self.folder(student_of(hostile)), self.canaries.aims)
        with Gauge(MEMORY) as gauge:
            ran = self.run("grade", "--force")
        self.taken, self.code, self.said = gauge.taken, ran.returncode, ran.stdout + ran.stderr
        self.among = self.results()
        ran = self.run("feedback")
        assert ran.returncode == 0, ran.stderr
        self.said += ran.stdout + ran.stderr

    def folder(self, student: str) -> Path:
        """Make a student's folder in `submitted`."""
        folder = self.course.submission(student, NAME)
        folder.mkdir(parents=True)
        return folder

    def run(self, command: str, *options: str) -> subprocess.CompletedProcess:
        """Run a command of the autograder, as a person would."""
        if command == "grade":
            options = (*options, "--sandbox", self.sandbox, "--timeout", "0.9", "--workers", "2")
        whole = [command, "--course", self.course.root, *options]
        line = [sys.executable, "-m", "autograder.cli", *whole]
        if self.ordinary:
            self._give_away()
            line = as_ordinary("from autograder.cli import app; app()", *whole)
        return subprocess.run(
            line,
            env={**os.environ, **self.canaries.environment},
            capture_output=True,
            text=True,
            errors="surrogateescape",
        )

    def _give_away(self) -> None:
        """Make everything the ordinary user's."""
        if os.geteuid() == 0:
            for path in (self.canaries.root, *self.canaries.root.rglob("*")):
                os.chown(path, USER, USER, follow_symlinks=False)

    def results(self) -> dict[str, bytes]:
        """Return the neighbours' results."""
        return {name: canonical(self.receipts.read(name).result) for name in NEIGHBOURS}

    def outputs(self, student: str) -> dict[str, str]:
        """Return what each code cell of a graded notebook shows, by grade_id or place."""
        path = self.course.notebook(self.course.autograded / student, NAME)
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        return {
            cell["metadata"].get("nbgrader", {}).get("grade_id", f"cell {place}"): json.dumps(
                cell["outputs"], ensure_ascii=False
            )
            for place, cell in enumerate(cells)
            if cell["cell_type"] == "code"
        }


class Gauge:
    """Watches the machine's free memory while this process runs something.

    Where it shrinks by more than `most`, what processes of others took meanwhile is left out.
    """

    def __init__(self, most: int) -> None:
        self.most = most

    def __enter__(self) -> "Gauge":
        """Begin to watch."""
        self.taken, self._before, self._over = 0, free_memory(), threading.Event()
        self._others = memory_of_others()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        """Stop."""
        self._over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._over.wait(0.02):
            taken = self._before - free_memory()
            if taken > self.most:
                taken -= max(0, memory_of_others() - self._others)
            self.taken = max(self.taken, taken)


def free_memory() -> int:
    """Return the bytes that the kernel calls available."""
    found = re.search(r"MemAvailable:\s+(\d+)", Path("/proc/meminfo").read_text())
    return int(found[1]) << 10


def memory_of_others() -> int:
    """Return the bytes that processes hold which do not descend from this one."""
    own, held = {os.getpid(), *tree(os.getpid())}, 0
    for entry in Path("/proc").glob("[0-9]*"):
        if int(entry.name) not in own:
            with contextlib.suppress(OSError):  # it ended
                status = (entry / "status").read_text()
                held += sum(map(int, re.findall(r"Rss(?:Anon|Shmem):\s+(\d+)", status))) << 10
    return held


def student_of(hostile: Hostile) -> str:
    """Return the id under which a submission is handed in."""
    return hostile.student or re.sub(r"\W+", "-", hostile.name).strip("-")
