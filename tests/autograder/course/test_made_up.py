import json
from collections import Counter
from pathlib import Path

import pytest

from autograder.authoring import read_course, read_exercise, release_notebook
from autograder.course.made_up import KINDS, made_up_class

EXERCISES = Path(__file__).parents[3] / "exercises"


@pytest.fixture(scope="module")
def make():
    origin = read_course(EXERCISES)
    exercise = read_exercise(EXERCISES / "02_split_merge.md", origin)
    release = release_notebook(exercise, origin)
    return lambda size, seed=0: made_up_class(exercise, origin, release, size, seed)


def test_a_class_of_sixty_has_every_kind_in_its_share(make):
    students = make(60)
    assert Counter(student.kind for student in students) == KINDS
    assert len({student.student for student in students}) == 60


@pytest.mark.parametrize("size", [1, 6, 12, 100])
def test_another_size_keeps_the_kinds(make, size):
    kinds = Counter(student.kind for student in make(size))
    assert kinds.total() == size
    assert len(kinds) == min(size, len(KINDS))


def test_the_same_seed_gives_the_same_class(make):
    assert make(20, seed=1) == make(20, seed=1)
    assert make(60, seed=1) != make(60, seed=2)


def test_each_damage_is_another(make):
    damaged = [student for student in make(60) if student.kind == "damaged"]
    assert len({student.made for student in damaged}) == 3
    with pytest.raises(ValueError, match="Unterminated"):
        json.loads(next(s.text for s in damaged if s.made == "half the file lost"))
