"""Random words where no submission may ever look, and whether something was touched there."""

import os
import secrets
import socket
from pathlib import Path

PLACES = ("course", "home", "temp")
NAMES = "submitted autograded feedback receipts locks backups gradebook.db"
WRITTEN = {(name,) for name in NAMES.split()}
"""What of a course changes while a class is graded."""
AIMS = """
import os, signal, socket, sys, threading, time
AGAIN = "import ctypes; ctypes.CDLL(None).prctl(15, {mark!r}, 0, 0, 0)\\n"
exec(AGAIN)  # names this process and all that it starts
COURSE, HOME, TEMP, PORT, GRADER = {course!r}, {home!r}, {temp!r}, {port}, {grader}
def attempt(action):
    try:
        got = action()
    except BaseException as error:
        print("refused:", type(error).__name__)
    else:
        print("GOT", repr(got)[:500])
"""
"""The first cell of each submission: even told where everything lies, it gets nowhere."""


class Canaries:
    """A course, a home and a temporary folder with a secret word in each, and a listener.

    Parameters
    ----------
    root : Path
        An empty folder.

    Attributes
    ----------
    words : list of str
        What must appear nowhere.
    environment : dict of str to str
        What the grader is to be started with.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.words = [secrets.token_hex(12) for _ in range(len(PLACES) + 1)]
        for place, word in zip(PLACES, self.words[1:], strict=True):
            (root / place).mkdir()
            self._plant(root / place, word)
        for path in (root, *root.rglob("*")):
            path.chmod(0o777 if path.is_dir() else 0o666)  # modes alone keep nobody out
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.settimeout(0.001)
        home, temp = str(root / "home"), str(root / "temp")
        self.environment = {"CANARY": self.words[0], "HOME": home, "TMPDIR": temp}
        self.mark = b"hostile" + self.words[0][:8].encode()

    def _plant(self, place: Path, word: str) -> None:
        for name in ("canary.txt", "source/arrays/key.txt", ".ssh/id_ed25519"):
            path = place / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"canary {word}\n")

    @property
    def aims(self) -> str:
        """The source of the cell that tells an attack where everything lies."""
        places = {place: str(self.root / place) for place in PLACES}
        port = self.listener.getsockname()[1]
        aims = AIMS.format(**places, port=port, grader=os.getpid(), mark=self.mark)
        return aims.strip("\n")

    def look(self) -> dict[str, tuple]:
        """Return what lies in the three places, with content and mode, but what grading writes."""
        return {
            str(path): (path.lstat().st_mode, path.is_file() and path.read_bytes())
            for path in sorted(self.root.rglob("*"))
            if path.relative_to(self.root).parts[1:2] not in WRITTEN
        }

    def connections(self) -> int:
        """Return how often the listener was reached."""
        count = 0
        while True:
            try:
                self.listener.accept()[0].close()
            except TimeoutError:
                return count
            count += 1

    def left(self) -> list[str]:
        """Return the processes of submissions that still run, wherever they hang."""
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            try:
                if (process / "comm").read_bytes().strip() == self.mark:
                    found.append(process.name)
            except OSError:
                pass
        return found

    def close(self) -> None:
        """Stop listening."""
        self.listener.close()
