"""What a diagnosis file may hold: no code, no answer, nothing of a hidden check, no seed."""

import contextlib
import inspect
import io
import json
import re

import numpy as np
import pytest

from autograder.authoring import answer_source, entries_for, fill, source_notebook
from autograder.authoring.notebook import seed_for
from autograder.course.hidden import hidden, hidden_lines
from autograder.diagnose.build import diagnosis
from autograder.diagnose.values import decode
from tests.autograder.diagnose.conftest import COURSE, READ

pytestmark = pytest.mark.filterwarnings("ignore:the matrix subclass")  # a mistake's

NUMBER = re.compile(r"\d[\d_]*(?:\.\d+)?")
SEED = "a seed"


@pytest.fixture(params=READ)
def name(request):
    return request.param


@pytest.fixture
def file(made, name):
    return made[name][0]


@pytest.fixture
def notebook(name):
    return source_notebook(READ[name], COURSE, SEED)


def code_in(lines):
    """Return the lines that are more than a word, such as the ``ValueError`` of a docstring."""
    return [line for line in lines if len(line) > 8 and re.search(r"[(=\[]", line)]


def long_numbers(text):
    return {n for n in NUMBER.findall(text) if sum(map(str.isdigit, n)) >= 8}


def test_it_holds_no_line_and_no_number_of_a_hidden_check(file, notebook):
    text = json.dumps(file)
    assert [line for line in code_in(hidden_lines(notebook)) if line in text] == []
    kept = long_numbers("".join(hidden(cell.source) for cell in notebook.cells))
    assert kept & long_numbers(text) == set()


def test_it_holds_no_seed(file, notebook):
    text = json.dumps(file)
    seeds = [
        str(seed_for(c.metadata.nbgrader.grade_id, SEED))
        for c in notebook.cells
        if "nbgrader" in c.metadata
    ]
    assert [seed for seed in (SEED, *seeds) if seed in text] == []


def test_it_holds_no_code(file, name):
    parts = file["functions"].values()
    told = [[part["probes"], [m["signatures"] for m in part["mistakes"]]] for part in parts]
    text = json.dumps(told)
    functions = [entry.function for entry in entries_for(READ[name], COURSE, "mistakes")]
    functions += [function.object for function in READ[name].functions.values()]
    lines = {line.strip() for f in functions for line in inspect.getsource(f).splitlines()}
    assert [line for line in code_in(lines) if line in text] == []
    assert not re.search(r"\b(def|return|lambda|import)\b|np\.", text)


@pytest.fixture
def answers(file, name):
    """Return for each function the numbers of its right results on the probes."""
    found = {}
    for function, part in file["functions"].items():
        numbers = found[function] = []
        for probe in part["probes"]:
            with contextlib.suppress(Exception):
                numbers += flat(READ[name].functions[function].object(*decode(probe)))
    return found


def flat(result):
    parts = result if isinstance(result, tuple) else (result,)
    return [float(x) for part in parts for x in np.ravel(part)]


def test_it_holds_no_number_of_an_answer(file, answers):
    for function, part in file["functions"].items():
        stored = json.dumps([mistake["signatures"] for mistake in part["mistakes"]])
        shown = {f"{float(n):.7g}" for n in re.findall(r"-?\d+\.\d+(?:e[+-]?\d+)?", stored)}
        right = {f"{x:.7g}" for x in answers[function] if x != round(x, 3)}
        assert right & shown == set()


def test_no_check_is_given_what_a_probe_is(name):
    exercise = READ[name]
    for seed in ("a seed", "another"):
        file, _ = diagnosis(exercise, COURSE, seed)
        given = what_checks_give(exercise, seed)
        assert len(given) > 5
        for function, part in file["functions"].items():
            probes = {(function, form(decode(probe))) for probe in part["probes"]}
            assert not {p for p in probes if p[1]} & given


def what_checks_give(exercise, seed):
    """Run all checks on the reference, and return what each function was called with."""
    given = set()

    def watched(name, function):
        def watch(*args, **kwargs):
            given.add((name, form([*args, *kwargs.values()])))
            return function(*args, **kwargs)

        return watch

    names = {"__name__": "__main__"}
    cells = fill(source_notebook(exercise, COURSE, seed), answer_source(exercise, COURSE)).cells
    with contextlib.redirect_stdout(io.StringIO()), np.errstate(all="ignore"):
        for cell in cells:
            if cell.cell_type != "code":
                continue
            kind = cell.metadata.get("autograder", {}).get("kind")
            spies = {
                name: watched(name, names[name]) for name in exercise.functions if name in names
            }
            exec(cell.source, {**names, **spies} if kind == "check" else names)
    return given


def form(value):
    """Return what makes two arguments the same, whatever type their numbers have."""
    if isinstance(value, (list, tuple)):
        return tuple(map(form, value))
    if isinstance(value, np.ndarray):
        return value.shape, *np.ravel(value).tolist()
    if isinstance(value, np.random.Generator):
        return repr(value.bit_generator.state)
    return value
