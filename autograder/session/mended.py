"""A submission that a person mended by hand: where its copies lie, and when they are graded."""

from pathlib import Path

import msgspec
from msgspec import Struct

from autograder.course.directory import CourseDirectory, CourseError
from autograder.course.files import write_private
from autograder.course.supplements import Supplements
from autograder.intake import Flag, Parcel, pack
from autograder.intake.parcel import TIMESTAMP

BY_HAND = Flag("repaired:by-hand", "A person mended it: what was handed in could not be graded")


class Note(Struct):
    """What is known of a repair.

    Attributes
    ----------
    original : str
        Digest of what was handed in: another hand-in is not what was mended.
    done : bool
        Whether the mended copy is graded in place of the original.
    """

    original: str
    done: bool = False


class Repair:
    """The repair of one submission: ``fixes/<assignment>/<student>/``.

    Parameters
    ----------
    course : CourseDirectory
    assignment, student : str
    """

    def __init__(self, course: CourseDirectory, assignment: str, student: str) -> None:
        self.folder = fixes(course) / assignment / student

    @property
    def original(self) -> Path:
        """A copy of what was handed in, as it was."""
        return self.folder / "original"

    @property
    def mended(self) -> Path:
        """The copy to work on."""
        return self.folder / "mended"

    @property
    def note(self) -> Note | None:
        """What is known of it; None if nothing was begun."""
        path = self.folder / "fix.json"
        try:
            return msgspec.json.decode(path.read_bytes(), type=Note)
        except FileNotFoundError:
            return None
        except (OSError, msgspec.MsgspecError) as error:
            raise CourseError(
                f"{path} can't be read: {error}. Delete it and run autograder fix again"
            ) from None

    def write(self, note: Note) -> None:
        """Keep what is known."""
        write_private(self.folder / "fix.json", msgspec.json.encode(note))

    def parcel(self, original: Parcel, names: list[str], supplements: Supplements) -> Parcel:
        """Return the mended copy, handed in when the original was."""
        parcel = pack(self.mended, names, supplements=supplements)
        parcel.flags = [BY_HAND]
        parcel.paths = [path for path in parcel.paths if path != TIMESTAMP]
        for found in (parcel.files, parcel.refusals):
            found.pop(TIMESTAMP, None)
        if TIMESTAMP in original.files:
            parcel.files[TIMESTAMP] = original.files[TIMESTAMP]
        return parcel


def fixes(course: CourseDirectory) -> Path:
    """Return where a course's repairs lie."""
    return course.root / "fixes"


def handed_in(
    course: CourseDirectory,
    assignment: str,
    student: str,
    names: list[str],
    supplements: Supplements,
) -> Parcel:
    """Return what is to be graded: the submission, or what a person made of this very one.

    Parameters
    ----------
    course : CourseDirectory
    assignment, student : str
    names : list of str
        The stems of the assignment's notebooks.
    supplements : Supplements
        The course's own files.
    """
    original = pack(course.submission(student, assignment), names, supplements=supplements)
    repair = Repair(course, assignment, student)
    note = repair.note
    if note is None or not note.done or note.original != original.digest:
        return original
    return repair.parcel(original, names, supplements)
