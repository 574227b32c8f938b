"""Plug-ins for ``nbgrader export``: no invented zeros, no formulas, and four layouts.

`nbgrader_config.py` names the first one. For another layout name its class:
``nbgrader export --exporter=autograder.export.CanvasExporter``.
"""

from autograder.export.canvas import CanvasExporter
from autograder.export.gradescope import GradescopeExporter
from autograder.export.moodle import MoodleExporter
from autograder.export.plain import GradesExporter

__all__ = ["CanvasExporter", "GradesExporter", "GradescopeExporter", "MoodleExporter"]
