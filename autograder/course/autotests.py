"""Checks that nbgrader writes itself: AUTOTEST lines, filled in when an assignment is released."""

from pathlib import Path

from autograder.course.config import load_config
from autograder.course.directory import CourseDirectory, CourseError, grade_id

CELLS = """
select source_cell.name, source_cell.source from source_cell
join notebook on notebook.id = source_cell.notebook_id
join assignment on assignment.id = notebook.assignment_id
where assignment.name = :assignment and notebook.name = :notebook
"""


def instantiated(course: CourseDirectory, assignment: str, name: str, source: dict) -> dict:
    """Return a source notebook with its checks as nbgrader made them of the AUTOTEST lines.

    nbgrader ran the answers for it, once, and keeps what came of it in the gradebook, with the
    hidden lines. It grades with that, too.

    Parameters
    ----------
    course : CourseDirectory
    assignment, name : str
        The assignment and the notebook.
    source : dict
        The notebook as the instructor wrote it.

    Raises
    ------
    CourseError
        If the gradebook does not have them.
    """
    if not any("AUTOTEST" in cell["source"] for cell in source["cells"]):
        return source
    config = load_config(course)
    mark = config.InstantiateTests.get("autotest_delimiter", "AUTOTEST")
    address = config.CourseDirectory.get("db_url") or f"sqlite:///{course.gradebook}"
    saved = _saved(address, assignment, name)
    cells = []
    for cell in source["cells"]:
        if cell["cell_type"] == "code" and mark in cell["source"] and grade_id(cell):
            if grade_id(cell) not in saved:
                raise CourseError(
                    f"the gradebook has no cell {grade_id(cell)} of {assignment}, whose checks "
                    f"nbgrader writes. Run: nbgrader generate_assignment {assignment} --force"
                )
            cell = {**cell, "source": saved[grade_id(cell)]}
        cells.append(cell)
    return {**source, "cells": cells}


def _saved(address: str, assignment: str, name: str) -> dict[str, str]:
    from sqlalchemy import create_engine, make_url, text
    from sqlalchemy.exc import SQLAlchemyError

    url = make_url(address)
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").is_file():
        return {}
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            about = {"assignment": assignment, "notebook": name}
            return dict(connection.execute(text(CELLS), about).tuples().all())
    except SQLAlchemyError as error:
        raise CourseError(f"the gradebook can't be read: {error}") from None
    finally:
        engine.dispose()
