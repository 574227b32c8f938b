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


def test_every_check_passes_where_it_does_under_stock_nbgrader(graded, pairs):
    """But for a warning on stderr, which costs the check's points under stock nbgrader alone."""
    differ = {}
    for verdict, receipt in pairs:
        missed = {v.id for v in receipt.verdicts if v.outcome not in ("passed", "manual")}
        missed -= {question.id for question in verdict.exercise.written}
        spared = verdict.missed - missed - warned(graded, receipt)
        if spared or missed - verdict.missed:
            differ[verdict.result.student] = spared | (missed - verdict.missed)
    assert differ == {}


def test_points_are_those_of_stock_nbgrader(graded, pairs):
    differ = {}
    for verdict, receipt in pairs:
        worth = {v.id: v.max_points for v in receipt.verdicts}
        passed = {v.id for v in receipt.verdicts if v.outcome == "passed"}
        warnings = passed & verdict.missed & warned(graded, receipt)
        points = receipt.points - sum(worth[id] for id in warnings)
        if points != (verdict.result.score or 0):
            differ[verdict.result.student] = (points, verdict.result.score)
    assert differ == {}


def warned(course, receipt):
    """Return the checks that wrote on stderr."""
    folder = course.autograded / receipt.result.student
    notebook = read_notebook(course.notebook(folder, receipt.result.assignment))
    return {
        grade_id(cell)
        for cell in notebook["cells"]
        for output in cell.get("outputs", ())
        if output.get("name") == "stderr"
    }


def test_every_mistake_is_named_on_its_page(graded, pairs, name):
    """Where its own checks pass, the function that uses it is named, with the same message."""
    # A fill of 1e-12 and a score times zero differ by less than rounding, and share a message.
    alike = {f"mistakes-{id}" for id in ("M40", "M74", "N40", "N74", "A40", "A74", "R03", "R08")}
    feedback, unexpected = Feedback(graded, name), {}
    for verdict, receipt in pairs:
        student = verdict.result.student
        if verdict.kind != "mistakes" or student in alike:
            continue
        said = {q.name: q.diagnosis for q in feedback.questions(receipt) if q.diagnosis}
        own = said.get(verdict.function) or next(iter(said.values()), "")
        if own != verdict.entry.message:
            unexpected[student] = {"is": verdict.entry.message, "said": said, **told_of(receipt)}
    assert unexpected == {}


def told_of(receipt):
    """Return what a receipt tells of how a diagnosis came about, for who reads the failure."""
    seen = {id: one for checks in receipt.observed.seen.values() for id, one in checks.items()}
    return {
        "named": [notebook.diagnoses for notebook in receipt.result.notebooks],
        "outcomes": {v.id: str(v.outcome) for v in receipt.verdicts if v.outcome != "passed"},
        "limits": {id: one.limits for id, one in seen.items() if one.limits},
        "fault": receipt.observed.fault,
        "seconds": receipt.observed.seconds,
    }


def test_no_right_answer_is_called_a_mistake(graded, pairs, name):
    feedback = Feedback(graded, name)
    for verdict, receipt in pairs:
        if verdict.kind != "mistakes":
            said = [q.diagnosis for q in feedback.questions(receipt) if q.diagnosis]
            assert said == [], verdict.result.student


def test_no_page_holds_what_is_hidden(graded, pairs, name):
    source = read_notebook(graded.notebook(graded.source, name))
    release = read_notebook(graded.notebook(graded.release, name))
    seed = graded.seed_file.read_text().strip()
    kept = long_numbers("".join(hidden(cell["source"]) for cell in source["cells"]))
    kept -= long_numbers(json.dumps(release))
    secrets = {seed, str(graded.root), *kept}
    secrets |= {str(seed_for(grade_id(cell), seed)) for cell in source["cells"] if grade_id(cell)}
    checks = [cell for cell in source["cells"] if "BEGIN HIDDEN TESTS" in cell["source"]]
    told = {line.strip() for cell in release["cells"] for line in cell["source"].splitlines()}
    lines = {line for line in hidden_lines({"cells": checks}) - told if len(line) > 12}
    feedback = Feedback(graded, name)
    for verdict, receipt in pairs:
        page = feedback.page(receipt)
        assert [secret for secret in secrets if secret in page] == [], verdict.result.student
        shown = {line.strip() for line in _text(page).splitlines()}
        shown -= written_by(graded, verdict.result.student, name)
        assert lines & shown == set(), verdict.result.student


def written_by(course, student, name):
    """Return the lines of a student's own cells: some hold the oracle's."""
    notebook = read_notebook(course.notebook(course.submitted / student, name))
    own = [c["source"] for c in notebook["cells"] if grade_id(c).startswith("solution-")]
    return {line.strip() for source in own for line in source.splitlines()}


def _text(page):
    """Return a page as its reader sees it, line by line."""
    return unescape(re.sub(r"<[^>]+>", "", page))
