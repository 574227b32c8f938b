"""Look at a submission before nbgrader does, and say in plain words what is wrong with it."""

import glob
from collections import defaultdict
from dataclasses import dataclass

from autograder.course.directory import CourseDirectory, CourseError, grade_id, read_notebook


@dataclass(frozen=True)
class Damage:
    """What is wrong with a submission.

    Attributes
    ----------
    reason : str
        File, cell and remedy.
    gradable : bool
        Whether nbgrader can still grade the rest of it.
    """

    reason: str
    gradable: bool = False


def inspect_submission(course: CourseDirectory, assignment: str, student: str) -> Damage | None:
    """Return the first damage of a submission, the gravest kind first, or None."""
    folder = course.submission(student, assignment)
    path = course.notebook(course.submitted / student, assignment)
    if glob.escape(student) != student:
        return Damage(f"nbgrader can't read the student id '{student}'. Rename {folder.parent}")
    if not path.is_file():
        found = ", ".join(sorted(p.name for p in folder.iterdir())) or "nothing"
        return Damage(f"{folder} holds no {path.name}; it holds: {found}. Rename the notebook")
    try:
        cells = _named_cells(read_notebook(path))
        expected = _named_cells(read_notebook(course.notebook(course.source, assignment)))
    except CourseError as error:
        return Damage(f"{error}. Ask for the notebook again")
    for id, numbers in cells.items():
        if len(numbers) > 1:
            places = " and ".join(str(number) for number in numbers)
            return Damage(f"{path.name}: '{id}' stands twice, in cells {places}. Delete the copy")
    missing = [id for id in expected if id not in cells]
    if missing:
        return Damage(
            f"{path.name}: no cell for {', '.join(missing)}. "
            "Put the cell back from the release, or ask for the notebook again",
            gradable=len(missing) < len(expected),
        )
    return None


def _named_cells(notebook: dict) -> dict[str, list[int]]:
    """Return the numbers of the cells that carry each grade_id."""
    numbers = defaultdict(list)
    for number, cell in enumerate(notebook["cells"], 1):
        if grade_id(cell):
            numbers[grade_id(cell)].append(number)
    return numbers
