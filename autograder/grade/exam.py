"""One submission: first every cell of the student's, then every check.

At each place where a check stands, the student's process forks, and the fork waits. When the last
cell has run, the line to the student's process is closed for good. Only then do the checks run,
each against a fork of the one that waited at its place. So nothing that a check sends can come
back through a later cell, and a call that hangs or dies costs its own check.
"""

import contextlib
import functools
import signal
import sys
import time

from autograder.grade import score, sources
from autograder.grade.messages import Begin, Desk, Done, Ended, Job
from autograder.grade.outputs import clean
from autograder.grade.proxies import stand_in
from autograder.grade.subject import Subject, borrow, fork, run_there
from autograder.model import Cell, CellResult, Outcome
from autograder.student.shell import Shell
from autograder.wire.calls import Lost, Peer
from autograder.wire.frames import Channel

MAX_RENEWALS = 6
AGAIN = 0.5
"""Seconds of computing time after which an overrun check is told again."""


class Exam:
    """Runs one submission.

    Parameters
    ----------
    job : Job
    subject : Subject
    desk : Desk
    shell : Shell
        Where the checks run.
    """

    def __init__(self, job: Job, subject: Subject, desk: Desk, shell: Shell) -> None:
        self.job, self.subject, self.desk, self.shell = job, subject, desk, shell
        self.limits = job.limits
        self.results = [CellResult(cell.kind, cell.grade_id) for cell in job.cells]
        self.places: dict[int, Channel | None] = {}
        self.problem: Lost | None = None
        self.lent = self._lent()
        trusted = [cell.source for cell in job.cells if cell.kind != "student"]
        self.defined = job.names.union(*map(sources.bound, trusted))

    def run(self) -> None:
        """Run everything, and report each cell as it ends."""
        start = time.monotonic()
        self.sit()
        middle = time.monotonic()
        self.mark()
        self.desk.tell(Done({"cells": middle - start, "checks": time.monotonic() - middle}))

    # The student's cells

    def sit(self) -> None:
        """Run the student's cells; after a loss, replay them without the guilty one."""
        skipped: set[int] = set()
        fresh = renewals = 0
        self.end = time.monotonic() + self.limits.submission * self.limits.patience
        while (lost := self._play(fresh, skipped)) is not None:
            skipped.add(lost)
            fresh = max(fresh, lost + 1)
            renewals += 1
            if (problem := self._renew(renewals)) is not None:
                self.problem = problem
                break
        self.subject.leave()
        for index, cell in enumerate(self.job.cells):
            if cell.kind == "student":
                self.desk.tell(Ended(index, self.results[index]))

    def _play(self, fresh: int, skipped: set[int]) -> int | None:
        """Run the cells in order; return the index of one that lost the process, or None."""
        place, ran = None, True
        for index, cell in enumerate(self.job.cells):
            if self._needs_place(index):
                if ran:
                    place, ran = self.subject.hold(), False
                self.places[index] = place
            if cell.kind == "check" or index in skipped:
                continue
            if index >= fresh and time.monotonic() > self.end:
                self._refuse(index)
                skipped.add(index)
                continue
            ran = True
            if not self._run_cell(index, cell, fresh):
                return index
        return None

    def _run_cell(self, index: int, cell: Cell, fresh: int) -> bool:
        seconds = cell.timeout or self.limits.cell
        start = time.monotonic()
        self.desk.tell(Begin(index, seconds * self.limits.patience + 5))
        deadline = min(start + seconds * self.limits.patience, max(self.end, start + seconds))
        result = self.results[index] if index >= fresh else CellResult(cell.kind)
        result.execution_count = index + 1
        try:
            outputs = self.subject.run(cell.source, index + 1, seconds, deadline)
        except Lost as lost:
            result.outputs = [_shown(lost)]
            result.limits = ["cell"] if lost.reason == "timeout" else []
            result.message = str(lost)
            return False
        finally:
            result.elapsed = time.monotonic() - start
        result.outputs = clean(outputs, index + 1)
        result.limits = _limits_in(outputs, time.monotonic() > deadline)
        return True

    def _renew(self, renewals: int) -> Lost | None:
        """Change to a fresh process, or say why there is none; the places are lost with the old."""
        self.places.clear()
        if time.monotonic() > self.end:
            return Lost("timeout", "the submission had used up its time")
        if renewals > MAX_RENEWALS:
            return Lost("crashed", "too many cells ended the submission's process")
        try:
            self.subject.renew()
        except Lost as lost:
            return lost
        return None

    def _refuse(self, index: int) -> None:
        result = self.results[index]
        result.message = "this cell was not run: the submission had used up its time"
        result.limits = ["submission"]
        result.outputs = [_error("TimeLimit", result.message)]

    # The checks

    def mark(self) -> None:
        """Run the course's cells in the grader's namespace, each check against its own fork."""
        for index, cell in enumerate(self.job.cells):
            if cell.kind == "student":
                continue
            result = self.results[index]
            seconds = cell.timeout or self.limits.check
            self.desk.tell(Begin(index, seconds * self.limits.patience + 5))
            start = time.monotonic()
            if index in self.job.given_up:
                self._give_up(index, cell)
            elif cell.in_student_process and cell.kind == "check":
                self._run_there(index, cell, seconds)
            else:
                self._run_here(index, cell, seconds)
            result.execution_count = index + 1
            if cell.kind == "check":
                result.elapsed = time.monotonic() - start
                if not self.job.sandboxed:
                    result.flags.append("unsandboxed")
            self.desk.tell(Ended(index, result))

    def _run_here(self, index: int, cell: Cell, seconds: float) -> None:
        start = time.monotonic()
        deadline = start + seconds * self.limits.patience
        borrowed: dict[str, object] = {}
        peer, line = None, None
        namespace = self.shell.namespace
        try:
            if self.lent[index]:
                line = self._fork(index, deadline)
                peer = self._peer(line, index, deadline)
                borrowed = borrow(peer, sorted(self.lent[index] - namespace.keys()), seconds)
            namespace.update(borrowed)
            with self._timer(seconds):
                outputs = self.shell.run(cell.source, index + 1)
            error, value = self.shell.error, self.shell.value
        except Lost as lost:
            outputs, error, value = [_shown(lost)], lost, None
        finally:
            if line is not None:
                line.close()
            for name, lent in borrowed.items():
                if namespace.get(name) is lent:
                    del namespace[name]
        if cell.kind == "check":
            if peer is not None and peer.lost is not None:
                error = self._why(peer.lost, time.monotonic() - start, seconds)
            self._judge(index, cell, outputs, error, value)
            faults = peer.faults if peer else ()
            result = self.results[index]
            result.not_implemented = bool(result.message) and "NotImplementedError" in faults
        if peer is not None:
            peer.lost = Lost("ungraded", "a function outlived the check that it was lent to")

    def _run_there(self, index: int, cell: Cell, seconds: float) -> None:
        start = time.monotonic()
        deadline = start + seconds * self.limits.patience
        result = self.results[index]
        result.flags.append("forgeable")
        try:
            line = self._fork(index, deadline)
            with contextlib.closing(line):
                outputs = run_there(line, cell.source, index + 1, seconds, deadline)
        except Lost as lost:
            error = self._why(lost, time.monotonic() - start, seconds)
            self._judge(index, cell, [_shown(lost)], error, None)
            return
        result.outputs = clean(outputs, index + 1)
        self._store(index, score.of_outputs(outputs, cell.points))
        raised = [output["ename"] for output in outputs if output["output_type"] == "error"]
        result.not_implemented = "NotImplementedError" in raised

    def _fork(self, index: int, deadline: float) -> Channel:
        if self.problem is not None:
            raise self.problem
        place = self.places.pop(index, None)
        return fork(place, deadline, last=place not in self.places.values())

    def _judge(
        self, index: int, cell: Cell, outputs: list, error: BaseException | None, value: object
    ) -> None:
        self.results[index].outputs = clean(outputs, index + 1)
        if error is None:
            self._store(index, score.of_value(value, cell.points))
        else:
            self._store(index, score.of_error(error, self.defined))

    def _store(self, index: int, verdict: score.Verdict) -> None:
        result = self.results[index]
        result.outcome, result.score, result.message = verdict
        if result.outcome is Outcome.TIMEOUT:
            result.limits.append("check")
        elif result.outcome is Outcome.OUT_OF_MEMORY:
            result.limits.append("memory")

    def _give_up(self, index: int, cell: Cell) -> None:
        reason = self.job.given_up[index]
        lost = Lost(reason, "what the submission returned ended the check's process")
        if cell.kind == "check":
            self._judge(index, cell, [_shown(lost)], lost, None)

    def _why(self, lost: Lost, elapsed: float, seconds: float) -> Lost:
        """Tell a process that the kernel ended for its computing time from one that crashed."""
        if lost.reason == "crashed" and elapsed >= seconds:
            return Lost("timeout", "the call used up its computing time")
        return lost

    @contextlib.contextmanager
    def _timer(self, seconds: float):  # noqa: ANN202
        """Interrupt the grader's own process, too, when a value keeps it busy for too long."""
        signal.signal(signal.SIGPROF, self.shell.guard.overrun)
        signal.setitimer(signal.ITIMER_PROF, seconds, AGAIN)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def _peer(self, line: Channel, index: int, deadline: float) -> Peer:
        texts = [cell.source for cell in self.job.cells[:index] if cell.kind == "student"]
        describe = functools.partial(sources.definition, texts)
        proxy = functools.partial(stand_in, describe=describe)
        peer = Peer(line, proxy, strict=True, hear=self._hear)
        peer.deadline = deadline
        return peer

    def _hear(self, stream: str, text: str) -> None:
        """Print what the student's function printed, so that a check can catch it."""
        getattr(sys, stream).write(text)

    def _lent(self) -> list[frozenset[str]]:
        """Return the student's names that each cell may need, itself or through helpers."""
        helpers: frozenset[str] = frozenset()
        found = []
        for cell in self.job.cells:
            if cell.kind == "student":
                found.append(frozenset())
                continue
            mentioned = sources.mentioned(cell.source) & self.job.names
            found.append(mentioned | helpers)
            if cell.kind == "locked":
                helpers |= mentioned
        return found

    def _needs_place(self, index: int) -> bool:
        cell = self.job.cells[index]
        return cell.kind != "student" and bool(self.lent[index] or cell.in_student_process)


def _shown(lost: Lost) -> dict:
    name = {"timeout": "TimeLimit", "out_of_memory": "MemoryError"}.get(lost.reason, "Crashed")
    return _error(name, str(lost))


def _error(name: str, message: str) -> dict:
    trace = [f"{name}: {message}"]
    return {"output_type": "error", "ename": name, "evalue": message, "traceback": trace}


def _limits_in(outputs: list[dict], late: bool) -> list[str]:
    raised = [output["ename"] for output in outputs if output["output_type"] == "error"]
    found = []
    if "TimeLimit" in raised or (late and "KeyboardInterrupt" in raised):
        found.append("cell")
    if "MemoryError" in raised:
        found.append("memory")
    if any("[the output was cut here" in output.get("text", "") for output in outputs):
        found.append("output")
    return found
