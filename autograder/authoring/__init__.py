"""Write an exercise once, as text, and get every notebook from it."""

from autograder.authoring.answers import answer_source, entries_for, fill
from autograder.authoring.cells import Check, Exercise, Solution, Written
from autograder.authoring.course import Course, read_course
from autograder.authoring.errors import ExerciseError
from autograder.authoring.exercise import check_course, read_exercise
from autograder.authoring.notebook import release_notebook, source_notebook

__all__ = [
    "Check",
    "Course",
    "Exercise",
    "ExerciseError",
    "Solution",
    "Written",
    "answer_source",
    "check_course",
    "entries_for",
    "fill",
    "read_course",
    "read_exercise",
    "release_notebook",
    "source_notebook",
]
