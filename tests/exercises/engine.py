"""Grade every catalogue entry with the engine, in one course, as ``autograder grade`` does."""

import json
import shutil
from pathlib import Path

from autograder.authoring import answer_source, fill, read_course
from autograder.batch.executors import local
from autograder.batch.settings import read_settings
from autograder.course import CourseDirectory
from autograder.course.directory import read_notebook
from autograder.course.releasing import release
from autograder.sandbox.levels import probe
from autograder.session.grading import Session, submitters
from tests.exercises.gate import EXERCISES, NAMES, Verdict


def grade(folder: Path, verdicts: list[Verdict]) -> CourseDirectory:
    """Hand in what stock nbgrader graded, and grade it in the sandbox."""
    import nbformat

    course = CourseDirectory(folder / "engine")
    shutil.copytree(folder / "master", course.root)
    origin = read_course(EXERCISES)
    for name in NAMES:
        release(course, name)
    for verdict in verdicts:
        name = verdict.exercise.name
        blank = nbformat.from_dict(read_notebook(course.notebook(course.release, name)))
        starter = verdict.kind == "starter"
        answers = {} if starter else answer_source(verdict.exercise, origin, verdict.entry)
        path = course.notebook(course.submitted / verdict.result.student, name)
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(fill(blank, answers)), encoding="utf-8")
    settings = read_settings(course, timeout=3)
    for name in NAMES:
        executor = local(2, probe())
        Session(course, name, settings, executor, 2).grade(submitters(course, name, ()))
    return course
