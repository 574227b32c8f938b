"""A Dask cluster as an executor that can say when nobody is there to work."""

import contextlib
import sys
import time
from collections.abc import Callable, Collection
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from typing import TYPE_CHECKING, Any

from autograder.course.directory import CourseError

if TYPE_CHECKING:
    from distributed import Client

    from autograder.batch.executors import MakeExecutor

BOUND = "distributed.scheduler.no-workers-timeout"
DEFAULT = 600.0  # seconds: by Dask's own default it would wait for ever
LOOK = 1.0  # seconds without an answer after which we look who is there
AGAIN = 30.0  # seconds after which it is said again


class Deserted(CourseError):
    """No worker came back in time."""


class Cluster(Executor):
    """The workers of a Dask scheduler.

    Parameters
    ----------
    client : distributed.Client
    address : str
        The scheduler's.
    patience : float
        Seconds to wait for a worker while there is none.
    """

    def __init__(self, client: "Client", address: str, patience: float) -> None:
        self.client, self.address, self.patience = client, address, patience
        self._executor = client.get_executor(pure=False, retries=0)
        self._since: float | None = None
        self._said = 0.0

    def submit(self, function: Callable, /, *arguments: Any) -> Future:
        """Have a function called on the cluster."""
        return self._executor.submit(function, *arguments)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Leave the cluster; without `wait` what is under way is cancelled."""
        self._executor.shutdown(wait=wait)

    def wait(self, futures: Collection[Future]) -> set[Future]:
        """Wait until one of them has ended, and return those that have.

        Raises
        ------
        Deserted
            If there is no worker for longer than patience lasts.
        """
        while not (done := wait(futures, LOOK, FIRST_COMPLETED).done):
            if not self._is_attended():
                self._hold_out()
        if self._since is not None:  # it may have come and worked since we looked
            self._is_attended()
        return done

    def _is_attended(self) -> bool:
        """See whether anybody is there, and say so if nobody was."""
        attended = self._has_workers()
        if attended and self._since is not None:
            _say(f"a worker is connected to {self.address} again; going on")
            self._since = None
        return attended

    def _hold_out(self) -> None:
        """Say that nobody is there, and give up if nobody comes in time."""
        now = time.monotonic()
        if self._since is None:
            self._since = self._said = now
            _say(
                f"no worker is connected to {self.address}; waiting {self.patience:g} s for one. "
                f"Start one: dask worker {self.address}. Ctrl-C stops, and the same command goes "
                f"on from here. How long to wait: Dask's setting {BOUND}"
            )
        elif now - self._since > self.patience:
            raise Deserted(
                f"no worker was connected to {self.address} for {self.patience:g} s. What is "
                "graded stays. Start a worker and run the command again: it goes on from here. "
                f"How long to wait: Dask's setting {BOUND}"
            )
        elif now - self._said > AGAIN:
            self._said = now
            _say(f"still no worker is connected to {self.address}, for {now - self._since:.0f} s")

    def _has_workers(self) -> bool:
        with contextlib.suppress(OSError, ValueError):  # the scheduler has gone, too
            return bool(self.client.nthreads())
        return False


def dask(address: str) -> "tuple[MakeExecutor, int]":
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
        from dask import config
        from dask.utils import parse_timedelta
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
    patience = parse_timedelta(config.get(BOUND, None) or DEFAULT)
    return (lambda: Cluster(client, address, patience)), threads


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
