"""What is plugged into nbgrader's own pipeline, named in a course's `nbgrader_config.py`."""

from autograder.preprocessors.feedback import FeedbackExporter
from autograder.preprocessors.graded import GradedExporter
from autograder.preprocessors.hide_checks import HideChecks
from autograder.preprocessors.markdown import safe_code, safe_markdown

__all__ = ["FeedbackExporter", "GradedExporter", "HideChecks", "safe_code", "safe_markdown"]
