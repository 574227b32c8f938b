"""Running a few cells in a sandbox, without any check: for trials and attacks."""

import time

import msgspec

from autograder.model import Limits
from autograder.sandbox.errors import SandboxError
from autograder.sandbox.process import WarmProcess
from autograder.sandbox.start import start_student
from autograder.wire.frames import Channel, Closed, TimedOut, WireError, pair
from autograder.wire.messages import Ran, Run

_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(Ran).decode


def run(level: str, cells: list[str], limits: Limits, seconds: float = 20.0) -> list[list[dict]]:
    """Run cells one after another in one process, and return the outputs of each.

    A cell that kills its process or takes too long ends the list early.
    """
    warm = start_student(level, limits)
    try:
        warm.ready()
        return run_in(warm, cells, limits, seconds)
    finally:
        warm.close()


def run_in(warm: WarmProcess, cells: list[str], limits: Limits, seconds: float) -> list[list[dict]]:
    """Run cells in a fork of a warm process, which is ended afterwards."""
    mine, theirs = pair()
    channel, outputs = Channel(mine), []
    try:
        warm.spawn(b"0", [theirs])
        warm.spawned()
        for number, source in enumerate(cells, 1):
            deadline = time.monotonic() + seconds
            channel.send(_encode(Run(source, number, limits.cell)), deadline=deadline)
            header, _, _ = channel.recv(deadline)
            outputs.append(msgspec.to_builtins(_decode(header).outputs))
    except (Closed, TimedOut):
        pass
    except (WireError, msgspec.MsgspecError) as error:
        raise SandboxError(f"the trial's process sent garbage: {error}") from None
    finally:
        channel.close()
        warm.end()
    return outputs
