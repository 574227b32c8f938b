"""A made-up submission, graded before any real one, so that forks find the grader's code warm.

See `autograder.student.rehearsal`. The student's part is played by a fork, which is trusted.
"""

import os

from autograder.grade.exam import examine
from autograder.grade.messages import Desk, Job
from autograder.grade.plan import plan
from autograder.grade.subject import Subject
from autograder.model import Cell, Limits
from autograder.student.rehearsal import CELL, FUNCTIONS
from autograder.student.serve import serve
from autograder.student.shell import Shell
from autograder.wire.frames import Channel, pair

ROUNDS = 4
CHECKS = [
    "import numpy as np",
    "x = np.arange(6.0).reshape(1, 2, 3)\ngot = same(x)\nassert np.abs(got - x).max() < 1",
    "x = np.ones((2, 3), int)\nspoil(x)\nassert same(x).shape == half(x).T.shape",
    "try:\n    fail(np.zeros((2, 2)))\nexcept ValueError as error:\n    assert 'no' in str(error)",
    "print(half(np.ones((2, 2)))[0, 0])",
    "assert same(1) == 2, 'no'",
]


def job() -> Job:
    """Return the submission."""
    cells = [Cell("locked", CHECKS[0]), Cell("student", CELL)]
    for number in range(3):
        cells += [Cell("check", each, str(number), 1.0, hidden=number > 1) for each in CHECKS]
    return Job(cells, set(FUNCTIONS), Limits(), sandboxed=True)


def rehearse(shell: Shell) -> None:
    """Grade it a few times."""
    made = job()
    for number in range(ROUNDS):
        ours, theirs = pair()
        pid = os.fork()
        if not pid:
            ours.close()
            own = Shell()
            own.install()
            serve(theirs, own)
            os._exit(0)
        theirs.close()
        reports, sock = pair()
        desk = Desk(Channel(sock))
        subject = Subject(ours, desk)
        how = plan(made, {})._replace(at_once=number % 2 == 0)
        examine(made, how, subject, desk, shell)
        for channel in (subject.channel, desk.channel, reports):
            channel.close()
        os.waitpid(pid, 0)
