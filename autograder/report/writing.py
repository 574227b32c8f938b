"""Make the report of an assignment, and write it."""

from pathlib import Path
from time import monotonic

import msgspec
from msgspec import Struct

from autograder.batch.settings import read_settings
from autograder.course.config import load_config
from autograder.course.directory import CourseDirectory
from autograder.course.files import write_private
from autograder.feedback.known import read_known
from autograder.feedback.page import Course
from autograder.grade.paper import read, read_paper
from autograder.report.alike import alike
from autograder.report.contents import Report
from autograder.report.mistakes import mistakes
from autograder.report.notebooks import Notebooks, starters
from autograder.report.notes import flags, times, ungraded
from autograder.report.page import Sources, page, shown_students
from autograder.report.reading import read_class, read_deadline
from autograder.report.scores import items, scores
from autograder.report.tables import tables


class Made(Struct):
    """A report with the student's code that its page shows, and the seconds of each stage."""

    report: Report
    sources: Sources
    seconds: dict[str, float]


def make(course: CourseDirectory, assignment: str, db_url: str = "") -> Made:
    """Make the report of an assignment.

    Raises
    ------
    CourseError
        If it has no receipts, or isn't released.
    """
    clock = _Clock()
    paper = read_paper(course, assignment, read_settings(course))
    releases = read(paper).releases
    group = read_class(course, assignment, releases)
    clock.stop("receipts")
    deadline = read_deadline(course, assignment, db_url)
    clock.stop("deadline")
    notebooks = Notebooks(course, assignment, starters(paper, releases))
    codes, unread = notebooks.codes(group)
    clock.stop("code")
    near = alike(codes, notebooks.starters, unread)
    clock.stop("alike")
    known, book = read_known(course, assignment), load_config(course).get("Autograder", {})
    found, unnamed = mistakes(group, known, Course({}, known, book.get("book", "")).link)
    report = Report(
        assignment,
        len(group.receipts),
        max(receipt.observed.graded_at for receipt in group.receipts).isoformat(" ", "minutes"),
        deadline.due.isoformat(" ", "minutes") if deadline.due else "",
        scores(group),
        tuple(items(group)),
        tuple(found),
        tuple(unnamed),
        tuple(flags(group, deadline)),
        tuple(ungraded(group)),
        times(group),
        near,
    )
    clock.stop("numbers")
    return Made(report, notebooks.sources(shown_students(near)), clock.seconds)


def write(course: CourseDirectory, made: Made, folder: Path | None = None) -> list[Path]:
    """Write page, tables and JSON, for you alone; return where, the page first.

    Parameters
    ----------
    course : CourseDirectory
    made : Made
    folder : pathlib.Path, optional
        Default is ``reports/<assignment>`` in the course.
    """
    clock = _Clock()
    folder = folder or course.reports / made.report.assignment
    files = {
        "report.html": page(made.report, made.sources).encode("utf-8", "replace"),
        "report.json": msgspec.json.format(msgspec.json.encode(made.report), indent=1),
        **dict(tables(made.report)),
    }
    for name, data in files.items():
        write_private(folder / name, data)
    clock.stop("page")
    made.seconds.update(clock.seconds)
    return [folder / name for name in files]


class _Clock:
    """Takes the seconds of each stage."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._last = monotonic()

    def stop(self, stage: str) -> None:
        now = monotonic()
        self.seconds[stage] = self.seconds.get(stage, 0.0) + now - self._last
        self._last = now
