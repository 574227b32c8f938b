"""See a whole course at work: ``autograder demo``."""

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from autograder.cli.grade import CORES, grade_one, make_executor
from autograder.cli.output import number, spoken_errors
from autograder.cli.summary import print_summary

if TYPE_CHECKING:
    from autograder.course import CourseDirectory
    from autograder.course.made_up import MadeUp
    from autograder.session.grading import Standing

MARK = "made-up-class"  # a directory that holds this file may be replaced by the next demo


def demo(
    directory: Annotated[str, typer.Argument(metavar="DIR", help="Missing, empty, or a demo.")],
    exercises: Annotated[
        str, typer.Option("--from", metavar="EXERCISES", help="Holds course.toml and exercises.")
    ],
    students: Annotated[int, typer.Option(min=1, help="How many are made up.")] = 60,
    assignment: Annotated[str, typer.Option(help="Which is graded. Default: the first.")] = "",
    sandbox: Annotated[
        str, typer.Option(help="As for grade. Default: the strongest that works, else none.")
    ] = "",
) -> None:
    """Make a course, make up a class, grade it and print the table.

    The class has right, partly right, wrong, empty and damaged notebooks, made from the course's
    own references, alternatives and mistakes.

    Example: `autograder demo demo --from exercises --students 60`
    """
    with spoken_errors():
        from autograder.batch.settings import read_settings
        from autograder.course.create import new_course
        from autograder.course.receipts import Receipts
        from autograder.course.releasing import release
        from autograder.feedback.writing import Feedback

        place = Path(directory)
        if (place / MARK).is_file():
            shutil.rmtree(place)
        course = new_course(place, exercises, made_up=True)
        (course.root / MARK).touch()
        assignment = assignment or course.assignments[0]
        course.check_assignment(assignment)
        for name in course.assignments:
            release(course, name)
        made_up = _make_up(course, exercises, assignment, students)
        settings = read_settings(course, sandbox or _sandbox())
        executor, workers = make_executor("", CORES, settings)
        standings = grade_one(course, assignment, settings, executor, workers)
        print_summary(assignment, standings, Receipts(course, assignment))
        Feedback(course, assignment).write()
    _print_kinds(course, made_up, {standing.student: standing for standing in standings})


def _make_up(
    course: "CourseDirectory", exercises: str, assignment: str, size: int
) -> list["MadeUp"]:
    from autograder.authoring import read_course, read_exercise, release_notebook
    from autograder.course.made_up import hand_in, made_up_class

    origin = read_course(exercises)
    exercise = read_exercise(origin.directory / f"{assignment}.md", origin)
    made_up = made_up_class(exercise, origin, release_notebook(exercise, origin), size)
    hand_in(course, assignment, made_up)
    return made_up


def _sandbox() -> str:
    """Return what grades a made-up class here; its code is our own, so none will do."""
    from autograder.sandbox import SandboxError, probe

    try:
        return probe().name
    except SandboxError as error:
        print(f"note: {error}", file=sys.stderr)
        return "none"


def _print_kinds(
    course: "CourseDirectory", made_up: list["MadeUp"], standings: dict[str, "Standing"]
) -> None:
    """Show one student of each kind, and where to look."""
    print("\nOne of each kind:")
    seen = set()
    for student in made_up:
        if student.kind in seen:
            continue
        seen.add(student.kind)
        standing = standings[student.student]
        points = f"{number(standing.points)} / {number(standing.max_points)}"
        made = f"{student.student}  {student.kind:13}  {student.made}"
        print(f"  {made}: {points}, {standing.status}")
    first = next(standing for standing in standings.values() if standing.points is not None)
    page = course.feedback / first.student / first.assignment / f"{first.assignment}.html"
    commands = Path(sys.executable).parent
    print(f"""
Where to look:
  {course.root}
  {page}
  cd {course.root} && {commands / "nbgrader"} export    # grades.csv
  cd {course.root} && {commands / "jupyter"} lab        # formgrader: grade the written answers""")
