"""What a confined process can see: Python, some packages, and a part of the grader."""

import csv
import stat
import sys
import sysconfig
from collections.abc import Iterable
from dataclasses import dataclass, field
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

from autograder.sandbox.errors import SandboxError

ENGINE = ("numpy", "msgspec")
COMFORT = ("ipython", "matplotlib-inline")
GRADER = Path(__file__).parents[1]
SYSTEM = (
    "/usr/lib",
    "/usr/lib32",
    "/usr/lib64",
    "/usr/share/zoneinfo",
    "/usr/share/fonts",
    "/etc/fonts",
    "/etc/localtime",
    "/etc/ld.so.cache",
    "/etc/ld.so.conf.d",
)
LINKS = ("/lib", "/lib32", "/lib64")


@dataclass(frozen=True)
class View:
    """What is shown.

    Attributes
    ----------
    folders : tuple of str
        Read-only folders and files, at their own place.
    hidden : tuple of str
        Folders below them that look empty.
    packages : dict of str to Path
        What is importable beside the standard library: its place under one folder, and its source.
    """

    folders: tuple[str, ...]
    hidden: tuple[str, ...]
    packages: dict[str, Path] = field(default_factory=dict)


def student_view(packages: Iterable[str]) -> View:
    """Return what the student's process sees: these distributions with all that they require."""
    shown: dict[str, Path] = {f"autograder/{room}": GRADER / room for room in ("student", "wire")}
    comfort = [name for name in COMFORT if _installed(name)]
    for found in closure([*ENGINE, *comfort, *packages]):
        shown.update(places(found))
    return View(interpreter(), hidden_packages(), shown)


def grader_view() -> View:
    """Return what the process with the checks sees: the whole environment, and no course."""
    folders = dict.fromkeys([*interpreter(), sys.prefix, sys.base_prefix])
    return View(tuple(folders), (), {"autograder": GRADER})


def interpreter() -> tuple[str, ...]:
    """Return the folders that Python itself needs."""
    base = {"base": sys.base_prefix, "platbase": sys.base_exec_prefix}
    own = [sysconfig.get_path(name, vars=base) for name in ("stdlib", "platstdlib")]
    found = [*SYSTEM, f"{sys.base_prefix}/lib", *own, executable()]
    real = [path for path in dict.fromkeys(found) if path and Path(path).exists()]
    return tuple(path for path in real if not _below_another(path, real))


def executable() -> str:
    """Return the interpreter itself, without a virtual environment around it."""
    return str(Path(getattr(sys, "_base_executable", sys.executable)).resolve())


def hidden_packages() -> tuple[str, ...]:
    """Return the folders of packages that lie within the interpreter's own."""
    found = []
    for folder in interpreter():
        for kind in ("site-packages", "dist-packages"):
            found += [str(path) for path in Path(folder).glob(f"python*/{kind}")]
            found += [str(path) for path in Path(folder).glob(kind)]
    return tuple(sorted(set(found)))


def closure(names: Iterable[str]) -> list[Distribution]:
    """Return distributions with all that they require here, each once."""
    found: dict[str, Distribution] = {}
    wanted = [(name, "") for name in names]
    while wanted:
        name, needed_by = wanted.pop()
        key = name.lower().replace("_", "-").replace(".", "-")
        if key in found:
            continue
        try:
            found[key] = distribution(name)
        except PackageNotFoundError:
            by = f", which {needed_by} needs," if needed_by else ", which the course lists,"
            raise SandboxError(
                f"The package {name}{by} is not installed. Run: python -m pip install {name}"
            ) from None
        for line in found[key].requires or ():
            requirement = Requirement(line)
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                wanted.append((requirement.name, name))
    return list(found.values())


def places(found: Distribution) -> dict[str, Path]:
    """Return where a distribution's files lie, as few folders as hold nothing else."""
    files = _files(found)
    if not files:
        raise SandboxError(f"The package {found.name} has no list of its files: reinstall it.")
    names, shown = set(files), {}
    for path in files:
        top, *below = path.split("/", 2)
        if top in ("..", "__pycache__") or top.endswith(".pth"):
            continue
        whole = f"{top}/__init__.py" in names or top.endswith((".libs", ".dist-info"))
        shown[top if whole or not below else f"{top}/{below[0]}"] = None
    located = {place: Path(found.locate_file(place)) for place in shown}
    return {place: source for place, source in located.items() if source.exists()}


def _files(found: Distribution) -> list[str]:
    """Return what a distribution lists: `Distribution.files` would make an object of each."""
    if record := found.read_text("RECORD"):
        return [row[0] for row in csv.reader(record.splitlines())]
    return [str(path) for path in found.files or ()]


def allowed(view: View) -> tuple[list[str], list[str]]:
    """Return the view as an allow-list: what may be read with all below it, what only listed."""
    readable, listed = [], []
    for folder in view.folders:
        _without(Path(folder), set(view.hidden), readable, listed)
    readable += [str(path.resolve()) for path in view.packages.values()]
    return readable, listed


def in_private_folder(view: View) -> bool:
    """Say whether an unprivileged user would find a closed door on the way to the view."""
    paths = [Path(folder) for folder in view.folders] + list(view.packages.values())
    return any(
        not folder.stat().st_mode & stat.S_IXOTH
        for path in paths
        for folder in path.resolve().parents
    )


def _without(path: Path, hidden: set[str], readable: list[str], listed: list[str]) -> None:
    if str(path) in hidden:
        return
    if not any(entry.startswith(f"{path}/") for entry in hidden):
        readable.append(str(path))
        return
    listed.append(str(path))
    for entry in path.iterdir():
        _without(entry, hidden, readable, listed)


def _below_another(path: str, others: list[str]) -> bool:
    return any(path.startswith(other + "/") for other in others)


def _installed(name: str) -> bool:
    try:
        distribution(name)
    except PackageNotFoundError:
        return False
    return True
