"""Write the feedback pages of an assignment."""

from collections.abc import Callable, Iterable
from pathlib import Path

from autograder.batch.settings import read_settings
from autograder.course.config import load_config
from autograder.course.directory import CourseDirectory, CourseError
from autograder.course.files import write_private
from autograder.course.receipts import Receipts
from autograder.feedback.human import Human, read_human
from autograder.feedback.known import read_known
from autograder.feedback.notebook import ShownNotebook, shown
from autograder.feedback.outputs import Outputs
from autograder.feedback.page import Course, feedback_page
from autograder.feedback.questions import Question, questions
from autograder.grade.paper import read, read_paper
from autograder.model import Receipt


class Feedback:
    """Makes the pages of one assignment.

    Parameters
    ----------
    course : CourseDirectory
    assignment : str
    db_url : str
        The gradebook's address. Empty: what the course's settings say.
    """

    def __init__(self, course: CourseDirectory, assignment: str, db_url: str = "") -> None:
        releases = read(read_paper(course, assignment, read_settings(course))).releases
        self.course, self.assignment = course, assignment
        self.receipts = Receipts(course, assignment)
        book = load_config(course).get("Autograder", {}).get("book", "")
        known = read_known(course, assignment)
        self.common = Course({release.name: release for release in releases}, known, book)
        self.human = read_human(course, assignment, db_url)

    def page(self, receipt: Receipt) -> str:
        """Return the page of one submission as HTML."""
        human = self.human.get(receipt.result.student, Human())
        return feedback_page(self.common, receipt, self._notebooks(receipt, human), human)

    def questions(self, receipt: Receipt) -> list[Question]:
        """Return what can be said of a submission, by function."""
        human = self.human.get(receipt.result.student, Human())
        about = (self.common.releases, self.common.known, human.comments, human.scores)
        return questions(receipt, *about)

    def write(
        self, students: Iterable[str] = (), report: Callable[[str], None] = lambda student: None
    ) -> list[Path]:
        """Write the pages of these students, or of all who were graded.

        The page lies where nbgrader's would: ``feedback/<student>/<assignment>/<notebook>.html``.

        Raises
        ------
        CourseError
            If a named student has no receipt.
        """
        written = []
        for student in students or self.receipts.students:
            receipt = self.receipts.read(student)
            if receipt is None:
                raise CourseError(
                    f"'{student}' has no receipt for {self.assignment}. "
                    f"Run: autograder grade {self.assignment}"
                )
            page = self.page(receipt).encode("utf-8", "replace")
            folder = self.course.feedback / student / self.assignment
            for name in self.common.releases:
                write_private(folder / f"{name}.html", page)
                written.append(folder / f"{name}.html")
            report(student)
        return written

    def _notebooks(self, receipt: Receipt, human: Human) -> list[ShownNotebook]:
        outputs, found = Outputs(), []
        for name, release in self.common.releases.items():
            folder = self.course.autograded / receipt.result.student / self.assignment
            path = folder / f"{name}.ipynb"
            if path.is_file():
                found.append(shown(path.read_bytes(), release, human.comments, outputs))
        return found
