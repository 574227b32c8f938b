"""Serve a folder as any static host does, and stop it in the middle."""

import functools
import http.server
import socket
import threading
from contextlib import contextmanager
from pathlib import Path

# Every other host is unreachable. (Playwright's routes would turn the cache off.)
CHROMIUM_OPTIONS = [
    "--no-sandbox",
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
]


LOADING = 180_000
"""Milliseconds for all that a page does: a busy machine costs a test time, not its result."""


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """A static file server that prints nothing."""

    def log_message(self, *_):
        pass


def own_port() -> socket.socket:
    """Return a socket that holds a port, without listening: nobody else gets it, a server can."""
    holder = socket.socket()
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.bind(("127.0.0.1", 0))
    return holder


class Server:
    """A static server on a port of its own; `stop` and `start` keep the address."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.holder = folder, own_port()
        self.port = self.holder.getsockname()[1]
        self.start()

    @property
    def address(self) -> str:
        """The address of the served folder."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Serve the folder, which may be another one than before."""
        handler = functools.partial(QuietHandler, directory=str(self.folder))
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", self.port), handler)
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def stop(self) -> None:
        """Be unreachable."""
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()

    def close(self) -> None:
        """Stop for good."""
        self.stop()
        self.holder.close()


@contextmanager
def serve(folder: Path):
    """Serve a folder for a while."""
    server = Server(folder)
    yield server
    server.close()
