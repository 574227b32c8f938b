"""The command on a class that the session graded."""

import json

from tests.autograder.classroom import ASSIGNMENT
from tests.autograder.cli.conftest import graded_once  # noqa: F401
from tests.autograder.cli.test_commands import autograder


def test_a_graded_class_is_reported(graded_once, tmp_path):  # noqa: F811
    ran = autograder("report", "--out", tmp_path / "out", "--course", graded_once.root, cwd="/")
    assert ran.returncode == 0, ran.stderr
    assert "3 submissions" in ran.stdout and str(tmp_path / "out" / "report.html") in ran.stdout
    report = json.loads((tmp_path / "out" / "report.json").read_text())
    assert report["scores"]["count"] == 2
    outcomes = {check["id"]: check["outcomes"] for check in report["checks"]}
    assert outcomes["mean--hidden"] == {"passed": 1, "failed": 1, "ungraded": 1}
    assert [one["student"] for one in report["ungraded"]] == ["cy"]


def test_json_goes_to_a_program(graded_once, tmp_path):  # noqa: F811
    where = ("--out", tmp_path, "--course", graded_once.root)
    ran = autograder("report", ASSIGNMENT, "--json", *where, cwd="/")
    (report,) = json.loads(ran.stdout)
    assert report["assignment"] == ASSIGNMENT


def test_without_receipts_it_says_what_to_run(released_once):
    ran = autograder("report", cwd=released_once.root)
    assert ran.returncode == 2
    assert "Run: autograder grade" in ran.stderr
