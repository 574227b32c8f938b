"""Who is in the course, as the gradebook has it."""

from autograder.course.directory import CourseDirectory

PATIENCE = 30.0  # seconds to wait while another program writes the gradebook


def roster(course: CourseDirectory, db_url: str = "") -> list[str]:
    """Return the ids of the students whom the gradebook knows."""
    from sqlalchemy import select

    from autograder.course.stock import Stock
    from autograder.record.database import Database
    from autograder.record.tables import STUDENT

    database = Database(db_url or Stock(course).db_url, PATIENCE)
    try:
        with database.reading() as reader:
            return list(reader.execute(select(STUDENT.c.id)).scalars())
    finally:
        database.close()
