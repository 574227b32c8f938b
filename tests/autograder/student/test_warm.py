"""Forks of a warm process."""

import os
import threading

from autograder.student.warm import forget_threads


def ask_fork(question):
    reading, writing = os.pipe()
    pid = os.fork()
    if not pid:
        os.write(writing, str(question()).encode())
        os._exit(0)
    os.close(writing)
    os.waitpid(pid, 0)
    with os.fdopen(reading) as pipe:
        return pipe.read()


def threads_of_fork():
    forget_threads()
    event = threading.Event()
    thread = threading.Thread(target=event.wait)
    thread.start()
    with_one = ask_fork(lambda: (threading.active_count(), thread.is_alive()))
    event.set()
    thread.join()
    return with_one, ask_fork(lambda: threading.current_thread() is threading.main_thread())


def test_a_fork_knows_that_threads_are_gone_and_who_is_the_main_thread():
    assert ask_fork(threads_of_fork) == "('(1, False)', 'True')"
