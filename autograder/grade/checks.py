"""The course's cells in the grader's namespace, each check against the fork of its kind."""

import functools
import sys
import time
from collections.abc import Iterable

from autograder.course.judging import ending
from autograder.grade import score, sources
from autograder.grade.comparison import compared
from autograder.grade.messages import Job
from autograder.grade.outputs import clean, loss_output
from autograder.grade.places import Place
from autograder.grade.proxies import Remote, stand_in
from autograder.grade.subject import run_there
from autograder.model import Cell, CellResult, Outcome
from autograder.student.limits import overrun_after
from autograder.student.shell import Shell
from autograder.wire.calls import Lost, Peer
from autograder.wire.frames import Channel


class Checks:
    """Runs the checks of a submission and the course's cells between them, in order.

    Parameters
    ----------
    job : Job
    places : dict of int to Place
    problem : Lost or None
        Why there are no places.
    shell : Shell
        Where the cells run.
    lent : list of frozenset of str
        The student's names that each cell may need.
    masks : bool
        Whether the checks know masked arrays.

    Attributes
    ----------
    asked : list of str
        The function in which the time of the last check ran out, if it did in one; all of them if
        the submission's process did not answer at all.
    """

    def __init__(
        self,
        job: Job,
        places: dict[int, Place],
        problem: Lost | None,
        shell: Shell,
        lent: list[frozenset[str]],
        masks: bool,
    ) -> None:
        self.job, self.places, self.problem, self.shell = job, places, problem, shell
        self.lent = lent
        self.masks = masks
        self.place: Place | None = None
        self.asked: list[str] = []

    @functools.cached_property
    def defined(self) -> set[str]:
        """The names that the course's cells bind, and those that it asks the student for."""
        trusted = [cell.source for cell in self.job.cells if cell.kind != "student"]
        return self.job.names.union(*map(sources.bound, trusted))

    def run(self, index: int, cell: Cell, seconds: float) -> CellResult:
        """Run a cell, and return what came of it."""
        result = CellResult(cell.kind, cell.grade_id, execution_count=index + 1)
        start, self.asked = time.monotonic(), []
        if index in self.job.given_up:
            self._give_up(index, cell, result)
        elif cell.in_student_process and cell.kind == "check":
            self._run_there(index, cell, seconds, result)
        else:
            self._run_here(index, cell, seconds, result)
        if cell.kind == "check":
            result.elapsed = time.monotonic() - start
            is_late = result.elapsed >= seconds * self.job.limits.patience
            if is_late and result.outcome in (Outcome.TIMEOUT, Outcome.CRASHED):
                result.limits.append("clock")
            if not self.job.sandboxed:
                result.flags.append("unsandboxed")
        return result

    def _run_here(self, index: int, cell: Cell, seconds: float, result: CellResult) -> None:
        start = time.monotonic()
        peer, borrowed = None, {}
        namespace = self.shell.namespace
        try:
            if self.lent[index]:
                wanted = sorted(self.lent[index] - namespace.keys())
                peer, borrowed = self._borrow(index, cell, wanted, seconds)
                peer.asked = -1
            namespace.update(borrowed)
            overrun_after(seconds)
            try:
                outputs = self.shell.run(cell.source, index + 1)
            finally:
                overrun_after(0)
            error, value = self.shell.error, self.shell.value
        except Lost as lost:
            error, value = _why(lost, time.monotonic() - start, seconds), None
            outputs = [loss_output(error)]
        finally:
            for name, lent in borrowed.items():
                if namespace.get(name) is lent:
                    del namespace[name]
        elapsed = time.monotonic() - start
        if cell.kind == "check":
            if peer is not None and peer.lost is not None:
                error = _why(peer.lost, elapsed, seconds)
                self.asked = _asked(peer, borrowed)
            self._judge(cell, result, outputs, error, _own(value, cell, borrowed))
            faults = peer.faults if peer else ()
            result.not_implemented = bool(result.message) and "NotImplementedError" in faults
        if peer is not None:
            self.place.take_back(cell, elapsed)

    def _run_there(self, index: int, cell: Cell, seconds: float, result: CellResult) -> None:
        start = time.monotonic()
        result.flags.append("forgeable")
        try:
            peer, _ = self._borrow(index, cell, [], seconds)
            earlier = [each.source for each in self.job.cells[:index] if each.kind == "check"]
            if helpers := sources.helpers(earlier, cell.source):
                run_there(peer, helpers, index + 1, seconds)
            outputs = run_there(peer, cell.source, index + 1, seconds)
        except Lost as lost:
            error = _why(lost, time.monotonic() - start, seconds)
            self._judge(cell, result, [loss_output(lost)], error, None)
        else:
            result.outputs = clean(outputs, index + 1)
            theirs = result_of(cell.source, self.lent[index])
            shown = [o for o in outputs if not theirs or o["output_type"] != "execute_result"]
            _store(result, score.of_outputs(shown, cell.points))
            raised = [output["ename"] for output in outputs if output["output_type"] == "error"]
            result.not_implemented = "NotImplementedError" in raised
        named = sources.mentioned(cell.source) & self.lent[index]
        self.asked = self.asked or ([*named] if len(named) == 1 else [])
        if self.place is not None:
            self.place.take_back(cell, time.monotonic() - start)

    def _borrow(
        self, index: int, cell: Cell, names: list[str], seconds: float
    ) -> tuple[Peer, dict]:
        """Return the line to the fork for a check, and what names stand for there."""
        if self.problem is not None:
            raise self.problem
        self.asked = [*self.job.names]  # should it not even lend them
        place = self.place = self.places[index]
        deadline = time.monotonic() + seconds * self.job.limits.patience
        make = functools.partial(self._peer, index)
        lent = place.lend(cell, names, seconds, deadline, make)
        self.asked = []
        return lent

    def _peer(self, index: int, line: Channel) -> Peer:
        texts = [cell.source for cell in self.job.cells[:index] if cell.kind == "student"]
        describe = functools.partial(sources.definition, texts)
        proxy = functools.partial(stand_in, describe=describe)
        return Peer(line, proxy, strict=True, hear=_hear, masks=self.masks)

    def _judge(
        self,
        cell: Cell,
        result: CellResult,
        outputs: list[dict],
        error: BaseException | None,
        value: object,
    ) -> None:
        result.outputs = clean(outputs, result.execution_count)
        if error is None:
            _store(result, score.of_value(value, cell.points))
        else:
            _store(result, score.of_error(error, self.defined))
            result.compared = None if cell.hidden else compared(error)

    def _give_up(self, index: int, cell: Cell, result: CellResult) -> None:
        reason = self.job.given_up[index]
        lost = Lost(reason, "what the submission returned ended the check's process")
        if cell.kind == "check":
            self._judge(cell, result, [loss_output(lost)], lost, None)


@functools.lru_cache(4096)
def result_of(source: str, names: frozenset[str]) -> str:
    """Return whose result a check ends in: see `ending`."""
    return ending(source, names)


def _asked(peer: Peer, borrowed: dict[str, object]) -> list[str]:
    """Return the lent function that was called last; of a returned object, the only one lent."""
    known = {name: lent._handle for name, lent in borrowed.items() if isinstance(lent, Remote)}
    return [name for name, handle in known.items() if handle == peer.asked or len(known) == 1]


def _own(value: object, cell: Cell, lent: Iterable[str]) -> object:
    """Return the value that a check ends in, or None if it is what the student's code returned."""
    return None if value is None or result_of(cell.source, frozenset(lent)) else value


def _why(lost: Lost, elapsed: float, seconds: float) -> Lost:
    """Tell a process that the kernel ended for its computing time from one that crashed."""
    if lost.reason == "crashed" and elapsed >= seconds:
        return Lost("timeout", "the call used up its computing time")
    return lost


def _store(result: CellResult, verdict: score.Verdict) -> None:
    result.outcome, result.score, result.message = verdict
    if result.outcome is Outcome.TIMEOUT:
        result.limits.append("check")
    elif result.outcome is Outcome.OUT_OF_MEMORY:
        result.limits.append("memory")


def _hear(stream: str, text: str) -> None:
    """Print what the student's function printed, so that a check can catch it."""
    getattr(sys, stream).write(text)
