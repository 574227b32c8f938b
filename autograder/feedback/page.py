"""One page of feedback: a file that opens anywhere and loads nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from autograder.feedback.human import Human
from autograder.feedback.known import Known
from autograder.feedback.notebook import ShownNotebook
from autograder.feedback.picture import Picture, picture
from autograder.feedback.questions import Check, questions
from autograder.feedback.safe import markdown, plain
from autograder.feedback.template import style, template
from autograder.feedback.words import SHORT
from autograder.model import Outcome, Receipt
from autograder.repair import Release


@dataclass(frozen=True)
class Course:
    """What the pages of an assignment have in common.

    Attributes
    ----------
    releases : dict of str to Release
        The assignment's notebooks by name.
    known : Known
    book : str
        Address of the book with a closing slash; empty where there is none.
    """

    releases: Mapping[str, Release]
    known: Known = field(default_factory=Known)
    book: str = ""

    def link(self, section: str) -> str:
        """Return the address of a passage, ``page#anchor``, or empty."""
        page, _, anchor = section.partition("#")
        return f"{self.book}{page}.html#{anchor}" if self.book else ""


def feedback_page(
    course: Course,
    receipt: Receipt,
    notebooks: Sequence[ShownNotebook],
    human: Human | None = None,
) -> str:
    """Return a submission's page as HTML.

    Parameters
    ----------
    course : Course
    receipt : Receipt
    notebooks : sequence of ShownNotebook
        The student's own, without what is hidden.
    human : Human, optional
        What a person gave and wrote.
    """
    human = human or Human()
    asked = questions(receipt, course.releases, course.known, human.comments, human.scores)
    points = [question.points for question in asked if question.points is not None]
    manual = [c for q in asked for c in q.checks if c.outcome is Outcome.MANUAL]
    first = next((question for question in asked if question.first), None)
    return template(__package__).render(
        assignment=receipt.result.assignment,
        title=_title(course) or receipt.result.assignment,
        student=plain(receipt.result.student, 200),
        points=max(0.0, sum(points) - human.penalty) if points else None,
        max_points=sum(question.max_points for question in asked),
        waiting=sum(check.max_points for check in manual if check.points is None),
        penalty=human.penalty,
        reasons=_reasons(receipt),
        advice=first,
        loop_id=lambda question: asked.index(question) + 1,
        questions=asked,
        notebooks=notebooks,
        short=SHORT,
        number=_number,
        book_link=course.link,
        markdown=markdown,
        plain=plain,
        picture=_picture,
        style=style(__package__),
    )


def _picture(check: Check) -> Picture | None:
    return picture(check.seen.compared) if check.lost and check.seen.compared else None


def _reasons(receipt: Receipt) -> list[str]:
    """Say what could not be read. A fault of the machine is not the student's business."""
    refused = [str(n.refusal) for n in receipt.result.notebooks if n.refusal]
    return [plain(f"This could not be graded: {reason}", 500) for reason in refused]


def _title(course: Course) -> str:
    """Return the first heading of the assignment's first notebook."""
    for release in course.releases.values():
        for cell in release.cells:
            first = cell.visible.strip().split("\n", 1)[0]
            if cell.cell_type == "markdown" and first.startswith("# "):
                return first[2:].strip()
    return ""


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:g}"
