"""``nbgrader generate_feedback`` writes the pages of ``autograder feedback``."""

from pathlib import Path
from typing import Any

from nbconvert.exporters import HTMLExporter
from nbgrader.converters.base import NbGraderException
from traitlets import Any as AnyTrait

from autograder.course.directory import CourseDirectory, CourseError
from autograder.feedback.writing import Feedback


class FeedbackExporter(HTMLExporter):
    """Gives nbgrader's converter our page of a submission that has a receipt.

    It is named as ``c.GenerateFeedback.exporter_class``. A submission that was graded by nbgrader's
    own pipeline has no receipt: its page is nbgrader's, without what `HideChecks` leaves out.
    """

    _feedback = AnyTrait()  # of the assignment at hand: a run has one exporter

    def from_filename(
        self, filename: str, resources: dict[str, Any] | None = None, **more: Any
    ) -> tuple[str, dict[str, Any]]:
        """Return a submission's page.

        Parameters
        ----------
        filename : str
        resources : dict
            nbgrader's, which say whose notebook of which assignment it is.

        Raises
        ------
        NbGraderException
            If the course's own files don't allow it; the message says why.
        """
        about = resources["nbgrader"]
        try:
            feedback = self._of(about["assignment"], about["db_url"])
            receipt = feedback.receipts.read(about["student"])
            if receipt is None:
                return super().from_filename(filename, resources, **more)
            page = feedback.page(receipt)
        except CourseError as error:
            self.log.error("%s", error)
            raise NbGraderException(str(error)) from None
        return page, {**resources, "output_extension": self.file_extension}

    def _of(self, assignment: str, db_url: str) -> Feedback:
        if self._feedback is None or self._feedback.assignment != assignment:
            course = CourseDirectory(Path(self.parent.coursedir.root).resolve())
            self._feedback = Feedback(course, assignment, db_url)
        return self._feedback
