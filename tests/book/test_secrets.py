"""The site gives no hidden check away; answers lie in one folder, for those who ask for them."""

import json
import re
from functools import cache
from itertools import pairwise

import pytest
from live.program import write_program
from pages import ROOT, all_pages

from autograder.authoring import read_course, read_exercise, release_notebook

READABLE = {".js", ".json", ".md", ".txt", ".ipynb", ".inv", ".xml"}
COURSE = read_course(ROOT / "exercises")
LITERAL = re.compile(r"\d+\.\d{7,}")


@cache
def exercises():
    """Read every exercise."""
    return {path.stem: read_exercise(path, COURSE) for path in COURSE.exercises}


@cache
def released():
    """Return all that students get, of every exercise."""
    notebooks = (release_notebook(exercise, COURSE) for exercise in exercises().values())
    return "\n".join(cell.source for notebook in notebooks for cell in notebook.cells)


def lines_of(text):
    """Return the lines of a text, stripped, without empty ones."""
    return [line.strip() for line in text.splitlines() if line.strip()]


def pairs_of(text):
    """Return each line with the one after it: a single line may stand elsewhere by chance."""
    lines = lines_of(text)
    return set(pairwise(lines))


def secrets_of(exercise):
    """Return pairs of lines, and long numbers, that only hidden checks and answers hold."""
    hidden = [check.source.partition("\n")[2] for check in exercise.checks if check.hidden]
    hidden += [text for question in exercise.written for text in (question.answer, question.rubric)]
    pairs = set().union(*map(pairs_of, hidden)) - pairs_of(released())
    return pairs, set(LITERAL.findall("\n".join(hidden))) - set(LITERAL.findall(released()))


@pytest.fixture(scope="module")
def told(site):
    """All that the site says: its pages as readers see them, sources, search index, downloads."""
    apart = {"_static", "vendor", "answers"}
    others = (f for f in site.rglob("*") if f.suffix in READABLE and not apart & set(f.parts))
    everything = "\n".join(
        [
            *(page.text for page in all_pages(site)),
            *(file.read_text(errors="replace").replace("\\n", "\n") for file in others),
        ]
    )
    return everything.translate(str.maketrans("“”‘’", "\"\"''"))


@pytest.fixture(scope="module")
def told_pairs(told):
    """The lines that follow each other in what the site says."""
    return pairs_of(told)


@pytest.mark.parametrize("name", exercises())
def test_the_site_holds_no_hidden_check_and_no_model_answer(told, told_pairs, name):
    pairs, literals = secrets_of(exercises()[name])
    assert len(pairs) > 10
    assert pairs & told_pairs == set()
    assert [literal for literal in literals if literal in told] == []


@pytest.mark.parametrize("name", exercises())
def test_a_hidden_check_would_be_noticed(told, name):
    """Each hidden check by itself, put into what the site says, shows."""
    pairs, _ = secrets_of(exercises()[name])
    for check in exercises()[name].checks:
        if check.hidden:
            assert pairs & pairs_of(f"{told}\n{check.source}"), check.id


@pytest.mark.parametrize("name", exercises())
def test_the_answers_hold_no_hidden_check(site, name):
    (file,) = site.glob(f"live/*/answers/{name}.json")
    checks = [c.source.partition("\n")[2] for c in exercises()[name].checks if c.hidden]
    answers = json.loads(file.read_text())["solutions"].values()
    shown = pairs_of(released()).union(*map(pairs_of, answers))
    told = pairs_of(file.read_text().replace("\\n", "\n"))
    assert told & (set().union(*map(pairs_of, checks)) - shown) == set()


def test_a_running_class_gets_no_answers(tmp_path):
    write_program(tmp_path / "live", ROOT, with_answers=False)
    assert list((tmp_path / "live" / "answers").iterdir()) == []


def test_visible_checks_are_shown_whole(told):
    for check in exercises()["02_split_merge"].checks:
        assert check.title.rstrip(".") in told
        if not check.hidden:
            assert check.source.partition("\n")[2] in told
