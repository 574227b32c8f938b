import pytest

from autograder.record.backups import STEM
from autograder.session.forget import Forgetting
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
