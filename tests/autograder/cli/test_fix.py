import json

from tests.autograder.classroom import ASSIGNMENT, RIGHT, answered, released
from tests.autograder.cli.test_commands import autograder


def test_a_broken_notebook_is_opened_mended_and_graded(graded):
    ran = autograder("fix", f"cy/{ASSIGNMENT}", cwd=graded.root)
    assert ran.returncode == 0, ran.stderr
    assert "cut off" in ran.stdout
    assert f"autograder fix cy/{ASSIGNMENT} --done" in ran.stdout
    path = graded.root / "fixes" / ASSIGNMENT / "cy" / "mended" / f"{ASSIGNMENT}.ipynb"
    assert f"  {path}\n" in ran.stdout
    path.write_text(json.dumps(answered(released(graded), **RIGHT)), encoding="utf-8")
    ran = autograder("fix", "cy", ASSIGNMENT, "--done", cwd=graded.root)
    assert ran.returncode == 0, ran.stderr
    assert "cy: 5 / 7, repaired:by-hand" in ran.stdout


def test_what_is_still_broken_gives_exit_code_1(graded):
    autograder("fix", f"cy/{ASSIGNMENT}", cwd=graded.root)
    ran = autograder("fix", f"cy/{ASSIGNMENT}", "--done", "--json", cwd=graded.root)
    assert ran.returncode == 1
    (problem,) = json.loads(ran.stdout)["problems"]
    assert problem["path"].endswith(f"mended/{ASSIGNMENT}.ipynb")


def test_a_submission_has_two_names(graded):
    for words in (("cy",), (f"cy/{ASSIGNMENT}/x",), ("cy", ASSIGNMENT, "x")):
        assert autograder("fix", *words, cwd=graded.root).returncode == 2
    ran = autograder("fix", f"ada/{ASSIGNMENT}", cwd=graded.root)
    assert ran.returncode == 2
    assert "add --force" in ran.stderr
