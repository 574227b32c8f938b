"""Where the work is done: processes of this machine, or a Dask cluster."""

import contextlib
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor

from autograder.batch.task import settle
from autograder.course.directory import CourseError
from autograder.sandbox.levels import Level
from autograder.sandbox.scratch import forget_the_dead

MakeExecutor = Callable[[], Executor]


def local(workers: int, level: Level) -> MakeExecutor:
    """Return what starts an executor of so many processes of this machine.

    Parameters
    ----------
    workers : int
    level : Level
        The sandbox that was found here: the workers needn't try it again.
    """

    def make() -> Executor:
        # Not forked: the main process has threads, and the worker must hold nothing of it.
        context = multiprocessing.get_context("spawn")
        about = (os.getpid(), level)
        return ProcessPoolExecutor(workers, context, initializer=settle, initargs=about)

    return make


def dask(address: str) -> tuple[MakeExecutor, int]:
    """Return what starts an executor on a Dask cluster, and how many tasks it runs at once.

    Parameters
    ----------
    address : str
        The scheduler's, such as ``tcp://head:8786``. Its workers have this package installed, and
        need no disk in common with this machine.

    Raises
    ------
    CourseError
        If there is no Dask, or no scheduler that answers.
    """
    try:
        from distributed import Client
    except ImportError:
        raise CourseError(
            "--scheduler needs Dask. Run: pip install 'head-by-head[cluster]'"
        ) from None
    try:
        client = Client(address, timeout="10s")
        threads = sum(client.nthreads().values())
    except (OSError, ValueError) as error:
        raise CourseError(
            f"no Dask scheduler answers at {address}: {error}. Start one: dask scheduler"
        ) from None
    if not threads:
        raise CourseError(f"the scheduler at {address} has no worker. Start one: dask worker")
    return (lambda: client.get_executor(pure=False, retries=0)), threads


def stop(executor: Executor) -> None:
    """End an executor at once, with what it is doing."""
    if not isinstance(executor, ProcessPoolExecutor):
        executor.shutdown(wait=False)  # Dask's own cancels what is under way
        return
    executor.shutdown(wait=False, cancel_futures=True)
    for process in multiprocessing.active_children():
        with contextlib.suppress(OSError, ValueError):
            process.kill()
            process.join()
    forget_the_dead()
