"""The student's own files beside the notebooks: which of them are read, and why others are not."""

from pathlib import PurePosixPath

from autograder.course.supplements import Supplements
from autograder.intake.files import A_FOLDER, Folder, TooLarge
from autograder.intake.findings import Refused, shown
from autograder.intake.limits import MIB, Limits

NO_TEXT = "\N{REPLACEMENT CHARACTER}"


def read_own(
    folder: Folder, paths: list[str], course: Supplements, limits: Limits
) -> tuple[dict[str, bytes], list[str]]:
    """Read the files that the course does not put its own in place of.

    Parameters
    ----------
    folder : Folder
    paths : list of str
        What lies in it, without notebooks and the timestamp.
    course : Supplements
    limits : Limits

    Returns
    -------
    dict of str to bytes, list of str
        The files by path, and a sentence on each one that is left out.
    """
    found: dict[str, bytes] = {}
    problems, left = [], limits.own_bytes
    for path in paths:
        if path in course.given or course.ignores(path):
            continue
        kind = _kind(folder, path)
        if kind == A_FOLDER and path.count("/") + 1 < limits.depth:
            continue
        if len(found) == limits.own_files:
            problems.append(f"{shown(path)} and what follows is one file too many")
            break
        problem = _problem(path, kind, course, found) or _elsewhere(folder, path)
        if not problem:
            try:
                found[path] = folder.read(path, left)
                left -= len(found[path])
            except TooLarge:
                problem = f"would make more than {limits.own_bytes // MIB} MiB of files"
            except Refused as refused:
                problem = refused.refusal.what
        if problem:
            problems.append(f"{shown(path)} {problem}")
    return found, problems


def _kind(folder: Folder, path: str) -> str:
    try:
        return folder.kind(path)
    except OSError:  # it was changed since it was listed
        return "missing"


def _elsewhere(folder: Folder, path: str) -> str:
    try:
        return "is a hard link" if folder.is_elsewhere_too(path) else ""
    except OSError:
        return "is missing"


def _problem(path: str, kind: str, course: Supplements, found: dict[str, bytes]) -> str:
    """Say why a file is left out; empty if it is not."""
    if kind == A_FOLDER:
        return "lies too deep to look into"
    if kind:
        return "is missing" if kind == "missing" else f"is {kind}"
    if NO_TEXT in path:
        return "has a name that is no text"
    parents = {str(parent) for parent in PurePosixPath(path).parents}
    if path in course.folders or parents & course.files:
        return "stands where the course has something else"
    if parents & found.keys():  # the folder was changed meanwhile
        return "lies within a file"
    return ""
