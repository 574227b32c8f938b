"""Where the work is done: processes of this machine, or a Dask cluster."""

from collections.abc import Callable
from concurrent.futures import Executor

from autograder.batch.processes import Processes
from autograder.course.directory import CourseError
from autograder.sandbox.levels import Level
from autograder.sandbox.scratch import forget_the_dead

MakeExecutor = Callable[[], Executor]


def local(workers: int, level: Level | None, ready: Processes | None = None) -> MakeExecutor:
    """Return what starts an executor of so many processes of this machine.

    Parameters
    ----------
    workers : int
    level : Level or None
        The sandbox that was found here: the workers needn't try it again.
    ready : Processes, optional
        Some that are started already: the first to be used.
    """
    started = [ready] if ready else []
    return lambda: started.pop() if started else Processes(workers, level)


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
    if isinstance(executor, Processes):
        executor.kill()
        forget_the_dead()
    else:
        executor.shutdown(wait=False)  # Dask's own cancels what is under way
