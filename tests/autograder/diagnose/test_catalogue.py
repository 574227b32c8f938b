"""Every mistake of the course is named, and no right answer is: in this process, seconds."""

import io
from contextlib import redirect_stdout

import pytest

from autograder.authoring import entries_for
from autograder.diagnose.match import diagnose
from tests.autograder.diagnose.conftest import COURSE, READ

pytestmark = pytest.mark.filterwarnings("ignore:the matrix subclass")  # a mistake's


def entries(kind):
    return [
        pytest.param(name, entry, id=f"{name}-{entry.id}")
        for name, exercise in READ.items()
        for entry in entries_for(exercise, COURSE, kind)
    ]


def name_of(known, name, entry):
    with redirect_stdout(io.StringIO()):
        found = diagnose(known[name, entry.replaces.__name__], entry.function)
    return found["ids"] if found else None


@pytest.mark.parametrize(("name", "mistake"), entries("mistakes"))
def test_a_mistake_is_named(known, name, mistake):
    assert mistake.id in name_of(known, name, mistake)


@pytest.mark.parametrize(("name", "alternative"), entries("alternatives"))
def test_another_right_answer_gets_no_diagnosis(known, name, alternative):
    assert name_of(known, name, alternative) is None


@pytest.mark.parametrize("name", READ)
def test_the_reference_gets_no_diagnosis(known, name):
    for function in READ[name].functions.values():
        assert diagnose(known[name, function.name], function.object) is None


def test_every_function_of_the_course_can_be_diagnosed(known):
    assert set(known) == {(name, f) for name, exercise in READ.items() for f in exercise.functions}


def test_no_mistake_looks_right_on_every_candidate(made):
    silent = [m.id for _, findings in made.values() for found in findings for m in found.silent]
    assert silent == []


def test_few_mistakes_look_alike_and_fewer_say_something_else(made):
    alike = {
        frozenset(mistake.id for mistake in group): len({mistake.message for mistake in group})
        for _, findings in made.values()
        for found in findings
        for group in found.groups
        if len(group) > 1
    }
    # A fill of 1e-12 and a score times zero differ by less than rounding.
    fills = [{"M40", "M74"}, {"N40", "N74"}, {"A40", "A74"}, {"R03", "R08"}]
    assert [set(ids) for ids, texts in alike.items() if texts > 1] == fills
    assert len(alike) <= 10
