"""Worker processes of this machine, as a `concurrent.futures.Executor`.

Each is started afresh, since this process may have threads, and the worker must hold nothing of it.
A thread hands it its work: the next question goes out before the last answer is looked at, so that
no worker waits for what is done with its answers. One that dies is replaced.
"""

import contextlib
import os
import queue
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from autograder.batch.worker import AHEAD, ERROR, LEVEL, MOST, question
from autograder.wire.frames import Channel, Closed, WireError, pair

if TYPE_CHECKING:
    from autograder.sandbox.levels import Level


class WorkerDied(Exception):
    """A worker process ended while it was asked for something."""


class WorkerFailed(Exception):
    """What a worker was asked for raised an error: its class, and what it says."""

    def __str__(self) -> str:
        """Return what it says."""
        return self.args[1]


@dataclass
class _Item:
    future: Future
    frame: tuple[bytes, list[bytes]]


class Processes(Executor):
    """Worker processes, started when they are needed or when `start` is called.

    Parameters
    ----------
    workers : int
        How many at most.
    level : Level, optional
        The sandbox that was found here: workers needn't try it again.
    """

    def __init__(self, workers: int, level: "Level | None" = None) -> None:
        self.workers, self.level = workers, level
        self._work: queue.SimpleQueue[_Item | None] = queue.SimpleQueue()
        self._idle = threading.Semaphore(0)
        self._hands: list[_Hand] = []
        self._is_closed = False

    def start(self, count: int) -> None:
        """Start so many now, that they import what they need while other things are done."""
        for _ in range(min(count, self.workers) - len(self._hands)):
            self._hire()
            self._idle.release()

    def warm_up(self, settings: bytes) -> None:
        """Let those that are started get ready for settings, before anything is submitted."""
        for hand in self._hands:
            hand.send_ahead(settings)

    def submit(self, function: Callable[..., bytes | None], /, *arguments: bytes) -> Future:
        """Have a module's function called in a worker.

        Raises
        ------
        RuntimeError
            If the executor was shut down.
        """
        if self._is_closed:
            raise RuntimeError("the executor was shut down")
        item = _Item(Future(), question(function, *arguments))
        if not self._idle.acquire(blocking=False) and len(self._hands) < self.workers:
            self._hire()
        self._work.put(item)
        return item.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the workers end when they have answered."""
        self._is_closed = True
        with contextlib.suppress(queue.Empty):
            while cancel_futures:
                if (item := self._work.get_nowait()) is not None:
                    item.future.cancel()
        for _ in self._hands:
            self._work.put(None)
        if wait:
            for hand in self._hands:
                hand.join()

    def kill(self) -> None:
        """End the workers at once, with what they are doing."""
        for hand in self._hands:
            hand.kill()
        self.shutdown(cancel_futures=True)

    def _hire(self) -> None:
        hand = _Hand(self, self._work, self._idle)
        self._hands.append(hand)
        hand.start()


class _Hand(threading.Thread):
    """The thread of one worker; the worker ends with it."""

    def __init__(
        self, executor: Processes, work: queue.SimpleQueue, idle: threading.Semaphore
    ) -> None:
        super().__init__(name="worker", daemon=True)
        self._executor, self._work, self._idle = executor, work, idle
        self._lock = threading.Lock()
        self._is_killed = False
        self._process: subprocess.Popen | None = None
        self._problem: OSError | None = None
        self._has_begun = threading.Event()

    def send_ahead(self, settings: bytes) -> None:
        """Say what will be graded: no answer comes, so the thread need not wake up for it."""
        self._has_begun.wait()
        with contextlib.suppress(Closed, WireError):
            self._channel.send(AHEAD, [settings])

    def run(self) -> None:
        """Hand over one item after another."""
        self._begin()  # here, for a worker ends with the thread that started it
        self._has_begun.set()
        item = self._take(wait=True)
        self._give(item)
        while item is not None:
            answer = self._answer()
            try:
                following = self._take(wait=False)
                self._give(following)
                _resolve(item.future, answer)
            except queue.Empty:
                _resolve(item.future, answer)
                self._idle.release()
                following = self._take(wait=True)
                self._give(following)
            item = following
        self._channel.close()
        if self._process is not None:
            self._process.wait()

    def kill(self) -> None:
        """End the worker at once, and for good."""
        with self._lock:
            self._is_killed = True
            if self._process is not None:
                self._process.kill()

    def _take(self, wait: bool) -> _Item | None:
        """Return the next item that nobody cancelled; None when there will be no more."""
        item = self._work.get(wait)
        while item is not None and not item.future.set_running_or_notify_cancel():
            item = self._work.get(wait)
        return item

    def _give(self, item: _Item | None) -> None:
        """Ask the worker; if it has died, the answer says so."""
        if item is None:
            return
        with contextlib.suppress(Closed, WireError):
            if not self._knows_level:
                self._channel.send(LEVEL, [msgspec.msgpack.encode(self._executor.level)])
                self._knows_level = True
            self._channel.send(*item.frame)

    def _answer(self) -> bytes | Exception:
        """Return what the worker answers; one that has died is replaced."""
        try:
            header, body, _ = self._channel.recv()
        except (Closed, WireError):
            if self._problem is not None:
                answer = WorkerFailed("OSError", f"it can't be started: {self._problem}")
            else:
                answer = WorkerDied("a worker process died")
            self._begin()
            return answer
        if header == ERROR:
            return WorkerFailed(*bytes(body).decode().split("\n", 1))
        return bytes(body)

    def _begin(self) -> None:
        """Start a worker process, unless all is over."""
        with self._lock:
            if self._process is not None:
                self._process.kill()
                self._process.wait()
            mine, theirs = pair()
            self._channel, self._knows_level, self._problem = Channel(mine, MOST), False, None
            with theirs:
                if not self._is_killed:
                    self._start(theirs)

    def _start(self, theirs: socket.socket) -> None:
        command = [sys.executable, "-P", "-m", "autograder.batch.worker"]
        try:
            self._process = subprocess.Popen(
                [*command, str(theirs.fileno()), str(os.getpid())],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                process_group=0,
            )
        except OSError as error:
            self._problem = error


def _resolve(future: Future, answer: bytes | Exception) -> None:
    if isinstance(answer, Exception):
        future.set_exception(answer)
    else:
        future.set_result(answer)
