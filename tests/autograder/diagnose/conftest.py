"""The course's own diagnoses, made once from a seed that no course has."""

import json
from pathlib import Path

import pytest

from autograder.authoring import read_course, read_exercise
from autograder.diagnose.build import diagnosis

EXERCISES = Path(__file__).parents[3] / "exercises"
COURSE = read_course(EXERCISES)
READ = {path.stem: read_exercise(path, COURSE) for path in COURSE.exercises}


@pytest.fixture(scope="session")
def made():
    """Return file and findings of each assignment; the file as it is read from disk."""
    made = {}
    for name, exercise in READ.items():
        file, findings = diagnosis(exercise, COURSE, "a seed")
        made[name] = json.loads(json.dumps(file)), findings
    return made


@pytest.fixture(scope="session")
def known(made):
    """Return what is known of each function, by assignment and name."""
    return {
        (name, function): part
        for name, (file, _) in made.items()
        for function, part in file["functions"].items()
    }
