"""Grade the submissions of an assignment with nbgrader's own converters."""

from collections.abc import Callable, Iterable

from autograder.course.directory import CourseDirectory, CourseError
from autograder.course.inspect import inspect_submission
from autograder.course.results import Gradebook, Result
from autograder.course.stock import ConverterError, Stock


def grade(
    course: CourseDirectory,
    assignment: str,
    students: Iterable[str] = (),
    force: bool = False,
    report: Callable[[Result], None] = lambda result: None,
    profile: str = "stock",
    **settings: dict,
) -> list[Result]:
    """Grade submissions one after the other; a damaged one never stops the rest.

    Parameters
    ----------
    course : CourseDirectory
        The course.
    assignment : str
        The assignment. It has been released.
    students : iterable of str
        Whose submissions. Empty: everybody's, and the roster's missing ones are listed.
    force : bool
        Grade again what is graded already.
    report : callable
        Called with each result as it comes.
    profile, **settings
        As for `Stock`.

    Returns
    -------
    list of Result
        In the order of the students' ids.
    """
    course.check_assignment(assignment)
    if assignment not in course.released:
        raise CourseError(f"{assignment} is not released yet. Run: autograder release {assignment}")
    stock = Stock(course, profile, **settings)
    submitters = course.submitters(assignment)
    students = list(students)
    with _gradebook(course, assignment, stock) as gradebook:
        roster = set(gradebook.roster)
    for student in students:
        if student not in roster and not (course.submitted / student).is_dir():
            raise CourseError(
                f"there is no student '{student}': no folder of that name in {course.submitted}, "
                "and no entry in the gradebook. Check the id given to --student"
            )
    asked = students or sorted({*submitters, *roster})
    results = []
    for student in asked:
        results.append(_grade_one(course, assignment, student, student in submitters, stock, force))
        report(results[-1])
    return results


def _grade_one(
    course: CourseDirectory,
    assignment: str,
    student: str,
    submitted: bool,
    stock: Stock,
    force: bool,
) -> Result:
    damage = inspect_submission(course, assignment, student) if submitted else None
    failure = ""
    if submitted and (damage is None or damage.gradable):
        try:
            stock.autograde(assignment, student, force)
        except ConverterError as error:
            failure = f"nbgrader could not grade it: {error}"
    with _gradebook(course, assignment, stock) as gradebook:
        if not submitted:
            return gradebook.without_grades(student, "not submitted")
        if failure or (damage and not damage.gradable):
            return gradebook.without_grades(student, "damaged", failure or damage.reason)
        return gradebook.result(student, damage.reason if damage else "")


def _gradebook(course: CourseDirectory, assignment: str, stock: Stock) -> Gradebook:
    return Gradebook(course, assignment, stock.db_url)
