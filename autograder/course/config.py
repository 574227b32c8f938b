"""The two settings files of a course, and how other rooms read them."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from autograder.course.directory import CONFIG, STOCK, CourseDirectory

if TYPE_CHECKING:
    from traitlets.config import Config

PROFILE = "AUTOGRADER_PROFILE"

CONFIG_TEXT = '''"""nbgrader's settings for {title}.

Every nbgrader command that is run in this directory reads them.
"""

import os
import sys

c = get_config()  # noqa: F821

c.CourseDirectory.course_id = {course_id!r}

# What a submission may import beside the standard library. More settings, with their defaults:
# c.Autograder.timeout = 10.0       # seconds of computing time for one cell, and for one check
# c.Autograder.submission = 60.0    # seconds for one submission
# c.Autograder.memory = 1024        # MiB for one process of a submission
c.Autograder.packages = {packages!r}
# The book that feedback links to, with a closing slash. Empty: passages are named.
c.Autograder.book = {book!r}

'''

PLUGIN_TEXT = """# A new gradebook calls the command alembic, which lies beside this Python.
os.environ["PATH"] = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])

# nbgrader_stock.py asks for the untouched pipeline.
if os.environ.get("{profile}") != "stock":
    # `nbgrader autograde` and formgrader's button grade as `autograder grade` does.
    c.Autograde.exporter_class = "autograder.preprocessors.GradedExporter"
    c.Autograde.sanitize_preprocessors = []
    c.Autograde.autograde_preprocessors = []
    # Feedback as `autograder feedback` writes it. For what nbgrader's own pipeline graded:
    # without the source and the tracebacks of checks that students can't see.
    c.GenerateFeedback.exporter_class = "autograder.preprocessors.FeedbackExporter"
    c.GenerateFeedback.preprocessors = [
        "nbgrader.preprocessors.GetGrades",
        "autograder.preprocessors.HideChecks",
        "nbconvert.preprocessors.CSSHTMLHeaderPreprocessor",
    ]
    # Formgrader shows what students wrote without their scripts and forms, and without delay.
    c.HTMLExporter.filters = {{
        "markdown2html": "autograder.preprocessors.safe_markdown",
        "highlight_code": "autograder.preprocessors.safe_code",
    }}
    # Grades without an invented zero. Layouts for others: --exporter=autograder.export.X with X
    # CanvasExporter, MoodleExporter or GradescopeExporter.
    c.ExportApp.plugin_class = "autograder.export.GradesExporter"
"""

STOCK_TEXT = '''"""nbgrader's own pipeline, untouched.

nbgrader COMMAND --NbGrader.config_file=nbgrader_stock

nbgrader reads nbgrader_config.py after this file; it then changes nothing of the pipeline.
"""

import os

os.environ["{profile}"] = "stock"
'''


def write_config(
    course: CourseDirectory,
    title: str,
    course_id: str,
    packages: Sequence[str] = ("numpy", "matplotlib"),
    book: str = "",
) -> None:
    """Write `nbgrader_config.py` and `nbgrader_stock.py`."""
    texts = {CONFIG: CONFIG_TEXT + PLUGIN_TEXT, STOCK: STOCK_TEXT}
    for name, text in texts.items():
        filled = text.format(
            title=title,
            course_id=course_id,
            packages=list(packages),
            book=book,
            profile=PROFILE,
        )
        (course.root / name).write_text(filled, encoding="utf-8")


def load_config(course: CourseDirectory, profile: str = "") -> "Config":
    """Read a course's settings as an nbgrader command in its directory would.

    Parameters
    ----------
    course : CourseDirectory
        The course.
    profile : str
        ``"stock"`` for nbgrader's untouched pipeline.
    """
    from traitlets.config import PyFileConfigLoader

    before = os.environ.get(PROFILE)
    os.environ[PROFILE] = profile or before or ""
    try:
        config = PyFileConfigLoader(CONFIG, path=str(course.root)).load_config()
    finally:
        os.environ.pop(PROFILE)
        if before is not None:
            os.environ[PROFILE] = before
    config.CourseDirectory.root = str(course.root)
    return config
