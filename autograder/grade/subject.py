"""The student's process, as the examiner drives it."""

import socket
import time

import msgspec

from autograder.grade.messages import Desk
from autograder.grade.proxies import Remote
from autograder.wire.calls import Lost, Peer
from autograder.wire.encode import Encoder
from autograder.wire.frames import Channel, Closed, TimedOut, WireError, pair
from autograder.wire.messages import Cells, Hold, Names, Ran, Run
from autograder.wire.nodes import Allowance

GRACE = 1.0
HOLDING = 30.0
"""Seconds to take a small message: long, for a machine that stands still for a moment."""
_encode = msgspec.json.Encoder().encode
_ran = msgspec.json.Decoder(Ran).decode
_all_ran = msgspec.json.Decoder(list[Ran]).decode


class Subject:
    """A process that runs the student's cells, and the forks that it leaves behind.

    Parameters
    ----------
    sock : socket.socket
        The line to the process.
    desk : Desk
        Where an interrupt or a fresh process can be had.
    """

    def __init__(self, sock: socket.socket, desk: Desk) -> None:
        self.desk = desk
        self.channel = Channel(sock)

    def run(self, source: str, number: int, seconds: float, deadline: float) -> list[dict]:
        """Run a cell, and return its outputs as they came.

        Past the deadline it is interrupted. If it does not end even then, or ends its process,
        `Lost` is raised, and `renew` is the only way on.
        """
        try:
            self.channel.send(_encode(Run(source, number, seconds)), deadline=deadline)
            try:
                return self._outputs(deadline)
            except TimedOut:
                self.desk.ask("interrupt")
                return self._outputs(time.monotonic() + GRACE)
        except TimedOut:
            raise Lost("timeout", "this cell took too long and could not be interrupted") from None
        except Closed:
            raise Lost("crashed", "the process ended while this cell ran") from None
        except WireError as error:
            raise Lost("crashed", f"the process sent garbage ({str(error)[:200]})") from None

    def run_all(self, cells: list[Run], deadline: float) -> list[list[dict]]:
        """Run cells that show no value, and return the outputs of each.

        `Lost` is raised if they have not all ended by the deadline: `renew` is the only way on.
        """
        try:
            self.channel.send(_encode(Cells(cells)), deadline=deadline)
            found = _all_ran(self.channel.recv(deadline)[0])
        except (TimedOut, Closed, WireError, msgspec.MsgspecError, RecursionError):
            raise Lost("crashed", "the cells did not end") from None
        if len(found) != len(cells):
            raise Lost("crashed", "the process sent something else")
        return [msgspec.to_builtins(ran.outputs) for ran in found]

    def hold(self, count: int) -> list[Channel]:
        """Have the process fork some times, and return the lines to the forks, which wait."""
        return hold(self.channel, count, time.monotonic() + HOLDING)

    def renew(self) -> None:
        """Change to a fresh process; the old one is ended, with the forks that it left."""
        self.channel.close()
        fd = self.desk.ask("student")
        if fd is None:
            raise Lost("crashed", "no fresh process could be had")
        self.channel = Channel(socket.socket(fileno=fd))

    def leave(self) -> None:
        """Close the line for good."""
        self.channel.close()

    def _outputs(self, deadline: float) -> list[dict]:
        header, _, _ = self.channel.recv(deadline)
        try:
            return msgspec.to_builtins(_ran(header).outputs)
        except (msgspec.MsgspecError, RecursionError) as error:
            raise WireError(str(error)) from None


def hold(channel: Channel, count: int, deadline: float) -> list[Channel]:
    """Have a process fork some times, and return the lines to the forks; none if it is gone."""
    pairs = [pair() for _ in range(count)]
    try:
        fds = [theirs.fileno() for _, theirs in pairs]
        channel.send(_encode(Hold()), fds=fds, deadline=deadline)
    except (Closed, TimedOut):
        for mine, _ in pairs:
            mine.close()
        return []
    finally:
        for _, theirs in pairs:
            theirs.close()
    return [Channel(mine) for mine, _ in pairs]


def run_there(peer: Peer, source: str, number: int, seconds: float) -> list[dict]:
    """Run a check in the student's process, and return its outputs as they came."""
    peer.pending += 1
    try:
        peer.channel.send(_encode(Run(source, number, seconds)), deadline=peer.deadline)
        header, _, _ = peer.channel.recv(peer.deadline)
        outputs = msgspec.to_builtins(_ran(header).outputs)
    except TimedOut:
        raise Lost("timeout", "the check took too long") from None
    except (Closed, WireError, msgspec.MsgspecError, RecursionError):
        raise Lost("crashed", "the submission's process ended during the check") from None
    peer.pending -= 1
    return outputs


def borrow(peer: Peer, names: list[str], allowance: Allowance) -> dict[str, object]:
    """Return what names stand for in the student's namespace: functions as proxies."""
    lent = peer.ask(_encode(Names(names, allowance)), Encoder(peer.lend))
    if type(lent) is not dict:
        peer.lose("crashed", "the submission's process sent no names")
    found = {name: value for name, value in lent.items() if name in names}
    for value in found.values():
        if isinstance(value, Remote):
            value.is_returned = False
    return found
