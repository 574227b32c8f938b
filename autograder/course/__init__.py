"""An nbgrader course on disk: made, released, graded and read back."""

from autograder.course.directory import CourseDirectory, CourseError, find_course

__all__ = ["CourseDirectory", "CourseError", "find_course"]
