"""Which sandbox this machine can do: found by starting it and looking out from within."""

import contextlib
import functools
import json
import os
import platform
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from autograder.model import Limits
from autograder.sandbox import cgroup
from autograder.sandbox.errors import SandboxError
from autograder.sandbox.process import WarmProcess
from autograder.sandbox.scratch import Scratch
from autograder.sandbox.start import start_student
from autograder.sandbox.trial import run_in
from autograder.student import landlock

STRENGTH = ("namespaces", "landlock")
WANTED = {"auto": STRENGTH, "strict": ("namespaces",), "none": ("none",)}
NAMES = {
    "namespaces": "bubblewrap with fresh namespaces",
    "landlock": "Landlock, system-call filter and resource limits",
    "none": "none: submissions can read and change what you can",
}
SECONDS = 20.0
LOOK = """
import json, os, socket
seen = {"canary": os.path.exists(CANARY), "uid": os.getuid()}
try:
    socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    seen["network"] = True
except OSError:
    seen["network"] = False
try:
    open(os.path.join(os.path.dirname(CANARY), "written"), "w")
    seen["outside"] = True
except OSError:
    seen["outside"] = False
import numpy
seen["numpy"] = bool(numpy.ones(3).sum() == 3)
print(json.dumps(seen))
"""


@dataclass(frozen=True)
class Level:
    """A sandbox that works here.

    Attributes
    ----------
    name : str
        ``namespaces``, ``landlock`` or ``none``.
    reasons : tuple of str
        Why no stronger level was taken, each with its remedy.
    whole_tree : bool
        Whether a control group bounds the memory of a submission's processes together.
    """

    name: str
    reasons: tuple[str, ...] = ()
    whole_tree: bool = False

    @property
    def title(self) -> str:
        """The level in words."""
        return NAMES[self.name]

    def memory_bound(self, limits: Limits) -> str:
        """Say what one submission's memory is bounded by."""
        each = f"{limits.memory >> 20} MiB for each process"
        if self.whole_tree:
            return f"{limits.tree_memory >> 20} MiB for all its processes together; {each}"
        if self.sandboxed:
            most = f"{limits.processes}, 3 for each place of checks, and 4 that end"
            together = f"{limits.tree_memory >> 20} MiB together are seen, and end it"
            return f"{each}, of which there are at most {most}; {together}"
        return f"{each}; their number is not bounded"

    @property
    def sandboxed(self) -> bool:
        """Whether it holds anything back."""
        return self.name != "none"


@functools.cache
def probe(wanted: str = "auto") -> Level:
    """Return the strongest level of the wanted kind that a trial run finds working.

    Parameters
    ----------
    wanted : str
        ``auto``, ``strict`` (namespaces or nothing), ``none``, or a level by its name.

    Raises
    ------
    SandboxError
        If none works; the message says why, and what to do.
    """
    return strongest(wanted, attempt)


def strongest(wanted: str, attempt: Callable[[str], None]) -> Level:
    """Return the strongest level of the wanted kind at which an attempt doesn't fail; see `probe`.

    Parameters
    ----------
    wanted : str
    attempt : callable
        Given a level's name; raises SandboxError if it does not hold.
    """
    reasons: list[str] = []
    for name in WANTED.get(wanted, (wanted,)):
        if name not in NAMES:
            raise SandboxError(f"There is no sandbox {wanted!r}: use auto, strict or none.")
        try:
            attempt(name)
            return Level(name, tuple(reasons), name != "none" and cgroup.available())
        except SandboxError as error:
            reasons.append(f"{NAMES[name]}: {error}")
    raise SandboxError(
        "No sandbox works on this machine. "
        + " ".join(reasons)
        + " To grade without one, at your own risk: --sandbox none"
    )


def attempt(name: str) -> None:
    """Start a level, look out from within, and raise SandboxError if it does not hold."""
    if name == "none":
        return
    check_system(name)
    warm = start_student(name, Limits())
    try:
        look_out(warm)
    finally:
        warm.close()


def check_system(name: str) -> None:
    """Raise SandboxError if this system has nothing to build a level of."""
    if name == "none":
        return
    if platform.system() != "Linux":
        raise SandboxError("it needs Linux.")
    if name == "landlock" and landlock.version() < landlock.NEEDED:
        raise SandboxError("the kernel has no Landlock, or an old one: Linux 6.7 is needed.")


def look_out(warm: WarmProcess) -> None:
    """Look out from within a fork of a warm process, and raise SandboxError if it isn't held."""
    if warm.level == "none":
        return
    with contextlib.closing(Scratch()) as scratch:  # this process may be killed in the middle
        Path(scratch.folder).chmod(0o777)
        canary = Path(scratch.folder, "canary")
        canary.write_text("canary")
        warm.ready()
        found = run_in(warm, [f"CANARY = {str(canary)!r}" + LOOK], Limits(), SECONDS)
    text = "".join(output.get("text", "") for outputs in found for output in outputs)
    try:
        seen = json.loads(text)
    except ValueError:
        raise SandboxError(f"NumPy could not be used within it: {found!r:.300}") from None
    if warm.level == "namespaces" and seen["canary"]:
        raise SandboxError("a file outside could be seen.")
    if seen["network"] or seen["outside"]:
        raise SandboxError("the network or a file outside could be reached.")
    if os.geteuid() == 0 and seen["uid"] == 0:
        raise SandboxError("the code still ran as root.")
