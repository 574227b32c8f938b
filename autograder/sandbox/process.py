"""A warm process and its forks, as the supervisor handles them."""

import contextlib
import io
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable

from autograder.model import Limits
from autograder.sandbox import bubblewrap, cgroup, seccomp
from autograder.sandbox.errors import SandboxError
from autograder.sandbox.scratch import Scratch
from autograder.sandbox.view import View, allowed, executable, in_private_folder
from autograder.wire.frames import Channel, Closed, TimedOut, WireError, pair

NOBODY = 65534
FIRST_UID = 2_000_000_000
START = 30.0
ORDER = 15.0
SHELF = "files"
ENVIRONMENT = {
    "PATH": "/usr/bin:/bin",
    "LANG": "C.UTF-8",
    "LD_BIND_NOW": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "PYTHONHASHSEED": "0",
    "PYTHONDONTWRITEBYTECODE": "1",
}


class WarmProcess:
    """Starts a warm process at a level, and gives it orders.

    Parameters
    ----------
    level : str
        ``namespaces``, ``landlock`` or ``none``.
    view : View
    module : str
        The module whose ``main`` the process runs.
    spec : dict
        What the process is told: limits of its forks, modules to import.
    fresh : bool
        Whether each fork gets namespaces and a user of its own, under the bare interpreter: the
        student's side. The side with the checks sees this environment.
    """

    def __init__(self, level: str, view: View, module: str, spec: dict, *, fresh: bool) -> None:
        self.level, self.fresh = level, fresh
        self.is_ready = False
        self.scratch: Scratch | None = None
        self.group: cgroup.Group | None = None
        mine, theirs = pair()
        self.control = Channel(mine)
        site = bubblewrap.SITE if level == "namespaces" else self._linked(view)
        code = (
            f"import sys; sys.path.insert(0, {site!r}); "
            f"from {module} import main; main({theirs.fileno()})"
        )
        options = ["-s", "-P", "-B", *(["-S"] if fresh else []), "-c", code]
        home = bubblewrap.HOME if self.scratch is None else self.scratch.folder
        places = {"TMPDIR": home, "IPYTHONDIR": f"{home}/.ipython", "MPLCONFIGDIR": f"{home}/.mpl"}
        environment = {**ENVIRONMENT, **places, **spec["environment"]}
        command = [executable() if fresh else sys.executable, *options]
        if level == "namespaces":
            command = bubblewrap.wrap(
                view, command, environment, changes_user=fresh, home=spec.get("shelf_size", 0)
            )
        if fresh and level != "none":
            self.group = cgroup.make(spec["tree_memory"])
            if self.group is None:
                spec = {**spec, "watched_memory": spec["tree_memory"]}
        full = json.dumps(self._spec(view, spec)).encode()
        self.log = tempfile.TemporaryFile()  # noqa: SIM115 (closed by close)
        try:
            self.process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=self.log,
                stderr=self.log,
                env=environment,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        except OSError as error:
            self._tidy()
            raise SandboxError(f"{command[0]} could not be started: {error.strerror}.") from None
        finally:
            theirs.close()
        with contextlib.suppress(Closed):  # it has ended already: `ready` says why
            self.control.send(b"spec", [full])

    def ready(self) -> None:
        """Wait until everything is imported."""
        if self.is_ready:
            return
        self._answer(START, "did not start")
        if self.group:
            self.group.adopt(self.process.pid)
        self.is_ready = True

    def spawn(
        self, body: bytes, sockets: list[socket.socket], files: Iterable[io.FileIO] = ()
    ) -> None:
        """Order a fork; `spawned` waits for it. The sockets go to it, and archives of files."""
        self.ready()
        self._order("spawn", body, [one.fileno() for one in (*sockets, *files)])
        for sock in sockets:
            sock.close()

    def spawned(self) -> None:
        """Wait until the fork is confined."""
        answer = self._answer(ORDER, "made no fork")
        if "error" in answer:
            raise SandboxError(f"a fork could not be confined: {answer['error']}")

    def interrupt(self) -> None:
        """Interrupt the fork, as Ctrl-C does."""
        self._order("interrupt")
        self._answer(ORDER, "did not interrupt")

    def end(self) -> dict:
        """End the fork with all that came of it, and return how it had ended."""
        self.order_end()
        return self.ended()

    def order_end(self) -> None:
        """Order that the fork be ended; `ended` waits for it."""
        self._order("end")

    def ended(self) -> dict:
        """Wait until the fork is gone."""
        return self._answer(ORDER, "did not end its fork")

    def close(self) -> None:
        """End the warm process."""
        self.control.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(2)
        if self.process.poll() is None:
            self.kill()
        self._tidy()

    def kill(self) -> None:
        """End the warm process at once."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.process.wait()

    def _tidy(self) -> None:
        if self.group:
            self.group.remove()
        if self.scratch:
            self.scratch.close()
            self.scratch = None
        self.log.close()

    def _order(self, name: str, body: bytes = b"", fds: list[int] | None = None) -> None:
        try:
            self.control.send(name.encode(), [body], fds or [], time.monotonic() + ORDER)
        except (Closed, TimedOut):
            raise SandboxError(f"the warm process has ended{self._last_words()}") from None

    def _answer(self, seconds: float, problem: str) -> dict:
        try:
            header, _, _ = self.control.recv(time.monotonic() + seconds)
            return json.loads(header)
        except (Closed, TimedOut, WireError, ValueError):
            raise SandboxError(f"the warm process {problem}{self._last_words()}") from None

    def _last_words(self) -> str:
        self.log.seek(0)
        text = self.log.read()[-2000:].decode(errors="replace").strip()
        return f": {text.splitlines()[-1]}" if text else ""

    def _linked(self, view: View) -> str:
        """Make a folder of links to the packages, and return it."""
        self.scratch = Scratch()
        for name, source in view.packages.items():
            link = self.scratch.site / name
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(source)
        return str(self.scratch.site)

    def _spec(self, view: View, spec: dict) -> dict:
        full = {"namespaces": False, "uid": None, "home": "/", "scratch": "", **spec}
        if not self.fresh:
            own = self.scratch.folder if self.scratch else bubblewrap.HOME
            full["shelf"] = f"{own}/{SHELF}"
        if self.level == "namespaces" and self.fresh:
            full.update(namespaces=True, home=bubblewrap.HOME)
        if self.level != "none":
            own = self.level == "namespaces" and self.fresh
            full["seccomp"] = seccomp.program(own, passes_descriptors=own or not self.fresh)
        if self.level == "landlock":
            readable, listed = allowed(view)
            devices = ["/dev/urandom", "/dev/random", "/dev/zero"]
            site = str(self.scratch.site)
            shelf = [] if self.fresh else [full["shelf"]]
            readable += [*devices, site, *shelf]
            full.update(landlock=True, readable=readable, listed=listed)
        if self.fresh:
            if self.level != "namespaces":
                full["scratch"] = self.scratch.folder
            if os.geteuid() == 0 and self.level != "none":
                private = FIRST_UID + os.getpid() % 65536
                full["uid"] = NOBODY if self.level == "namespaces" else private
                full["reads_all"] = self.level == "landlock" and in_private_folder(view)
        return full


def limits_of(limits: Limits) -> dict[str, int]:
    """Return the resource limits of a submission's processes."""
    return {
        "cpu": int(limits.submission) + 1,
        "memory": limits.memory,
        "file_size": limits.file_size,
        "files": limits.files,
        "core": 1,
        "stack": 16 << 20,
        "locked": 64 << 10,
        "messages": 0,
    }
