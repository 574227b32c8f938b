"""Where the work is done: processes of this machine, or an executor of another kind."""

from collections.abc import Callable, Collection
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait

from autograder.batch.cluster import Cluster
from autograder.batch.processes import Processes
from autograder.sandbox.levels import Level
from autograder.sandbox.scratch import forget_the_dead

MakeExecutor = Callable[[], Executor]


def local(workers: int, level: Level | None = None, ready: Processes | None = None) -> MakeExecutor:
    """Return what starts an executor of so many processes of this machine.

    Parameters
    ----------
    workers : int
    level : Level or None
        The sandbox that was found here: the workers needn't try it again. Else each tries what
        the settings say.
    ready : Processes, optional
        Some that are started already: the first to be used.
    """
    started = [ready] if ready else []
    return lambda: started.pop() if started else Processes(workers, level)


def wait_for_one(executor: Executor, futures: Collection[Future]) -> set[Future]:
    """Wait until one of some futures has ended, and return those that have."""
    if isinstance(executor, Cluster):
        return executor.wait(futures)
    return wait(futures, return_when=FIRST_COMPLETED).done


def stop(executor: Executor) -> None:
    """End an executor at once, with what it is doing."""
    if isinstance(executor, Processes):
        executor.kill()
        forget_the_dead()
    else:
        executor.shutdown(wait=False)  # Dask's own cancels what is under way
