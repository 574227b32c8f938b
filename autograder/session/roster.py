"""Who is in the course, as the gradebook has it."""

from autograder.course.directory import CourseDirectory


def roster(course: CourseDirectory, db_url: str = "") -> list[str]:
    """Return the ids of the students whom the gradebook knows."""
    from nbgrader.api import Gradebook

    from autograder.course.stock import Stock

    with Gradebook(db_url or Stock(course).db_url) as gradebook:
        return [student.id for student in gradebook.students]
