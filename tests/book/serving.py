"""Serve a folder as any static host does, and stop it in the middle."""

import functools
import http.server
import threading
from contextlib import contextmanager
from pathlib import Path

# Every other host is unreachable. (Playwright's routes would turn the cache off.)
CHROMIUM_OPTIONS = [
    "--no-sandbox",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
]


LOADING = 180_000
"""Milliseconds for what a page loads: a busy machine costs a test time, not its result."""


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """A static file server that prints nothing."""

    def log_message(self, *_):
        pass


class Server:
    """A static server on a port of its own; `stop` and `start` keep the address."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, 0
        self.start()

    @property
    def address(self) -> str:
        """The address of the served folder."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Serve the folder, which may be another one than before."""
        handler = functools.partial(QuietHandler, directory=str(self.folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.port = self.server.server_port
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def stop(self) -> None:
        """Be unreachable."""
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()


@contextmanager
def serve(folder: Path):
    """Serve a folder for a while."""
    server = Server(folder)
    yield server
    server.stop()
