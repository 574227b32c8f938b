"""Near-duplicates: what is found, and above all what is not."""

import json
from pathlib import Path

import pytest

from autograder.authoring import (
    answer_source,
    entries_for,
    fill,
    read_course,
    read_exercise,
    release_notebook,
    source_notebook,
)
from autograder.repair import read_release
from autograder.report.alike import alike
from autograder.report.code import Alphabet, Starter
from autograder.report.writing import make
from tests.autograder.classroom import ASSIGNMENT, RIGHT

EXERCISES = Path(__file__).parents[3] / "exercises"
EXERCISE_NAMES = sorted(path.stem for path in EXERCISES.glob("[0-9]*.md"))

COPIED = """\
def mean(values):
    total, count = 0.0, 0
    for place, value in enumerate(sorted(values, key=abs)):
        if value != value:
            raise ValueError(f"no number at {place}")
        total = total + value if place % 2 else value + total
        count += 1
    return total / max(count, 1)
"""
RENAMED = """\
def mean(numbers):
    # I wrote this on my own
    s, n = 0.0, 0
    for i, v in enumerate(sorted(numbers, key=abs)):
        if v != v:
            raise ValueError("what is this?")

        s = s + v if i % 2 else v + s
        n += 1
    return s / max(n, 1)
"""
OWN = [
    "def mean(values):\n    import math\n    return math.fsum(map(float, values)) / len(values)",
    "def mean(values):\n    left, right = 0, len(values)\n    while left < right:\n"
    "        values[left], left = values[left] * 1.0, left + 1\n    return sum(values) / right",
    "def mean(values):\n    from functools import reduce\n"
    "    return reduce(lambda a, b: a + b, values, 0) / sum(1 for _ in values)",
    "def mean(values):\n    if len(values) == 1:\n        return values[0]\n"
    "    rest = mean(values[1:])\n    return rest + (values[0] - rest) / len(values)",
    "def mean(values):\n    so_far = 0\n    for n, x in enumerate(values, start=1):\n"
    "        so_far = so_far * (n - 1) / n + x / n\n    return so_far",
]


def opened(exercise):
    """Return an exercise, its origin, and what it gives."""
    origin = read_course(EXERCISES)
    read = read_exercise(EXERCISES / f"{exercise}.md", origin)
    source, release = source_notebook(read, origin, "seed"), release_notebook(read, origin)
    return read, origin, Starter(read_release(source, release, exercise), source, Alphabet())


def near(course):
    return make(course, ASSIGNMENT).report.alike


def test_a_copy_with_other_names_and_layout_is_found(course, graded):
    for number, source in enumerate(OWN):
        graded(f"s{number}", sources={"double": RIGHT["double"], "mean": source})
    graded("ben", sources={"double": RIGHT["double"], "mean": COPIED})
    graded("eve", sources={"double": RIGHT["double"], "mean": RENAMED})
    (group,) = near(course).groups
    assert group.students == ("ben", "eve")
    assert group.alike > 0.97


def test_students_of_one_mind_on_a_short_function_are_no_group(course, graded):
    for number in range(8):
        graded(f"s{number}", sources=RIGHT)
    assert near(course).groups == ()


def test_what_many_wrote_is_no_evidence(course, graded):
    for number in range(8):
        graded(f"s{number}", sources={"mean": COPIED if number < 5 else OWN[number - 5]})
    found = near(course)
    assert (found.bound, found.groups) == (3, ())


@pytest.mark.parametrize("exercise", EXERCISE_NAMES)
def test_different_right_answers_are_no_group(exercise):
    read, origin, starter = opened(exercise)
    forms: dict[str, dict[str, str]] = {}
    for entry in (None, *entries_for(read, origin, "alternatives")):
        for name, text in answer_source(read, origin, entry).items():
            own = starter.text(f"solution-{name}", text)
            forms.setdefault(name, {})[own] = own
    assert all(own for each in forms.values() for own in each)
    size = max(map(len, forms.values()))
    students = {
        f"s{row}": {name: list(each)[row] for name, each in forms.items() if row < len(each)}
        for row in range(size)
    }
    assert size > 5
    assert alike(students, [starter], []).groups == ()


@pytest.mark.parametrize("exercise", EXERCISE_NAMES)
def test_the_courses_own_answer_is_known_in_every_exercise(exercise):
    read, origin, starter = opened(exercise)
    answered = fill(release_notebook(read, origin), answer_source(read, origin, None))
    texts, _ = starter.own(json.dumps(answered).encode())
    found = alike({"ana": texts}, [starter], [])
    assert len(found.references) == len(starter.given)
    assert found.whole == ("ana",)


def test_the_courses_own_answer_is_named_with_its_length(course, graded):
    renamed = "def mean(v):\n    return sum(v) / len(v)  # by me"
    graded("ana", sources={"double": "def double(y):\n    return y + y", "mean": renamed})
    graded("ben", sources={"double": "def double(x):\n    return 2 * x", "mean": renamed})
    found = near(course)
    of = {one.cell: one for one in found.references}
    assert of["double"].students == ("ana",)
    assert of["mean"].students == ("ana", "ben")
    assert found.whole == ("ana",)
    assert of["double"].length < of["mean"].length < 15


def test_the_starter_is_nobodys_code(course, graded):
    graded("ana")
    graded("ben")
    assert near(course).compared == 0


def test_code_that_is_no_python_is_compared_as_text(course, graded):
    broken = COPIED.replace("if value != value:", 'if "value != ((').replace("return", "give back")
    for student in ("ana", "ben"):
        graded(student, sources={"mean": broken})
    assert near(course).groups[0].students == ("ana", "ben")


def test_a_graded_notebook_that_is_lost_is_said(course, graded):
    graded("ana", sources=RIGHT)
    graded("ben", sources=RIGHT)
    course.notebook(course.autograded / "ana", ASSIGNMENT).unlink()
    found = near(course)
    assert (found.unread, found.compared) == (("ana",), 1)


def test_names_layout_comments_and_texts_do_not_matter_but_methods_do():
    text = Alphabet().text
    assert text("a = b.sum(axis=1)  # so") == text("first = other . sum(\n    keepdims = 1)")
    assert text('raise ValueError("one")') == text("raise ValueError(f'''two''')")
    assert text("a.reshape(b)") != text("a.transpose(b)")
    assert text("a[0] + 1") != text("a[0] + 2")
    assert text("sum(a)") != text("max(a)")
