"""What lateness costs, by the plug-in that the course names for nbgrader."""

import sys
from datetime import datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from autograder.course import CourseError

if TYPE_CHECKING:
    from nbgrader.plugins import BasePlugin
    from traitlets.config import Config


def seconds_late(
    handed_in: datetime | None, due: datetime | None, extension: timedelta | None
) -> float:
    """Return how late a submission is, 0 where either time isn't known."""
    if handed_in is None or due is None:
        return 0.0
    return max(0.0, (handed_in - due - (extension or timedelta())).total_seconds())


class LatePenalties:
    """Asks the class of ``c.AssignLatePenalties.plugin_class``.

    Parameters
    ----------
    config : traitlets.config.Config
        The course's settings.
    """

    def __init__(self, config: "Config") -> None:
        self.config = config

    @cached_property
    def _plugin(self) -> "BasePlugin":
        # jsonschema compiles a grammar for a format that no notebook has. It takes a second.
        sys.modules.setdefault("rfc3987_syntax", None)
        from nbgrader.preprocessors import AssignLatePenalties

        assign = AssignLatePenalties(config=self.config)
        assign.init_plugin()
        return assign.plugin_inst

    def penalty(self, student: str, score: float, seconds: float) -> float | None:
        """Return what lateness costs a notebook, from 0 to its score; None where nothing.

        Raises
        ------
        CourseError
            If the course's plug-in fails.
        """
        if not seconds:
            return None
        try:
            penalty = self._plugin.late_submission_penalty(student, score, seconds)
            return None if penalty is None else float(min(max(penalty, 0), score))
        except Exception as error:  # the course's own code
            raise CourseError(
                f"the late penalty of {student} can't be told: {error!r}. "
                "Mend the class that c.AssignLatePenalties.plugin_class names"
            ) from error
