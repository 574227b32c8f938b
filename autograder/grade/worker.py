"""The supervisor of one submission at a time: it owns the warm processes and trusts none."""

import contextlib
import re
import time
from collections.abc import Iterable
from types import TracebackType

import msgspec

from autograder.grade.attempt import Attempt
from autograder.grade.files import NO_FILES, Archives
from autograder.grade.grader import Grader
from autograder.grade.messages import Begin, Done, Ended, Job, Need, decode_reports
from autograder.model import Cell, CellResult, Limits, Outcome, Run
from autograder.sandbox.errors import SandboxError
from autograder.sandbox.levels import Level, check_system, look_out, strongest
from autograder.sandbox.process import WarmProcess
from autograder.sandbox.start import start_student
from autograder.sandbox.view import student_view
from autograder.wire.frames import Channel, Closed, TimedOut, WireError, pair

MAX_WARM = 4
PARTS = {"numpy.random", "numpy.fft", "numpy.ma"}
"""Parts of NumPy that NumPy itself imports when they are asked for."""
RARE = 10
"""How many submissions import them on their own: to start a process takes as long as that."""
PER_PLACE = 3
"""The process that waits there, the fork that checks call and the one that they run in."""
ENDING = 4
"""Forks that were lost, and are not gone yet."""
MAX_REPORT = 64 << 20
FIRST_REPORT = 30.0
# No \s here: it takes line ends, too, and a file of blank lines would cost the square of its size.
MAGIC = re.compile(r"\n[ \t]*+(?:[\w., \t]++=[ \t]*+)?[%!?]|\?[ \t]*+(?=\n|\Z)")
OF_IPYTHON = {"await", "IPython", "get_ipython", "display"}
WORD = re.compile(r"[^\W\d]\w*", re.ASCII)
HARMLESS = [Cell("student", "def f(): return 1"), Cell("check", "assert f() == 1", "sound", 1.0)]
Profile = tuple[bool, tuple[str, ...]]
PLAIN: Profile = (False, ())


class Worker:
    """Grades submissions one after another, in warm processes.

    Parameters
    ----------
    packages : iterable of str
        The distributions that students may use beside NumPy.
    limits : Limits
    sandbox : str or Level
        ``auto``, ``strict``, ``none``, the name of a level, or one that was tried here.

    Raises
    ------
    SandboxError
        If there is no such sandbox here; the message names the remedy.
    """

    def __init__(
        self,
        packages: Iterable[str] = (),
        limits: Limits | None = None,
        sandbox: str | Level = "auto",
    ) -> None:
        self.limits = limits or Limits()
        self.view = student_view(packages)
        self.importable = {name.split("/")[0] for name in self.view.packages} - {"numpy"}
        self._students: dict[Profile, WarmProcess] = {}
        self._use_parts = 0
        if isinstance(sandbox, Level):
            self.level = sandbox
            self._start(sandbox.name)
        else:
            self.level = strongest(sandbox, self._try_out)

    def __enter__(self) -> "Worker":
        """Return the worker itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.close()

    def run(self, cells: list[Cell], *, names: set[str], files: Archives = NO_FILES) -> Run:
        """Run one submission.

        Parameters
        ----------
        cells : list of Cell
            Every code cell, in the notebook's order.
        names : set of str
            What the course's solution cells define: lent to the checks that mention it.
        files : Archives, optional
            What lies in the working folders.
        """
        start = time.monotonic()
        job = Job(list(cells), set(names), self.limits, self.level.sandboxed)
        attempt, tries = Attempt(), 0
        while True:
            tries += 1
            try:
                attempt = self._try(job, files)
            except SandboxError as error:
                attempt.problem = f"the grader's own process failed: {error}"
                self._restart()
                if tries > 1:
                    break
                continue
            if attempt.is_doubtful:
                job.exact, tries = True, 0
            elif not attempt.problem or not self._go_on(job, attempt, tries):
                break
        return self._run_of(job, attempt, time.monotonic() - start)

    def close(self) -> None:
        """End the warm processes."""
        for process in [self._grader, *self._students.values()]:
            process.close()
        self._students.clear()

    def _start(self, level: str, is_tried: bool = True) -> None:
        """Start the warm processes that nearly every submission needs."""
        with contextlib.ExitStack() as started:
            grader = Grader(level, self.limits)
            started.callback(grader.close)
            student = start_student(level, self.limits, self.view)
            started.callback(student.close)
            student.ready()
            if not is_tried:
                look_out(student)
            grader.ready()
            started.pop_all()
        self._grader, self._students[PLAIN] = grader, student

    def _try_out(self, level: str) -> None:
        """Start them at a level that nobody has tried here: it is tried with a fork of theirs."""
        check_system(level)
        self._start(level, is_tried=False)

    def _go_on(self, job: Job, attempt: Attempt, tries: int) -> bool:
        """Decide, after the examiner's process ended, whether to try again, and without what.

        Once it may be the machine. Twice it is what the submission returned to a check, or showed
        in a cell, if an examiner comes to its end with a harmless submission: it is left out.
        """
        guilty = attempt.last
        if guilty in job.given_up or tries > 2 + len(job.cells):
            return False
        has_begun = 0 <= guilty < len(job.cells)
        if tries > 1 + len(job.given_up):
            if not has_begun or not self._is_sound():
                return False
            job.given_up[guilty] = attempt.problem
        job.exact = True
        return True

    def _is_sound(self) -> bool:
        """Tell whether a submission that does nothing wrong is graded here."""
        job = Job(HARMLESS, {"f"}, self.limits, self.level.sandboxed)
        try:
            attempt = self._try(job, NO_FILES)
        except SandboxError:
            self._restart()
            return False
        results = [attempt.results.get(index) for index in range(len(HARMLESS))]
        return all(results) and results[-1].outcome is Outcome.PASSED

    def _try(self, job: Job, files: Archives) -> Attempt:
        attempt, start = Attempt(), time.monotonic()
        student = self._student(self._profile(job.cells))
        mine, theirs = pair()
        left, right = pair()
        desk = Channel(mine, max_body=MAX_REPORT)
        try:
            student.spawn(places(job.cells), [right], files.student)
            attempt.is_first = self._grader.give(job, [theirs, left], files)
            student.spawned()
            attempt.seconds["spawn"] = time.monotonic() - start
            self._listen(desk, student, job, files, attempt)
        finally:
            desk.close()
            ending = time.monotonic()
            student.order_end()
            self._grader.end(attempt.is_usual)
            student.ended()
            attempt.seconds["end"] = time.monotonic() - ending
        return attempt

    def _listen(
        self, desk: Channel, student: WarmProcess, job: Job, files: Archives, attempt: Attempt
    ) -> None:
        """Follow the examiner until it is done, dies, or is silent for too long."""
        deadline = time.monotonic() + FIRST_REPORT
        try:
            while True:
                for report in decode_reports(desk.recv(deadline)[1]):
                    if type(report) is Done:
                        attempt.seconds.update(report.seconds)
                        attempt.is_worn = report.is_worn
                        return
                    if type(report) is Begin:
                        attempt.last = report.index
                        deadline = time.monotonic() + report.seconds
                    elif type(report) is Ended:
                        attempt.results[report.index] = report.result
                    elif type(report) is Need:
                        self._serve(report, desk, student, job, files)
        except TimedOut:
            attempt.problem = "timeout"
        except Closed:
            attempt.problem = "crashed"
        except (WireError, msgspec.MsgspecError):
            attempt.problem = "crashed"

    def _serve(
        self, need: Need, desk: Channel, student: WarmProcess, job: Job, files: Archives
    ) -> None:
        if need.what == "interrupt":
            student.interrupt()
            desk.send(b"{}")
            return
        student.order_end()
        student.ended()
        mine, theirs = pair()
        student.spawn(places(job.cells), [theirs], files.student)
        student.spawned()
        with contextlib.closing(mine):
            desk.send(b"{}", fds=[mine.fileno()])

    def _profile(self, cells: list[Cell]) -> Profile:
        """Return what a submission's text says it uses: IPython, and which modules.

        What is not imported beforehand is imported when it is asked for.
        """
        text = "\n".join(["", *(cell.source for cell in cells if cell.kind != "check")])
        words = set(WORD.findall(text))
        modules = self.importable & words - {"IPython", "autograder", "msgspec"}
        ipython = bool(words & OF_IPYTHON or "matplotlib" in modules or MAGIC.search(text))
        if words & {"random", "fft", "ma"}:
            self._use_parts += 1
            if modules or ipython or self._use_parts > RARE:
                modules |= PARTS
        return ipython, tuple(sorted(modules))

    def _student(self, profile: Profile) -> WarmProcess:
        if profile in self._students:
            return self._students[profile]
        if len(self._students) >= MAX_WARM:
            self._students.pop(next(iter(self._students))).close()
        ipython, modules = profile
        names = ["matplotlib.pyplot" if name == "matplotlib" else name for name in modules]
        process = start_student(
            self.level.name, self.limits, self.view, modules=names, ipython=ipython
        )
        self._students[profile] = process
        return process

    def _restart(self) -> None:
        """Start the warm processes anew: one of them has ended, or does not answer."""
        for process in [self._grader, *self._students.values()]:
            process.kill()
            process.close()
        self._students.clear()
        self._grader = Grader(self.level.name, self.limits)
        self._grader.ready()

    def _run_of(self, job: Job, attempt: Attempt, elapsed: float) -> Run:
        results = []
        for index, cell in enumerate(job.cells):
            result = attempt.results.get(index) or self._missing(cell, attempt)
            results.append(result)
        flags = sorted({flag for result in results for flag in result.flags})
        seconds = {**attempt.seconds, "wall": elapsed}
        unreported = any(
            cell.kind == "check" and index not in attempt.results
            for index, cell in enumerate(job.cells)
        )
        fault = (attempt.problem or "no report") if unreported else ""
        return Run(results, self.level.name, flags, seconds, fault)

    def _missing(self, cell: Cell, attempt: Attempt) -> CellResult:
        result = CellResult(cell.kind, cell.grade_id)
        if cell.kind == "check":
            result.outcome = Outcome.UNGRADED
            result.message = f"this check was not run: {attempt.problem or 'no report of it'}"
            if not self.level.sandboxed:
                result.flags.append("unsandboxed")
        return result


def places(cells: list[Cell]) -> bytes:
    """Return how many forks a submission has beside its own.

    One waits at each place.
    """
    kinds = [cell.kind for cell in cells]
    pairs = zip(["student", *kinds], kinds, strict=False)
    held = sum(kind != "student" and before != "check" for before, kind in pairs)
    return str(PER_PLACE * held + ENDING).encode()
