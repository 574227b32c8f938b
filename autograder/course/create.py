"""Make a course directory from a directory of exercises."""

import json
import secrets
import subprocess
import sys
from pathlib import Path

from autograder.course.config import write_config
from autograder.course.directory import CourseDirectory, CourseError

PRIVATE = 0o700


def new_course(
    directory: str | Path, exercises: str | Path, made_up: bool = False
) -> CourseDirectory:
    """Make an ordinary nbgrader course, with the instructor's notebooks in `source`.

    Parameters
    ----------
    directory : str or pathlib.Path
        Where; it must be missing or empty.
    exercises : str or pathlib.Path
        A directory with `course.toml` and exercises.
    made_up : bool
        Whether all its students will be made up. Only such a course may lie in the checkout
        that the exercises come from.

    Raises
    ------
    CourseError
        If the place won't do, or an exercise has an error. Nothing is written then.
    """
    from autograder.authoring import check_course, read_course, read_exercise, source_notebook

    course = CourseDirectory(Path(directory).resolve())
    _check_place(course.root, Path(exercises).resolve(), made_up)
    errors = check_course(exercises)
    if errors:
        raise CourseError("\n".join(map(str, errors)))
    origin = read_course(exercises)
    if not origin.exercises:
        raise CourseError(f"{origin.directory} has no exercise: no file is called NN_name.md")
    seed = secrets.token_hex(16)
    notebooks = [
        source_notebook(read_exercise(path, origin), origin, seed) for path in origin.exercises
    ]
    diagnoses = _diagnoses(origin.directory, seed) if origin.probes else {}
    # Hidden checks lie in source, autograded and the gradebook: nobody else reads the course.
    course.root.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
    for folder in ("source", "submitted", "diagnosis", "receipts"):
        (course.root / folder).mkdir(mode=PRIVATE)
    course.root.chmod(PRIVATE)
    course.seed_file.touch(mode=0o600)
    course.seed_file.write_text(f"{seed}\n", encoding="ascii")
    for path, notebook in zip(origin.exercises, notebooks, strict=True):
        target = course.notebook(course.source, path.stem)
        target.parent.mkdir()
        target.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf-8")
    for name, diagnosis in diagnoses.items():
        (course.root / "diagnosis" / f"{name}.json").write_text(json.dumps(diagnosis), "ascii")
    write_config(course, origin.title, origin.course_id, origin.packages, origin.book)
    return course


def _diagnoses(exercises: Path, seed: str) -> dict[str, dict]:
    """Run the course's mistakes on probes, in a process of their own."""
    command = [sys.executable, "-m", "autograder.diagnose", exercises]
    ran = subprocess.run(command, input=seed, capture_output=True, text=True)
    if ran.returncode:
        raise CourseError(f"the mistakes of {exercises} can't be diagnosed:\n{ran.stderr[-2000:]}")
    return json.loads(ran.stdout)


def _check_place(root: Path, exercises: Path, made_up: bool) -> None:
    if root.exists() and not root.is_dir():
        raise CourseError(f"{root} is a file; name a directory that is empty or missing")
    if root.is_dir() and any(root.iterdir()):
        raise CourseError(f"{root} is not empty; name a directory that is empty or missing")
    checkout = _checkout(exercises)
    if checkout and root.is_relative_to(checkout) and not made_up:
        raise CourseError(
            f"{root} lies in the checkout {checkout}, where students' work could be committed. "
            f"Name a directory outside it, such as {checkout.parent / 'course'}"
        )


def _checkout(path: Path) -> Path | None:
    """Return the root of the git checkout that a path lies in."""
    return next((p for p in (path, *path.parents) if (p / ".git").exists()), None)
