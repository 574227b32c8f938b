"""Release an assignment in a copy of the course that is thrown away."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from autograder.course.directory import CONFIG, CourseDirectory, CourseError
from autograder.course.stock import ConverterError, Stock, gradebook_for_a_trial


@contextmanager
def released_anew(
    course: CourseDirectory, assignment: str, db_url: str = ""
) -> Iterator[CourseDirectory]:
    """Give a copy in which the assignment is released as its source is now.

    Parameters
    ----------
    course : CourseDirectory
    assignment : str
    db_url : str
        The gradebook that learns of the assignment's cells. Default is one of the copy's own.

    Raises
    ------
    CourseError
        If nbgrader can't release it.
    """
    with tempfile.TemporaryDirectory(prefix="autograder-") as folder:
        copy = CourseDirectory(Path(folder).resolve())
        shutil.copytree(course.source / assignment, copy.source / assignment)
        shutil.copy(course.root / CONFIG, copy.root)
        address = db_url or gradebook_for_a_trial(copy)
        try:
            Stock(copy, CourseDirectory={"db_url": address}).generate_assignment(assignment)
        except ConverterError as error:
            raise CourseError(
                f"nbgrader can't release {assignment}: {error}. Mend {course.source / assignment}"
            ) from None
        yield copy
