import json

from tests.autograder.classroom import ASSIGNMENT
from tests.autograder.cli.test_commands import autograder
from tests.autograder.record.rows import rows


def test_a_lost_gradebook_is_shown_then_made_again(graded):
    url = f"sqlite:///{graded.gradebook}"
    before = rows(url)
    assert autograder("record", cwd=graded.root).returncode == 0
    graded.gradebook.unlink()
    ran = autograder("record", "--rebuild", cwd=graded.root)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert f"{ASSIGNMENT}: to be made from source/" in ran.stdout
    assert "Nothing was written. Do it with --yes" in ran.stdout
    assert not graded.gradebook.exists()
    ran = autograder("record", "--rebuild", "--yes", "--json", cwd=graded.root)
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["outlooks"][0]["changed"] == ["ada", "bo", "cy"]
    assert rows(url) == before


def test_a_sound_gradebook_is_said_to_be_well(graded):
    ran = autograder("record", "--rebuild", ASSIGNMENT, cwd=graded.root)
    assert "the automatic columns of 0 change" in ran.stdout
    assert "All is well" in ran.stdout


def test_yes_without_rebuild_is_refused(graded):
    ran = autograder("record", "--yes", cwd=graded.root)
    assert ran.returncode == 2
    assert "go with --rebuild" in ran.stderr
