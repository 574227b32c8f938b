"""Forks that are born in namespaces of their own."""

import ctypes
import json
import os
import threading

import pytest

from autograder.student import confine
from autograder.student.clone import Cloner
from tests.autograder.levels import working

NOBODY = 65534
GETTID = {"x86_64": 186}.get(os.uname().machine, 178)


def born(question):
    """Return the answer of a fork, and who its parent still is."""
    reading, writing = os.pipe()
    outer = os.fork()
    if not outer:
        uid = None if os.geteuid() else NOBODY
        cloner = Cloner(uid)
        pid = cloner.fork()
        if not pid:
            confine.settle(*cloner.owner)
            os.write(writing, json.dumps(question()).encode())
            os._exit(0)
        found = os.waitpid(pid, 0) == (pid, 0) and (os.geteuid(), os.getegid()) == cloner.own
        os._exit(0 if found else 1)
    os.close(writing)
    _, status = os.waitpid(outer, 0)
    with os.fdopen(reading) as pipe:
        return json.loads(pipe.read()), status


@pytest.fixture(scope="module", autouse=True)
def namespaces():
    assert "namespaces" in working(), "this machine allows no namespaces"


def test_a_fork_is_the_first_process_and_one_user_for_good():
    user = os.geteuid() or NOBODY
    found, status = born(lambda: [os.getpid(), *os.getresuid(), *os.getresgid()])
    assert status == 0
    group = os.getegid() or NOBODY
    assert found == [1, user, user, user, group, group, group]


def test_a_fork_may_start_threads_and_forks():
    def question():
        thread = threading.Thread(target=lambda: done.append(1))
        done = []
        thread.start()
        thread.join()
        pid = os.fork()
        if not pid:
            os._exit(7)
        return [*done, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])]

    assert born(question) == ([1, 7], 0)


def test_the_c_library_knows_the_number_of_the_thread():
    libc = ctypes.CDLL(None)
    libc.pthread_self.restype = ctypes.c_void_p

    def question():
        mine = ctypes.c_void_p(libc.pthread_self())
        return [libc.syscall(GETTID), libc.pthread_kill(mine, 0)]

    assert born(question) == ([1, 0], 0)
