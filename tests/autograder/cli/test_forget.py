import json

from tests.autograder.cli.test_commands import autograder
from tests.autograder.record.rows import ask


def test_a_student_is_shown_then_forgotten(graded):
    url = f"sqlite:///{graded.gradebook}"
    ran = autograder("forget", "bo", cwd=graded.root)
    assert ran.returncode == 0, ran.stderr
    assert f"  {graded.submitted / 'bo'}\n" in ran.stdout
    assert "1 rows of the gradebook's table student" in ran.stdout
    assert "Nothing was removed. Do it with --yes" in ran.stdout
    assert (graded.submitted / "bo").exists()
    ran = autograder("forget", "bo", "--yes", "--json", cwd=graded.root)
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["done"]
    assert not (graded.submitted / "bo").exists()
    assert ask(url, "select id from student") == [("ada",), ("cy",)]
    ran = autograder("forget", "bo", cwd=graded.root)
    assert ran.returncode == 2
    assert "holds nothing of a student 'bo'" in ran.stderr


def test_what_still_names_the_student_gives_exit_code_1(graded):
    (graded.root / "grades.csv").write_text("bo,5\n", encoding="utf-8")
    ran = autograder("forget", "bo", "--yes", cwd=graded.root)
    assert ran.returncode == 1
    assert (
        f"Not removed, though it names the student:\n  {graded.root / 'grades.csv'}" in ran.stdout
    )
