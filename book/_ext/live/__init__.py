"""The book's Sphinx extension: what its pages need beyond Jupyter Book, one subject a file."""

from live import assets, cache, exercise, folds, interactive, reference, theme, timetable


def setup(app):
    """Register every subject with Sphinx."""
    for subject in (assets, cache, exercise, folds, interactive, reference, theme, timetable):
        subject.setup(app)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
