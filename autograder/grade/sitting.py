"""The student's cells, one after another; after a loss they are replayed without the guilty one."""

import contextlib
import time

from autograder.grade.messages import Begin, Desk, Ended, Job
from autograder.grade.outputs import Room, clean, error_output, loss_output
from autograder.grade.places import Place
from autograder.grade.plan import Plan
from autograder.grade.standing import Groups
from autograder.grade.subject import Subject
from autograder.model import Cell, CellResult
from autograder.wire.calls import Lost
from autograder.wire.frames import Channel
from autograder.wire.messages import Run

MAX_RENEWALS = 6


class Sitting:
    """Runs the student's cells, and has a process wait at each place where a check stands.

    Parameters
    ----------
    job : Job
    subject : Subject
    desk : Desk
    how : Plan

    Attributes
    ----------
    places : dict of int to Place
        The place of each of the course's cells that needs one.
    problem : Lost or None
        Why there is none of them.
    """

    def __init__(self, job: Job, subject: Subject, desk: Desk, how: Plan) -> None:
        self.job, self.subject, self.desk, self.how = job, subject, desk, how
        self.limits = job.limits
        self.results = [CellResult(cell.kind, cell.grade_id) for cell in job.cells]
        self.places: dict[int, Place] = {}
        self.problem: Lost | None = None
        self.stays = False
        self.again: int | None = None
        self._has_waited = False
        self._room = Room()

    def run(self) -> None:
        """Run the cells, and report each when all have ended."""
        cells = self.job.cells
        skipped = self.skipped = {i for i in self.job.given_up if cells[i].kind != "check"}
        for index in skipped:
            result, reason = self.results[index], self.job.given_up[index]
            result.message = "what this cell showed ended the grader's process"
            result.outputs = [loss_output(Lost(reason, result.message))]
        self.end = time.monotonic() + self.limits.submission * self.limits.patience
        if not (self.how.at_once and self._run_at_once()):
            self._run_one_by_one(skipped)
        if not self.stays:
            self.subject.leave()
        for index, cell in enumerate(self.job.cells):
            if cell.kind == "student":
                self.desk.tell(Ended(index, self.results[index]))

    def _run_at_once(self) -> bool:
        """Run all cells by one order, and say whether they ended."""
        cells = [(i, cell) for i, cell in enumerate(self.job.cells) if cell.kind != "check"]
        start, seconds = time.monotonic(), self.limits.cell
        self.desk.tell(Begin(0, seconds * self.limits.patience + 5))
        try:
            orders = [
                Run(cell.source, i + 1, cell.timeout or seconds, self.how.codes.get(i, b""))
                for i, cell in cells
            ]
            found = self.subject.run_all(orders, start + seconds * self.limits.patience)
        except Lost:  # the machine stood still: one by one, each has its own time
            with contextlib.suppress(Lost):
                self.subject.renew()
            return False
        for (index, _), outputs in zip(cells, found, strict=True):
            self._keep(index, self.results[index], outputs)
            self.results[index].limits = _limits_in(outputs, late=False)
        self._stop(self.how.stops.get(len(self.job.cells), []), is_last=True)
        return True

    def _run_one_by_one(self, skipped: set[int]) -> None:
        fresh = renewals = 0
        while (lost := self._play(fresh, skipped)) is not None:
            if self.again == lost:  # from here on once more, in a process of its own
                fresh, self.again = lost, None
            else:
                skipped.add(lost)
                fresh = max(fresh, lost + 1)
            renewals += 1
            if (problem := self._renew(renewals)) is not None:
                self.problem = problem
                break

    def _play(self, fresh: int, skipped: set[int]) -> int | None:
        """Run the cells in order; return the index of one that lost the process, or None."""
        for index, cell in enumerate(self.job.cells):
            self._stop(self.how.stops.get(index, []))
            if cell.kind == "check" or index in skipped:
                continue
            if index >= fresh and time.monotonic() > self.end:
                self._refuse(index)
                skipped.add(index)
                continue
            if not self._run_cell(index, cell, fresh):
                return index
        self._stop(self.how.stops.get(len(self.job.cells), []), is_last=True)
        return None

    def _stop(self, groups: Groups, is_last: bool = False) -> None:
        """Have the process wait, with a fork for the checks of each group.

        Behind the last cell it can wait itself, or serve the checks if it could be replaced.
        """
        if not groups:
            return
        self.stays = is_last
        if is_last and self.how.repeats and len(groups) == 1:
            mine = {False: self.subject.channel}
            place = Place(None, mine, self.limits.submission, self._restart, self.job.names)
            self.places.update(dict.fromkeys(groups[0], place))
            return
        held = self.subject.channel if is_last else next(iter(self.subject.hold(1)), None)
        for group in groups:
            kinds = dict.fromkeys(self.job.cells[index].in_student_process for index in group)
            forks = dict(zip(kinds, self.subject.hold(len(kinds)), strict=False))
            place = Place(held, forks, self.limits.submission)
            self.places.update(dict.fromkeys(group, place))

    def _restart(self) -> Channel:
        """Bring a fresh process to where the last one stood, and return the line to it."""
        self.subject.renew()
        for index, cell in enumerate(self.job.cells):
            if cell.kind != "check" and index not in self.skipped:
                deadline = time.monotonic() + self.limits.cell * self.limits.patience
                self.subject.run(cell.source, index + 1, self.limits.cell, deadline)
        return self.subject.channel

    def _run_cell(self, index: int, cell: Cell, fresh: int) -> bool:
        seconds = cell.timeout or self.limits.cell
        start = time.monotonic()
        self.desk.tell(Begin(index, seconds * self.limits.patience + 5))
        deadline = min(start + seconds * self.limits.patience, max(self.end, start + seconds))
        result = self.results[index] if index >= fresh else CellResult(cell.kind)
        result.execution_count, result.message = index + 1, ""
        try:
            outputs = self.subject.run(cell.source, index + 1, seconds, deadline)
        except Lost as lost:
            result.outputs = [loss_output(lost)]
            result.limits = ["cell"] if lost.reason == "timeout" else []
            result.message = str(lost)
            self._go_again(index, fresh, deadline)
            return False
        if self._go_again(index, fresh, deadline):
            return False
        if index >= fresh:
            self._keep(index, result, outputs)
        result.limits = _limits_in(outputs, time.monotonic() > deadline)
        return True

    def _keep(self, index: int, result: CellResult, outputs: list[dict]) -> None:
        result.execution_count = index + 1
        result.outputs = self._room.keep(clean(outputs, index + 1))

    def _go_again(self, index: int, fresh: int, deadline: float) -> bool:
        """Say whether a cell is run again: once, where the clock ran out and no other limit.

        The machine may have stood still.
        """
        if self._has_waited or index < fresh or time.monotonic() < deadline:
            return False
        self.again, self._has_waited = index, True
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
        result.outputs = [error_output("TimeLimit", result.message)]


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
