"""The book's Sphinx extension: what its pages need beyond Jupyter Book, one subject a file."""

from live import (
    assets,
    cache,
    cells,
    exercise,
    folds,
    hosting,
    interactive,
    notices,
    offline,
    part,
    program,
    progress,
    reference,
    theme,
    timetable,
)

SUBJECTS = (
    assets,
    cache,
    cells,
    exercise,
    folds,
    hosting,
    interactive,
    notices,
    offline,
    part,
    program,
    progress,
    reference,
    theme,
    timetable,
)


def setup(app):
    """Register every subject with Sphinx."""
    for subject in SUBJECTS:
        subject.setup(app)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
