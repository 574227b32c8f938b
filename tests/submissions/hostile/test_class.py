"""Every kind of attack has the outcome that stands beside it, in a class that the command grades.

The whole corpus is graded once at each level of the sandbox, among honest students. What no case
may do is asked of each, and of the whole.
"""

import os
import tempfile
from html.parser import HTMLParser
from pathlib import Path

import pytest

from autograder.model import Outcome
from tests.autograder.levels import working
from tests.submissions.hostile import HOSTILE
from tests.submissions.hostile.assignment import NAME, POINTS, SECRET
from tests.submissions.hostile.classroom import MEMORY, NEIGHBOURS, Classroom, student_of
from tests.submissions.hostile.registry import PASSED

EVERY = pytest.mark.parametrize("hostile", HOSTILE.values(), ids=lambda hostile: hostile.name)
GRADED = pytest.mark.parametrize(
    "hostile",
    [hostile for hostile in HOSTILE.values() if not hostile.refused],
    ids=lambda hostile: hostile.name,
)


class Active(HTMLParser):
    """Collects what a browser would run of a page, or fetch."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        if tag in ("script", "iframe", "object", "embed", "base", "link", "form"):
            self.found.append(tag)
        for name, value in attributes:
            runs = (value or "").strip().lower().startswith(("javascript:", "vbscript:"))
            if name.startswith("on") or runs:
                self.found.append(f"{tag} {name}={value}")


def active_in(text):
    parser = Active()
    parser.feed(text)
    return parser.found


def rooms():
    """Return each level as whoever runs the tests, and, where that is root, as a user, too."""
    for level in working():
        yield pytest.param((level, False), id=level)
        if os.geteuid() == 0:
            yield pytest.param((level, True), id=f"{level}, ordinary user", marks=pytest.mark.long)


@pytest.fixture(scope="module", params=rooms())
def room(request):
    with tempfile.TemporaryDirectory(prefix="class_") as root:  # where every user may go
        room = Classroom(Path(root), *request.param)
        yield room
        room.canaries.close()


def test_there_are_at_least_sixty_kinds():
    assert len(HOSTILE) >= 60


@EVERY
def test_outcome(hostile, room):
    if hostile.refused:
        assert hostile.refused in room.said
    if hostile.refused and hostile.student:
        return  # no receipt can carry that name
    receipt = room.receipts.read(student_of(hostile))
    if hostile.refused:
        (notebook,) = receipt.result.notebooks
        assert hostile.refused in str(notebook.refusal)
        assert {verdict.outcome for verdict in receipt.verdicts} == {Outcome.UNGRADED}
        return
    assert receipt.observed.fault == ""
    ended = {verdict.id: verdict for verdict in receipt.verdicts if verdict.id in POINTS}
    wrong = {
        id: (str(ended[id].outcome), receipt.message_of(NAME, id))
        for id, allowed in hostile.outcomes.items()
        if ended[id].outcome not in allowed
    }
    assert wrong == {}
    for id, verdict in ended.items():
        assert verdict.points == (POINTS[id] if verdict.outcome == PASSED else 0)
    assert receipt.points <= hostile.points
    assert {flag.kind for flag in receipt.flags} == hostile.flags


@GRADED
def test_what_its_cells_show(hostile, room):
    shown = room.outputs(student_of(hostile))
    checks = "".join(text for id, text in shown.items() if id in POINTS)
    own = "".join(text for id, text in shown.items() if id not in POINTS)
    assert "GOT" not in own
    assert all(any(part in own for part in says.split("|")) for says in hostile.says), own
    assert "evil()" not in own + checks
    assert len(own + checks) < 8 << 20


@GRADED
def test_a_hidden_number_is_shown_nowhere_but_in_hidden_checks(hostile, room):
    for id, text in room.outputs(student_of(hostile)).items():
        assert id.endswith("--hidden") or SECRET not in text, id
    receipt = room.receipts.read(student_of(hostile))
    visible = [id for id in POINTS if not id.endswith("--hidden")]
    assert not any(SECRET in receipt.message_of(NAME, id) for id in visible)


def test_the_neighbours_are_graded_as_they_are_alone(room):
    assert room.among == room.alone
    for student in NEIGHBOURS:
        assert room.receipts.read(student).points == sum(POINTS.values())


def test_no_secret_word_appears_anywhere(room):
    words = [word.encode() for word in room.canaries.words]
    ours = [path for path in room.course.root.rglob("*") if path.is_file()]
    for path in ours:
        if not path.is_relative_to(room.course.submitted) and str(path) not in room.planted:
            data = path.read_bytes()
            assert not any(word in data for word in words), path
            assert b"hard-linked-secret" not in data, path
    assert not any(word.decode() in room.said for word in words)


def test_no_page_for_students_holds_a_hidden_number_or_runs_anything(room):
    pages = list(room.course.feedback.rglob("*.html"))
    assert len(pages) > len(HOSTILE) / 2
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert SECRET not in text, page
        assert active_in(text) == [], page


def test_nothing_outside_is_changed_or_reached(room):
    assert room.canaries.look() == room.planted
    assert room.canaries.connections() == 0


def test_no_process_is_left(room):
    assert room.canaries.left() == []


def test_the_memory_of_the_machine_is_bounded(room):
    assert room.taken < MEMORY


def test_the_command_says_who_was_not_graded_and_moves_no_cursor(room):
    refused = [hostile for hostile in HOSTILE.values() if hostile.refused]
    assert room.code == 1
    assert all(hostile.refused in room.said for hostile in refused)
    assert odd_in(room.said) == set()


def test_one_students_work_is_explained_without_moving_the_cursor(room):
    student = student_of(HOSTILE["exception whose words move the cursor"])
    for options in ((), ("--json",)):
        ran = room.run("explain", *options, student)
        assert ran.returncode == 0 and "scale" in ran.stdout
        assert odd_in(ran.stdout + ran.stderr) == set()


def odd_in(text):
    """Return the characters of a text that a terminal does not show."""
    return {c for c in text if not c.isprintable() and c != "\n"}
