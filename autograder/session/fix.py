"""Mend one submission by hand: open a copy to work on, then grade the copy in its place."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from autograder.course.directory import CourseDirectory, CourseError
from autograder.course.files import write_private
from autograder.course.ids import bad_id
from autograder.course.receipts import Receipts
from autograder.grade.paper import Settings, read, read_paper
from autograder.intake import Parcel, pack, read_parcel
from autograder.session.grading import submitters
from autograder.session.mended import Note, Repair
from autograder.session.salvage import salvage


@dataclass(frozen=True)
class Damage:
    """One notebook that can't be graded.

    Attributes
    ----------
    name : str
        The notebook's.
    problem : str
        What is wrong, where, and what the student could do.
    path : pathlib.Path
        The copy to mend.
    saved : str
        How much of it the copy holds.
    """

    name: str
    problem: str
    path: Path
    saved: str


@dataclass(frozen=True)
class Opened:
    """A repair that is under way.

    Attributes
    ----------
    original, mended : pathlib.Path
        The folder that stays as it was, and the one to work in.
    damages : tuple of Damage
        What is still wrong in the folder to work in; empty if it can be graded.
    is_new : bool
        Whether this call began it.
    """

    original: Path
    mended: Path
    damages: tuple[Damage, ...]
    is_new: bool


class Fixing:
    """The repair of one submission, seen from the command line.

    Parameters
    ----------
    course : CourseDirectory
    assignment, student : str

    Raises
    ------
    CourseError
        If there is no such submission.
    """

    def __init__(self, course: CourseDirectory, assignment: str, student: str) -> None:
        if problem := bad_id(student):
            raise CourseError(problem)
        course.check_assignment(assignment)
        submitters(course, assignment, [student])
        self.course, self.assignment, self.student = course, assignment, student
        self.repair = Repair(course, assignment, student)
        about = read(read_paper(course, assignment, Settings()))
        self.releases, self.names, self.supplements = about.releases, about.names, about.supplements
        self.submitted = self._pack(course.submission(student, assignment))

    def open(self, force: bool = False) -> Opened:
        """Begin a repair, or return to one that is under way; what is mended already stays.

        Parameters
        ----------
        force : bool
            Begin also where the submission is graded.

        Raises
        ------
        CourseError
            If it is graded, and so needs no repair.
        """
        note = self.repair.note
        if note and note.original == self.submitted.digest:
            return Opened(self.repair.original, self.repair.mended, self._damages(), False)
        if self.is_graded and not force:
            raise CourseError(
                f"{self.student}'s {self.assignment} is graded. To mend it all the same, "
                "add --force"
            )
        if note:
            self._set_aside()
        saved = self._copy()
        self.repair.write(Note(self.submitted.digest))
        return Opened(self.repair.original, self.repair.mended, self._damages(saved), True)

    def close(self) -> tuple[Damage, ...]:
        """Let the mended copy be graded from now on; return what is still wrong, if anything is.

        Raises
        ------
        CourseError
            If nothing was begun, or the student handed in anew since.
        """
        note = self.repair.note
        run = f"autograder fix {self.student}/{self.assignment}"
        if note is None:
            raise CourseError(f"there is nothing mended in {self.repair.folder}. Run: {run}")
        if note.original != self.submitted.digest:
            raise CourseError(
                f"{self.student} handed in {self.assignment} again, and the newer one counts. "
                f"If it can't be graded, run: {run}"
            )
        damages = self._damages()
        if not damages:
            self.repair.write(Note(note.original, done=True))
        return damages

    @property
    def is_graded(self) -> bool:
        """Whether the latest try at the submission as it is now gave a grade."""
        receipts = Receipts(self.course, self.assignment)
        latest = receipts.read_failed(self.student) or receipts.read(self.student)
        if latest is None or latest.result.submission != self.submitted.digest:
            return not self._refusals(self.submitted)
        return not latest.is_ungraded

    def _copy(self) -> dict[str, str]:
        """Write both copies; return by notebook how much the one to work on holds."""
        submitted = self.submitted
        for path, data in {**submitted.own, **submitted.files}.items():
            write_private(self.repair.original / path, data)
        for path, data in submitted.own.items():
            write_private(self.repair.mended / path, data)
        refused = self._refusals(self.submitted)
        saved = {}
        for release in self.releases:
            data = self._found(release.name)
            if data is None:
                saved[release.name] = "There is nothing to begin with: put the notebook there."
                continue
            if release.name in refused:
                data, saved[release.name] = salvage(data)
            write_private(self._path(release.name), data)
        return saved

    def _found(self, name: str) -> bytes | None:
        """Return a notebook's bytes: under its name, else those of the first of another name."""
        files, taken = self.submitted.files, {f"{name}.ipynb" for name in self.names}
        others = [path for path in self.submitted.candidates if path not in taken]
        paths = [path for path in (f"{name}.ipynb", *others) if path in files]
        return files[paths[0]] if paths else None

    def _damages(self, saved: dict[str, str] | None = None) -> tuple[Damage, ...]:
        """Return what is wrong: of a repair that begins what was handed in, else the copy."""
        parcel = self.submitted if saved is not None else self._pack(self.repair.mended)
        return tuple(
            Damage(name, problem, self._path(name), (saved or {}).get(name, ""))
            for name, problem in self._refusals(parcel).items()
        )

    def _pack(self, folder: Path) -> Parcel:
        return pack(folder, self.names, supplements=self.supplements)

    def _refusals(self, parcel: Parcel) -> dict[str, str]:
        found = read_parcel(parcel, [release.expected for release in self.releases])
        return {name: str(refusal) for name, refusal in found.refusals.items()}

    def _path(self, name: str) -> Path:
        return self.repair.mended / f"{name}.ipynb"

    def _set_aside(self) -> None:
        """Keep the repair of an earlier hand-in below ``earlier``."""
        now = datetime.now(UTC).strftime("%Y-%m-%dT%H-%M-%SZ")
        target = self.repair.folder / "earlier" / now
        target.mkdir(mode=0o700, parents=True, exist_ok=True)
        for path in (self.repair.original, self.repair.mended, self.repair.folder / "fix.json"):
            if path.exists():
                path.rename(target / path.name)
