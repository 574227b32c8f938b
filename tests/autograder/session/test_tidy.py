import pytest

from autograder.course.receipts import Receipts
from autograder.record.backups import STEM
from autograder.session.forget import Forgetting
from autograder.session.tidy import tidy
from tests.autograder.classroom import ASSIGNMENT
from tests.autograder.session.conftest import grade

LEFT = (
    f"backups/.{STEM}2026-01-01T00-00-00.000000Z.db.part",
    f"backups/.{STEM}2026-01-01T00-00-00.000000Z.db.part-journal",
    "receipts/.human.part",
    f"receipts/{ASSIGNMENT}/.a1b2.part",
    f"receipts/{ASSIGNMENT}/failed/.a1b2.part",
)
COMMANDS = {
    "grading": grade,
    "forgetting": lambda course: Forgetting(course, "ada").apply(),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_what_a_killed_command_left_half_written_is_removed(course, command):
    for name in LEFT:
        (course.root / name).parent.mkdir(exist_ok=True)
        (course.root / name).touch()
    COMMANDS[command](course)
    assert list(course.root.rglob("*.part*")) == []


@pytest.mark.parametrize("student", [".ada.part", ".part.part-wal"])
def test_a_receipt_of_a_student_with_such_a_name_stays(course, student):
    receipts = Receipts(course, ASSIGNMENT)
    receipts.path(student).parent.mkdir(parents=True, exist_ok=True)
    receipts.path(student).touch()
    tidy(course, ASSIGNMENT)
    assert receipts.path(student).exists()
