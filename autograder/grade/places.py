"""Where checks stand: a process that waits there, and its forks, which the checks run against."""

import contextlib
import time
from collections.abc import Callable

from autograder.grade.proxies import RemoteFunction
from autograder.grade.subject import GRACE, borrow, hold
from autograder.model import Cell
from autograder.wire.calls import Lost, Peer
from autograder.wire.frames import Channel
from autograder.wire.nodes import Allowance


class Place:
    """A process of the submission that waits where checks stand, and its forks.

    It is asked for forks and for nothing else. Its checks share one fork, and see there what
    earlier ones left: hidden ones come after all visible ones. Checks that run in the student's
    process leave their own variables there, and share another. A fork that is lost is replaced
    when the next check asks. Where a process can be made again, it serves the checks itself.

    Parameters
    ----------
    held : Channel or None
        The line to the process; None if there could be none.
    forks : dict of bool to Channel
        The lines to the forks of the same moment, by whether checks run in them.
    budget : float
        Seconds that one fork may serve: the kernel ends a process that computes for longer.
    restart : callable, optional
        Returns the line to a process that waits in the same state. Where there is one, the process
        itself serves the checks, and nobody waits beside it until it is lost.
    names : frozenset of str
        What is asked for along with the first name: what no call gives another value.
    """

    def __init__(
        self,
        held: Channel | None,
        forks: dict[bool, Channel],
        budget: float,
        restart: Callable[[], Channel] | None = None,
        names: frozenset[str] = frozenset(),
    ) -> None:
        self.held, self.budget, self._restart = held, budget, restart
        self._names = names
        self._unused = forks
        self._forks: dict[bool, Peer] = {}
        self._functions: dict[bool, dict[str, RemoteFunction | None]] = {}
        self._served: dict[bool, float] = {}

    def lend(
        self, cell: Cell, names: list[str], seconds: float, deadline: float, make: Callable
    ) -> tuple[Peer, dict[str, object]]:
        """Return the line to the fork for a check, and what names stand for there.

        Parameters
        ----------
        cell : Cell
        names : list of str
        seconds, deadline : float
            The check's computing time, and the moment on the clock when it has to be over.
        make : callable
            Takes a channel and returns the `Peer` at its end.
        """
        there = cell.in_student_process
        if self._served.get(there, 0.0) + seconds > self.budget:
            self._drop(there)
        if there in self._forks:
            with contextlib.suppress(Lost):  # it may have ended since the last check
                return self._enter(there, names, seconds, deadline)
        self._forks[there] = make(self._unused.pop(there, None) or self._fork(deadline))
        return self._enter(there, names, seconds, deadline)

    def take_back(self, cell: Cell, elapsed: float) -> None:
        """End a check: what it was lent serves no more, and a fork that was lost is given up."""
        there = cell.in_student_process
        peer = self._forks.get(there)
        if peer is None:
            return
        self._served[there] = self._served.get(there, 0.0) + elapsed
        if peer.lost or peer.pending:
            self._drop(there)
        peer.lost = peer.lost or Lost("ungraded", "a function outlived the check it was lent to")

    def _fork(self, deadline: float) -> Channel:
        if self._restart is not None:
            self.held, self._restart = self._restart(), None
        if self.held is None:
            raise Lost("crashed", "the submission's process ended before this check's place")
        for line in hold(self.held, 1, deadline):
            return line
        raise Lost("crashed", "the submission's process could not be asked")

    def _enter(
        self, there: bool, names: list[str], seconds: float, deadline: float
    ) -> tuple[Peer, dict[str, object]]:
        peer, known = self._forks[there], self._functions.setdefault(there, {})
        peer.lost, peer.deadline = None, deadline
        peer.faults.clear()
        allowance = Allowance(seconds, deadline - time.monotonic() + GRACE)
        wanted = [name for name in names if name not in known]
        try:
            if names and not wanted:
                peer.allowance = allowance
                if peer.channel.has_ended():
                    peer.lose("crashed", "the submission's process ended after an earlier check")
                found = {}
            else:
                wanted = [*wanted, *sorted(self._names - {*wanted, *known})]
                found = borrow(peer, wanted, allowance)
        except Lost:
            self._drop(there)
            raise
        for name in wanted:  # what is a function, or nothing, stays so
            if name not in found or isinstance(found[name], RemoteFunction):
                known[name] = found.get(name)
        lent = {name: known[name] for name in names if known.get(name) is not None}
        return peer, {**lent, **{name: found[name] for name in names if name in found}}

    def _drop(self, there: bool) -> None:
        self._functions.pop(there, None)
        self._served.pop(there, None)
        if there in self._forks:
            self._forks.pop(there).channel.close()
