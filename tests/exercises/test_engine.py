"""The engine gives the points that stock nbgrader gives, names every mistake, and tells nothing."""

import json
import re
from html import unescape

import pytest

from autograder.authoring.notebook import seed_for
from autograder.course.directory import grade_id, read_notebook
from autograder.course.hidden import hidden, hidden_lines
from autograder.course.receipts import Receipts
from autograder.feedback.writing import Feedback
from tests.exercises.gate import NAMES
from tests.exercises.test_leaks import long_numbers

pytestmark = pytest.mark.kill_matrix


@pytest.fixture(params=NAMES)
def name(request):
    return request.param


@pytest.fixture
def pairs(graded, verdicts, name):
    """What stock nbgrader says of each submission, with the engine's receipt."""
    receipts = Receipts(graded, name)
    found = [(v, receipts.read(v.result.student)) for v in verdicts if v.exercise.name == name]
    assert found
    return found


def test_every_check_passes_where_it_does_under_stock_nbgrader(pairs):
    differ = {}
    for verdict, receipt in pairs:
        missed = {v.id for v in receipt.verdicts if v.outcome not in ("passed", "manual")}
        written = {q.id for q in verdict.exercise.written}
        if missed - written != verdict.missed:
            differ[verdict.result.student] = (missed - written) ^ verdict.missed
    assert differ == {}


def test_points_are_those_of_stock_nbgrader(pairs):
    differ = {
        verdict.result.student: (receipt.points, verdict.result.score)
        for verdict, receipt in pairs
        if receipt.points != (verdict.result.score or 0)
    }
    assert differ == {}


def test_every_mistake_is_named_on_its_page_and_no_right_answer_is(graded, pairs, name):
    feedback, unnamed = Feedback(graded, name), {}
    for verdict, receipt in pairs:
        said = [q.diagnosis for q in feedback.questions(receipt) if q.diagnosis]
        wanted = [verdict.entry.message] if verdict.kind == "mistakes" else []
        if said != wanted:
            unnamed[verdict.result.student] = said
    # A fill of 1e-12 and a score times zero differ by less than rounding, and share a message.
    alike = {f"mistakes-{id}" for id in ("M74", "N74", "A74", "R08")}
    assert set(unnamed) <= alike, unnamed


def test_no_page_holds_what_is_hidden(graded, pairs, name):
    source = read_notebook(graded.notebook(graded.source, name))
    release = read_notebook(graded.notebook(graded.release, name))
    seed = graded.seed_file.read_text().strip()
    kept = long_numbers("".join(hidden(cell["source"]) for cell in source["cells"]))
    kept -= long_numbers(json.dumps(release))
    secrets = {seed, str(graded.root), *kept}
    secrets |= {str(seed_for(grade_id(cell), seed)) for cell in source["cells"] if grade_id(cell)}
    lines = {line for line in hidden_lines(source) if len(line) > 12}
    feedback = Feedback(graded, name)
    for verdict, receipt in pairs:
        page = feedback.page(receipt)
        assert [secret for secret in secrets if secret in page] == [], verdict.result.student
        shown = {line.strip() for line in _text(page).splitlines()}
        assert lines & shown == set(), verdict.result.student


def _text(page):
    """Return a page as its reader sees it, line by line."""
    return unescape(re.sub(r"<[^>]+>", "", page))
