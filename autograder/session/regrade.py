"""Grade again what a change of the checks asks for, once there are grades.

A verdict that follows from an earlier one is carried over; a submission is run again only where
its receipt doesn't tell. Gradebook, receipts, graded notebooks and release change together.
"""

import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

from autograder.batch.executors import MakeExecutor
from autograder.batch.run import Answer, run
from autograder.batch.task import Task, encode_contents, encode_paper
from autograder.course.directory import CourseDirectory, CourseError, read_notebook
from autograder.course.locks import batch_lock, receipts_lock, writer_lock
from autograder.course.receipts import Receipts
from autograder.course.releasing import dry_run
from autograder.course.supplements import Supplements, read_supplements
from autograder.diagnose.cells import read as read_diagnosis
from autograder.grade.paper import Paper, Settings, read
from autograder.model import Receipt
from autograder.model.receipt import encode
from autograder.record.assignment import read_assignment
from autograder.record.database import Database
from autograder.record.gradebook import BATCH, Recorder
from autograder.session.anew import released_anew
from autograder.session.cells import Cells, Sync, count_by_hand, read_cells, with_sources
from autograder.session.changes import Comparison
from autograder.session.effects import Effect, Regraded
from autograder.session.human import export
from autograder.session.keeping import files_beside, put_beside
from autograder.session.mended import handed_in
from autograder.session.refit import refit
from autograder.session.restore import complete
from autograder.session.stage import Stage
from autograder.session.undo import Together


class Regrading:
    """The regrade of one assignment.

    Parameters
    ----------
    course : CourseDirectory
    assignment : str
    settings : Settings
    make_executor : callable
    workers : int
        How many submissions the executor grades at once.
    db_url : str
        The gradebook's address. Empty: what the course's settings say.
    tries : bool
        Whether to try the assignment first as ``autograder release`` does.
    """

    def __init__(
        self,
        course: CourseDirectory,
        assignment: str,
        settings: Settings,
        make_executor: MakeExecutor,
        workers: int,
        db_url: str = "",
        tries: bool = True,
    ) -> None:
        course.check_assignment(assignment)
        self.course, self.assignment, self.settings = course, assignment, settings
        self.make_executor, self.workers, self.db_url = make_executor, workers, db_url
        self.tries = tries and course.notebook(course.source, assignment).is_file()
        self.receipts = Receipts(course, assignment)

    def preview(self, report: Callable[[Effect], None] = lambda effect: None) -> Regraded:
        """Grade what changed, and return whose points would; nothing is written.

        Raises
        ------
        CourseError
            If the assignment was not released, or notebooks were added or removed.
        """
        return self._do(False, report)

    def apply(self, report: Callable[[Effect], None] = lambda effect: None) -> Regraded:
        """Do the same, and write it: everything or nothing.

        Raises
        ------
        CourseError
            As for `preview`; or if something can't be written: then nothing is.
        """
        return self._do(True, report)

    def _do(self, write: bool, report: Callable[[Effect], None]) -> Regraded:
        with ExitStack() as stack:
            stack.enter_context(batch_lock(self.course))
            recorder = stack.enter_context(Recorder(self.course, self.db_url))
            trial = stack.enter_context(released_anew(self.course, self.assignment))
            stage = Stage(Path(stack.enter_context(tempfile.TemporaryDirectory())))
            with recorder.database.reading() as reader:
                read_assignment(reader, self.assignment)
                held = read_cells(reader, self.assignment)
            wanted = _cells_of(trial, self.assignment)
            of_now = read_supplements(self.course, self.assignment, compares=False)
            of_then = read_supplements(self.course, self.assignment, trial.release)
            after = self._paper(trial, wanted, of_then)
            comparison = Comparison(read(self._paper(self.course, held, of_now)), read(after))
            effects = []
            for effect in self._effects(comparison, after, stage):
                effects.append(effect)
                report(effect)
            regraded = Regraded(
                self.assignment,
                comparison.changes,
                comparison.around,
                comparison.files,
                sorted(effects, key=lambda effect: effect.student),
                self._by_hand(recorder.database, comparison, held),
                self._is_behind(held, wanted, self._released(trial, comparison)),
            )
            if self.tries and regraded.is_needed:
                problems = dry_run(self.course, self.assignment).problems
                regraded = replace(regraded, problems=problems)
            if not write or not regraded.is_needed or regraded.problems:
                return regraded
            stack.enter_context(writer_lock(self.course))
            stack.enter_context(receipts_lock(self.course))
            self._write(recorder, comparison, wanted, trial, stage)
            return replace(regraded, backup=recorder.saved)

    def _paper(
        self, course: CourseDirectory, cells: dict[str, Cells], supplements: Supplements
    ) -> Paper:
        """Return the assignment as a course's release has it, with what a gradebook knows hidden.

        That is how nbgrader keeps it, whatever became of the source.
        """
        notebooks = []
        for path in sorted((course.release / self.assignment).glob("*.ipynb")):
            released = read_notebook(path)
            now = self.course.source / self.assignment / path.name
            source = read_notebook(now) if now.is_file() else released
            known = with_sources(released, source, cells.get(path.stem))
            notebooks.append((path.stem, known, released))
        if not notebooks:
            raise CourseError(
                f"{self.assignment} is not released yet: there is nothing to grade again. "
                f"Run: autograder release {self.assignment}"
            )
        diagnosis = read_diagnosis(self.course.root / "diagnosis", self.assignment)
        return Paper(self.assignment, tuple(notebooks), self.settings, diagnosis, supplements)

    def _effects(self, comparison: Comparison, after: Paper, stage: Stage) -> Iterator[Effect]:
        """Carry over what can be, run the rest, and put every new receipt on the stage."""
        again = []
        for receipt in self.receipts.all():
            if comparison.is_current(receipt):
                continue
            if comparison.needs_run(receipt):
                again.append(receipt.result.student)
                continue
            carried = comparison.carried(receipt)
            stage.put(carried, self._refitted(carried, comparison))
            yield self._effect(receipt, carried, comparison)
        tasks = (Task(student, self._parcel(student, comparison)) for student in again)
        about = (encode_paper(after), self.make_executor, self.workers, encode_contents(after))
        for answer in run(tasks, *about):
            yield self._run_again(answer, comparison, stage)

    def _run_again(self, answer: Answer, comparison: Comparison, stage: Stage) -> Effect:
        """Take a run's receipt, unless it failed where an earlier one did not."""
        marked, old = answer.marked, self.receipts.read(answer.task.student)
        failed = marked is None or (marked.receipt.is_ungraded and not old.is_ungraded)
        if failed:
            why = answer.fault or "; ".join(marked.receipt.reasons)
            carried = comparison.carried(old, why)
            stage.put(carried, self._refitted(carried, comparison))
            return self._effect(old, carried, comparison, problem=why)
        files = files_beside(answer.task.parcel, comparison.after.supplements)
        stage.put(marked.receipt, marked.notebooks, files)
        return self._effect(old, marked.receipt, comparison, was_run=True)

    def _parcel(self, student: str, comparison: Comparison) -> Any:
        about = (comparison.after.names, comparison.after.supplements)
        return handed_in(self.course, self.assignment, student, *about)

    def _refitted(self, receipt: Receipt, comparison: Comparison) -> dict[str, bytes]:
        folder = self.course.autograded / receipt.result.student / self.assignment
        return {
            name: refit(path.read_bytes(), changes.after, changes.renames)
            for name, changes in comparison.notebooks.items()
            if (path := folder / f"{name}.ipynb").is_file()
        }

    def _effect(
        self,
        old: Receipt,
        new: Receipt,
        comparison: Comparison,
        was_run: bool = False,
        problem: str = "",
    ) -> Effect:
        checks = {}
        results = {result.name: result for result in old.result.notebooks}
        for result in new.result.notebooks:
            changes, earlier = comparison.notebooks[result.name], results.get(result.name)
            was = {changes.now(v.id): v.points for v in earlier.verdicts} if earlier else {}
            now = {verdict.id: verdict.points for verdict in result.verdicts}
            for id in {**now, **was}:
                if was.get(id) != now.get(id):
                    checks[id] = (was.get(id), now.get(id))
        student = old.result.student
        return Effect(student, old.points, new.points, checks, was_run, problem)

    def _by_hand(self, database: Database, comparison: Comparison, held: dict[str, Cells]) -> int:
        count = 0
        with database.reading() as reader:
            for name, cells in held.items():
                gone = [
                    change.id
                    for change in comparison.changes
                    if (change.notebook, change.kind) == (name, "removed")
                ]
                count += count_by_hand(reader, cells, gone)
        return count

    def _is_behind(
        self,
        held: dict[str, Cells],
        wanted: dict[str, Cells],
        released: Iterator[tuple[Path, bytes]],
    ) -> bool:
        """Tell whether a regrade was broken off, or never was: what is written last tells."""
        release = [pair for pair in released if pair[0].is_file()]
        return any(path.read_bytes() != data for path, data in release) or any(
            name not in held or held[name].said != cells.said for name, cells in wanted.items()
        )

    def _released(
        self, trial: CourseDirectory, comparison: Comparison
    ) -> Iterator[tuple[Path, bytes]]:
        """Yield the files of the release with what they are to hold.

        Those that students may change, or never got, are not made from the source.
        """
        folder = trial.release / self.assignment
        files = comparison.after.supplements
        apart = {*files.spare, *files.kept}
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.relative_to(folder).as_posix() not in apart:
                target = self.course.release / self.assignment / path.relative_to(folder)
                yield target, path.read_bytes()

    def _write(
        self,
        recorder: Recorder,
        comparison: Comparison,
        wanted: dict[str, Cells],
        trial: CourseDirectory,
        stage: Stage,
    ) -> None:
        """Write everything, or put back what was there. The release goes last.

        A process that is killed in between leaves the gradebook as it was, and receipts of both
        kinds, which the next regrade tells apart.
        """
        recorder.make_ready()
        with recorder.database.reading() as reader:
            export(self.course, reader)
        with Together() as files, recorder.database.writing() as connection:
            held = read_cells(connection, self.assignment)
            for name, cells in held.items():
                Sync(connection, cells, wanted[name], comparison.renames[name]).apply()
            receipts = self._current(stage)
            while batch := list(islice(receipts, BATCH)):
                changes = recorder.changes(connection, self.assignment, batch, known=True)
                changes.write(connection)
            complete(connection, read_assignment(connection, self.assignment))
            for receipt in stage.receipts():
                self._put(files, receipt, stage)
            for path, data in self._released(trial, comparison):
                files.write(path, data, 0o644)
        for student in filter(stage.was_run, stage.students):
            folder = self.course.autograded / student / self.assignment
            put_beside(folder, stage.beside(student))
        with recorder.database.reading() as reader:
            export(self.course, reader)

    def _current(self, stage: Stage) -> Iterator[Receipt]:
        """Yield all receipts as they are to be; those of a broken-off regrade are so already."""
        yield from stage.receipts()
        staged = set(stage.students)
        yield from (r for r in self.receipts.all() if r.result.student not in staged)

    def _put(self, files: Together, receipt: Receipt, stage: Stage) -> None:
        student = receipt.result.student
        files.write(self.receipts.path(student), encode(receipt))
        if stage.was_run(student):
            files.remove(self.receipts.failed_path(student))
        folder = self.course.autograded / student / self.assignment
        for name, data in stage.files(student):
            files.write(folder / name, data)


def _cells_of(trial: CourseDirectory, assignment: str) -> dict[str, Cells]:
    database = Database(f"sqlite:///{trial.gradebook}", patience=30.0)
    try:
        with database.reading() as reader:
            return read_cells(reader, assignment)
    finally:
        database.close()
