"""The command as a person runs it, and what a course holds when it has ended."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from autograder.course.receipts import Receipts
from autograder.model.receipt import canonical
from tests.autograder.classroom import ASSIGNMENT
from tests.autograder.processes import ROOT
from tests.autograder.record.rows import rows

COMMAND = Path(sys.executable).with_name("autograder")


def start(course, *arguments, environment=(), **options):
    """Start `autograder grade` in a session of its own, so that a signal reaches it alone."""
    return subprocess.Popen(
        [COMMAND, "grade", ASSIGNMENT, "--course", str(course.root), *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd="/",
        # A disk that is full for the command must not cut its compiled modules short.
        env={
            "PATH": "/usr/bin:/bin",
            "HOME": os.environ.get("HOME", "/"),
            "PYTHONDONTWRITEBYTECODE": "1",
            "PYTHONPATH": str(ROOT),
            **dict(environment),
        },
        start_new_session=True,
        **options,
    )


def line_with(process, text):
    """Wait for a line that a command says."""
    for line in process.stdout:
        if text in line:
            return line
    pytest.fail(f"{process.args} ended before it said {text!r}")


def finish(process):
    """Wait for a command; return its exit code and what it said that nobody has heard yet."""
    said = process.stdout.read()  # `communicate` would miss what `line_with` has read ahead
    return process.wait(), said


def results(course):
    """Return the canonical part of every receipt, by student."""
    found = {r.result.student: r for r in Receipts(course, ASSIGNMENT).all()}
    return {student: canonical(receipt.result) for student, receipt in found.items()}


def recorded(course):
    return rows(f"sqlite:///{course.gradebook}")


def notebooks(course):
    """Return every graded notebook, by its path in the course."""
    return {
        path.relative_to(course.root).as_posix(): path.read_bytes()
        for path in course.autograded.rglob("*.ipynb")
    }


def half_written(course):
    return [path for path in course.root.rglob("*") if path.name.endswith((".part", "-journal"))]
