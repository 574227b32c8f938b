"""Grade an assignment: what is new goes through the batch, and everything into the gradebook."""

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime

from autograder.batch.executors import MakeExecutor
from autograder.batch.run import run
from autograder.batch.task import Task, encode_contents, encode_paper
from autograder.course.directory import CourseDirectory, CourseError
from autograder.course.ids import bad_id
from autograder.course.locks import batch_lock
from autograder.course.receipts import Receipts
from autograder.grade.mark import Marked, faulty
from autograder.grade.paper import Assignment, Settings, read, read_paper
from autograder.intake import Parcel, shown
from autograder.model import Receipt
from autograder.session.keeping import keep
from autograder.session.mended import handed_in
from autograder.session.tidy import tidy
from autograder.session.writer import Writer


@dataclass(frozen=True)
class Standing:
    """Where a student stands with an assignment after a run. The receipt says the rest.

    Attributes
    ----------
    student, assignment : str
    status : str
        ``graded``, ``repaired``, ``ungraded`` or ``not submitted``.
    points : float or None
        Without those that a person gives; None where there are none, never an invented zero.
    max_points : float
    flags : tuple of str
        Their kinds.
    problem : str
        Why what was handed in could not be graded; empty if it was.
    is_new : bool
        Whether this run graded it.
    """

    student: str
    assignment: str
    status: str
    points: float | None
    max_points: float
    flags: tuple[str, ...] = ()
    problem: str = ""
    is_new: bool = False


class Session:
    """One run over one assignment.

    Parameters
    ----------
    course : CourseDirectory
    assignment : str
    settings : Settings
    make_executor : callable
    workers : int
        How many submissions the executor grades at once.
    force : bool
        Grade again what is graded already.
    db_url : str
        The gradebook's address. Empty: what the course's settings say.

    Attributes
    ----------
    note : str
        What the person who runs it should know of the gradebook; empty if nothing.
    """

    def __init__(
        self,
        course: CourseDirectory,
        assignment: str,
        settings: Settings,
        make_executor: MakeExecutor,
        workers: int,
        force: bool = False,
        db_url: str = "",
    ) -> None:
        paper = read_paper(course, assignment, settings)
        self.course, self.assignment, self.settings = course, assignment, settings
        self.make_executor, self.workers = make_executor, workers
        self.force, self.db_url = force, db_url
        self.paper, self.contents = encode_paper(paper), encode_contents(paper)
        self.read: Assignment = read(paper)
        self.max_points = sum(release.max_points for release in self.read.releases)
        self.receipts = Receipts(course, assignment)
        self.note = ""

    def grade(
        self, students: Iterable[str], report: Callable[[Standing], None] = lambda standing: None
    ) -> list[Standing]:
        """Grade what these students handed in; one that can't be graded never stops the rest.

        Parameters
        ----------
        students : iterable of str
            Who handed something in.
        report : callable
            Called with each student's standing, as they come.

        Returns
        -------
        list of Standing
            In the order of the students' ids.

        Raises
        ------
        CourseError
            If another run is at work on the course, or the course can't be written. What was
            graded until then stays.
        """
        standings: list[Standing] = []
        with (
            batch_lock(self.course),
            Writer(self.course, self.assignment, self.db_url) as writer,
            closing(self._standings(students)) as found,
        ):
            tidy(self.course, self.assignment)
            for standing, receipt in found:
                if receipt is not None:
                    writer.put(receipt)
                standings.append(standing)
                report(standing)
        self.note = writer.note
        return sorted(standings, key=lambda standing: standing.student)

    def with_missing(self, standings: list[Standing]) -> list[Standing]:
        """Return standings together with those of the roster who handed nothing in."""
        from autograder.session.roster import roster

        seen = {standing.student for standing in standings}
        missing = [
            self._without_receipt(student, "not submitted")
            for student in roster(self.course, self.db_url)
            if student not in seen
        ]
        return sorted([*standings, *missing], key=lambda standing: standing.student)

    def _standings(
        self, students: Iterable[str]
    ) -> Generator[tuple[Standing, Receipt | None], None, None]:
        """Yield standings with the receipts that count: first of what is unchanged."""
        changed: list[str] = []
        for student in students:
            if problem := bad_id(student):
                yield self._without_receipt(shown(student), "ungraded", problem), None
            elif (found := self._unchanged(student)) is not None:
                yield self._standing(*found), found[0]
            else:
                changed.append(student)
        since: dict[str, datetime] = {}
        tasks = self._tasks(changed, since)
        about = (self.paper, self.make_executor, self.workers, self.contents)
        with closing(run(tasks, *about)) as answers:
            for answer in answers:
                student, parcel = answer.task.student, answer.task.parcel
                marked = answer.marked or Marked(faulty(self.read, student, parcel, answer.fault))
                files = self.read.supplements
                counts = keep(self.course, marked, parcel, files, since.pop(student))
                yield self._standing(counts, marked.receipt, is_new=True), counts

    def _tasks(self, students: list[str], since: dict[str, datetime]) -> Iterator[Task]:
        for student in students:
            since[student] = datetime.now(UTC).replace(tzinfo=None)
            yield Task(student, self._parcel(student))

    def _parcel(self, student: str) -> Parcel:
        about = (self.read.names, self.read.supplements)
        return handed_in(self.course, self.assignment, student, *about)

    def _unchanged(self, student: str) -> tuple[Receipt, Receipt] | None:
        """Return the receipts that count and that is current, if the submission was graded."""
        counts = None if self.force else self.receipts.read(student)
        if counts is None or not self._has_notebooks(counts):
            return None
        parcel = self._parcel(student)
        for receipt in (self.receipts.read_failed(student), counts):
            if receipt is not None and self._is_current(receipt, parcel):
                return counts, receipt
        return None

    def _has_notebooks(self, receipt: Receipt) -> bool:
        """Tell whether the graded notebooks are there and hold something.

        nbgrader deletes them when it fails, and a power cut may empty them.
        """
        folder = self.course.autograded / receipt.result.student / self.assignment
        names = [each.name for each in receipt.result.notebooks if not each.refusal]
        paths = [folder / f"{name}.ipynb" for name in names]
        return all(path.is_file() and path.stat().st_size for path in paths)

    def _is_current(self, receipt: Receipt, parcel: Parcel) -> bool:
        result = receipt.result
        return (
            result.submission == parcel.digest
            and result.checks == self.read.digest
            and result.settings == self.settings.digest
            and not receipt.observed.fault
        )

    def _standing(self, counts: Receipt, latest: Receipt, is_new: bool = False) -> Standing:
        problem = "; ".join(latest.reasons) if latest.is_ungraded else ""
        if problem and not counts.is_ungraded:
            problem += " The grade of an earlier try stands."
        kinds = tuple(sorted({flag.kind for flag in counts.flags}))
        mended = any(kind.startswith(("repaired", "tampered")) for kind in kinds)
        return Standing(
            counts.result.student,
            self.assignment,
            "ungraded" if problem else "repaired" if mended else "graded",
            counts.points,
            self.max_points,
            kinds,
            problem,
            is_new,
        )

    def _without_receipt(self, student: str, status: str, problem: str = "") -> Standing:
        return Standing(student, self.assignment, status, None, self.max_points, problem=problem)


def submitters(course: CourseDirectory, assignment: str, students: Iterable[str]) -> list[str]:
    """Return who handed something in, of those named, or of everybody if nobody is.

    Raises
    ------
    CourseError
        If a named one has no folder in ``submitted``.
    """
    everybody = course.submitters(assignment)
    named = list(dict.fromkeys(students))
    for student in named:
        if student not in everybody:
            known = (course.submitted / student).is_dir()
            what = f"has not handed in {assignment}" if known else "has no folder"
            raise CourseError(
                f"'{student}' {what} in {course.submitted}. Check the id given to --student"
            )
    return named or everybody
