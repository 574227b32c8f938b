"""In which order the cells of a notebook stand; the gradebook keeps none."""

from pathlib import Path

from autograder.course.directory import CourseError, grade_id, read_notebook


def cell_order(notebook: Path) -> dict[str, int]:
    """Return the place of each cell that nbgrader knows; none if the notebook can't be read."""
    try:
        cells = read_notebook(notebook)["cells"]
    except CourseError:
        return {}
    return {grade_id(cell): place for place, cell in enumerate(cells) if grade_id(cell)}
