"""The site gives no hidden check away; answers lie in one folder, for those who ask for them."""

import json
import re
import zipfile
from functools import cache
from itertools import pairwise

import pytest
from live.course import withheld
from live.reference import FENCE, function_source
from pages import ROOT, all_pages, documents

from autograder.authoring import read_course, read_exercise, release_notebook

READABLE = {".js", ".json", ".md", ".txt", ".ipynb", ".inv", ".xml"}
COURSE = read_course(ROOT / "exercises")
PAGES = [ROOT / f"{document}.md" for document in documents()]
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


def text_of(site, *apart):
    """Return all that a site says: pages as readers see them, sources, search index, downloads."""
    apart = {"_static", "vendor", *apart}
    files = [file for file in site.rglob("*") if not apart & set(file.parts)]
    pieces = [page.text for page in all_pages(site)]
    for file in files:
        if file.suffix in READABLE:
            pieces.append(file.read_text(errors="replace").replace("\\n", "\n"))
        elif file.suffix == ".zip":
            with zipfile.ZipFile(file) as archive:
                pieces += [archive.read(name).decode() for name in archive.namelist()]
    return "\n".join(pieces).translate(str.maketrans("“”‘’", "\"\"''"))


@pytest.fixture(scope="module")
def told(site):
    """All that the site says, but for the answers that readers may ask for."""
    return text_of(site, "answers")


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


@pytest.fixture(scope="module")
def class_told(class_site):
    """All that the site of a running class says."""
    return text_of(class_site)


def answer_lines(name):
    """Return the lines that only the answer itself holds: no page, no student's notebook."""
    body = lines_of(function_source(name, brief=True))[1:]
    known = {line for path in (ROOT / "book").glob("*.md") for line in lines_of(path.read_text())}
    known |= {line for text in SHOWN for line in lines_of(function_source(text))}
    return set(body) - known - set(lines_of(released()))


def model_answers():
    """Return the sentences of model answers and rubrics, of every exercise."""
    written = [question for exercise in exercises().values() for question in exercise.written]
    return [text for one in written for text in (*pairs_of(one.answer), *pairs_of(one.rubric))]


WITHHELD = sorted(withheld(ROOT, COURSE, PAGES))
SHOWN = [fence["name"] for path in PAGES for fence in FENCE.finditer(path.read_text())]


@pytest.mark.parametrize("name", WITHHELD)
def test_a_running_class_gets_no_answer_that_its_pages_do_not_teach(site, class_told, name):
    secret = answer_lines(name)
    assert secret
    assert secret <= set(lines_of(text_of(site)))  # that they would be noticed
    assert secret & set(lines_of(class_told)) == set()


def test_a_running_class_gets_no_model_answer(class_told):
    pairs = model_answers()
    assert len(pairs) > 7
    assert set(pairs) & pairs_of(class_told) == set()


def test_the_pages_of_a_running_class_offer_no_answer(class_site):
    parts = [part for page in all_pages(class_site) for part in page.of("div", "hbh-exercise")]
    assert {part["data-answers"] for part in parts} == {"no"}
    assert list(class_site.glob("live/*/answers/*")) == []


def test_the_book_says_which_answers_it_does_not_show():
    guide = (ROOT / "book/instructors.md").read_text()
    named = {name.split(".")[1] for name in WITHHELD} - {"decoder_attention"}
    assert [name for name in named if f"`{name}`" not in guide] == []
    assert "the repair in chapter 7" in guide
    assert "live_solutions: false" in guide


def test_visible_checks_are_shown_whole(told):
    for check in exercises()["02_split_merge"].checks:
        assert check.title.rstrip(".") in told
        if not check.hidden:
            assert check.source.partition("\n")[2] in told
