"""What of a submission's folder may matter, as bytes: it can be sent to another machine."""

import hashlib
from pathlib import Path, PurePosixPath

import msgspec
from msgspec import Struct, field

from autograder.course.supplements import Supplements
from autograder.intake.files import open_folder, too_large
from autograder.intake.findings import Refused, shown
from autograder.intake.limits import Limits
from autograder.intake.own import read_own
from autograder.intake.timestamp import MOST_BYTES
from autograder.model import Flag, Refusal

TIMESTAMP = "timestamp.txt"


class Parcel(Struct):
    """A folder's files, and the names of all that lies there.

    Attributes
    ----------
    paths : list of str
        What lies in the folder and below, nearest first.
    is_whole : bool
        Whether that list is complete.
    files : dict of str to bytes
        The notebooks and the timestamp.
    own : dict of str to bytes
        The student's files beside them. Those that the course gives are not among them.
    refusals : dict of str to Refusal
        Why some notebooks could not be read.
    left_out : list of str
        Why some of the other files are not among their `own`, a sentence each.
    refusal : Refusal or None
        Why the folder itself could not be opened.
    flags : list of Flag
        What the course did to it: the submission's flags begin with them.
    """

    paths: list[str] = field(default_factory=list)
    is_whole: bool = True
    files: dict[str, bytes] = field(default_factory=dict)
    own: dict[str, bytes] = field(default_factory=dict)
    refusals: dict[str, Refusal] = field(default_factory=dict)
    left_out: list[str] = field(default_factory=list)
    refusal: Refusal | None = None
    flags: list[Flag] = field(default_factory=list)

    @property
    def digest(self) -> str:
        """SHA-256 of everything in it."""
        return hashlib.sha256(_encoder.encode(self)).hexdigest()

    @property
    def candidates(self) -> list[str]:
        """The paths that may be notebooks."""
        return [path for path in self.paths if is_candidate(path)]

    def read(self, path: str, limit: int) -> bytes:
        """Return a file's bytes.

        Raises
        ------
        Refused
            If it is missing, could not be read, or is larger than `limit`.
        """
        if path in self.refusals:
            raise Refused.because(self.refusals[path])
        if path not in self.files:
            raise Refused(shown(path), "is missing", "Hand in the notebook file itself")
        if len(self.files[path]) > limit:
            raise too_large(path, limit)
        return self.files[path]

    def has(self, path: str) -> bool:
        """Tell whether something stands at a path, be it readable or not."""
        return path in self.files or path in self.refusals


def pack(
    directory: str | Path,
    names: list[str],
    below: str | Path | None = None,
    limits: Limits | None = None,
    supplements: Supplements | None = None,
) -> Parcel:
    """Read a submission's folder. Nothing that a stranger put there makes this raise.

    Parameters
    ----------
    directory : str or pathlib.Path
        The submission's folder, ``submitted/<student>/<assignment>``.
    names : list of str
        The stems of the notebooks that it should hold: read first.
    below : str or pathlib.Path, optional
        Below this folder no link is followed. Default is two levels up.
    limits : Limits, optional
        Bounds on what is read.
    supplements : Supplements, optional
        The course's own files.
    """
    limits = limits or Limits()
    below = Path(below).absolute() if below else None
    parcel, left = Parcel(), limits.total_bytes
    try:
        with open_folder(Path(directory).absolute(), below, limits) as folder:
            parcel.paths, parcel.is_whole = folder.entries()
            bounds = {f"{name}.ipynb": limits.file_bytes for name in names}
            bounds |= dict.fromkeys(filter(is_candidate, parcel.paths), limits.file_bytes)
            bounds[TIMESTAMP] = MOST_BYTES
            for path, bound in bounds.items():
                if folder.kind(path) == "missing":
                    continue
                try:
                    parcel.files[path] = folder.read(path, min(bound, left))
                    left -= len(parcel.files[path])
                except Refused as refused:
                    parcel.refusals[path] = refused.refusal
            others = [path for path in parcel.paths if path not in bounds]
            found = read_own(folder, others, supplements or Supplements(), limits)
            parcel.own, parcel.left_out = found
    except Refused as refused:
        parcel.refusal = refused.refusal
    return parcel


def is_candidate(path: str) -> bool:
    """Tell by its name whether a file may be a notebook."""
    return ".ipynb" in PurePosixPath(path).name.lower()


_encoder = msgspec.msgpack.Encoder(order="deterministic")
