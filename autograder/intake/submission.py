"""From a submission's folder to its notebooks: each read, or refused with one reason."""

from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from autograder.intake.expected import Expected
from autograder.intake.findings import Flag, Refusal, Refused, listed, shown
from autograder.intake.limits import Limits
from autograder.intake.notebook import Notebook, read_notebook
from autograder.intake.parcel import TIMESTAMP, Parcel, pack
from autograder.intake.timestamp import MOST_BYTES, read_timestamp


@dataclass(frozen=True)
class Submission:
    """What a student handed in for one assignment.

    Each expected notebook stands, by its name, either in `notebooks` or in `refusals`.

    Attributes
    ----------
    notebooks : dict of str to Notebook
        What could be read. A notebook's own flags are with it.
    refusals : dict of str to Refusal
        Why the others can't be graded.
    flags : tuple of Flag
        What was mended about the folder.
    timestamp : datetime.datetime or None
        When it was handed in: UTC, without a zone, as nbgrader keeps it.
    """

    notebooks: dict[str, Notebook] = field(default_factory=dict)
    refusals: dict[str, Refusal] = field(default_factory=dict)
    flags: tuple[Flag, ...] = ()
    timestamp: datetime | None = None


def read_submission(
    directory: str | Path,
    expected: Expected | list[Expected],
    below: str | Path | None = None,
    limits: Limits | None = None,
) -> Submission:
    """Pack a submission's folder and read it.

    Parameters
    ----------
    directory : str or pathlib.Path
        The submission's folder, ``submitted/<student>/<assignment>``.
    expected : Expected or list of Expected
        The notebooks that it should hold.
    below : str or pathlib.Path, optional
        Below this folder no link is followed. Default is two levels up.
    limits : Limits, optional
        Bounds on what is read.
    """
    wanted = [expected] if isinstance(expected, Expected) else list(expected)
    parcel = pack(directory, [each.name for each in wanted], below, limits)
    return read_parcel(parcel, wanted, limits)


def read_parcel(
    parcel: Parcel, expected: list[Expected], limits: Limits | None = None
) -> Submission:
    """Read what was packed. Nothing that a stranger put there makes this raise.

    Parameters
    ----------
    parcel : Parcel
    expected : list of Expected
        The notebooks that it should hold.
    limits : Limits, optional
        Bounds on what is read.
    """
    if parcel.refusal:
        return Submission(refusals={each.name: parcel.refusal for each in expected})
    return _Reader(parcel, expected, limits or Limits()).read()


class _Reader:
    """Reads one parcel; holds what was found so far."""

    def __init__(self, parcel: Parcel, wanted: list[Expected], limits: Limits) -> None:
        self.parcel = parcel
        self.wanted = wanted
        self.limits = limits
        self.left = limits.total_bytes
        self.notebooks: dict[str, Notebook] = {}
        self.refusals: dict[str, Refusal] = {}
        self.flags = list(parcel.flags)
        self.data: dict[str, bytes] = {}

    def read(self) -> Submission:
        used = {}
        for each in self.wanted:
            path = f"{each.name}.ipynb"
            notebook = self._try(path, each.name, [each])
            if notebook:
                self.notebooks[each.name] = notebook
                used[each.name] = path
        self._find_renamed(used)
        self._flag_extras(used)
        timestamp = self._timestamp()
        return Submission(
            self.notebooks,
            {each.name: self._refusal(each.name) for each in self._missing()},
            tuple(self.flags),
            timestamp,
        )

    def _missing(self) -> list[Expected]:
        return [each for each in self.wanted if each.name not in self.notebooks]

    def _try(self, path: str, name: str, candidates: list[Expected]) -> Notebook | None:
        """Read a file as a notebook that is one of the candidates; keep the reason if it isn't."""
        try:
            data = self.parcel.read(path, min(self.limits.file_bytes, self.left))
            self.left -= len(data)
            notebook = read_notebook(data, path, self.limits)
            if not any(each.is_like(notebook) for each in candidates):
                raise Refused(
                    shown(path),
                    "has nothing in common with this assignment",
                    "Hand in this assignment's notebook",
                )
        except Refused as refused:
            self.refusals.setdefault(name, refused.refusal)
            return None
        self.data[path] = data
        return notebook

    def _find_renamed(self, used: dict[str, str]) -> None:
        """Look for the missing notebooks under other names, by what they hold."""
        if not self._missing():
            return
        exact = {f"{each.name}.ipynb" for each in self.wanted}
        found: dict[str, Notebook] = {}
        for path in self.parcel.candidates:
            if path not in exact:
                notebook = self._try(path, path, self._missing())
                if notebook:
                    found[path] = notebook
        for each in self._missing():
            rivals = {path: nb for path, nb in found.items() if each.is_like(nb)}
            if not rivals:
                continue
            paths = each.most_like(rivals)
            same = {self.data[path] for path in paths}
            if len(same) > 1:
                self.refusals[each.name] = Refusal(
                    listed(paths), f"could each be {each.name}.ipynb", "Keep the right one"
                )
                continue
            self.notebooks[each.name] = found.pop(paths[0])
            used[each.name] = paths[0]
            message = f"{shown(paths[0])} is read as {each.name}.ipynb"
            self.flags.append(Flag("repaired:renamed-notebook", message))

    def _flag_extras(self, used: dict[str, str]) -> None:
        known = {*used.values(), *(f"{each.name}.ipynb" for each in self._missing())}
        extra = [path for path in self.parcel.candidates if path not in known]
        if extra:
            self.flags.append(Flag("repaired:extra-notebook", f"{listed(extra)}: not graded"))
        if problems := self.parcel.left_out:
            more = f"; {len(problems) - 2} more" if len(problems) > 2 else ""
            message = f"The notebook runs without these files: {'; '.join(problems[:2])}{more}"
            self.flags.append(Flag("repaired:extra-file", message))
        if not self.parcel.is_whole:
            message = f"The folder holds more than {self.limits.entries} files; the rest is ignored"
            self.flags.append(Flag("repaired:many-files", message))

    def _timestamp(self) -> datetime | None:
        if not self.parcel.has(TIMESTAMP):
            return None
        try:
            data = self.parcel.read(TIMESTAMP, MOST_BYTES)
        except Refused as refused:
            self.flags.append(Flag("repaired:timestamp", str(refused.refusal)))
            return None
        timestamp, flags = read_timestamp(data)
        self.flags.extend(flags)
        return timestamp

    def _refusal(self, name: str) -> Refusal:
        """Choose the one reason that helps most."""
        path = f"{name}.ipynb"
        own = self.refusals.get(name)
        if own and own.what != "is missing":
            return own
        others = [self.refusals[p] for p in self.parcel.candidates if p in self.refusals]
        if others:
            return others[0]
        found = [p for p in self.parcel.paths if p != TIMESTAMP]
        what = f"is missing; the folder holds {listed(found)}" if found else "is missing"
        return Refusal(path, what, "Hand in the notebook under this name")
