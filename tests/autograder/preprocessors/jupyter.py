"""A real Jupyter server with nbgrader's formgrader in it."""

import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

from tests.book.serving import own_port

TOKEN = "formgrader"
HEADERS = {"Authorization": f"token {TOKEN}"}
EXTENSIONS = {
    "nbgrader": True,
    "jupyter_lsp": False,
    "jupyter_server_terminals": False,
    "jupyterlab": False,
    "jupytext": False,
    "notebook": False,
    "notebook_shim": False,
}


class Server:
    """A server in a course directory: its address, and what it has logged so far."""

    def __init__(self, root: Path, home: Path) -> None:
        config = home / "config"
        config.mkdir(parents=True)
        enabled = {"ServerApp": {"jpserver_extensions": EXTENSIONS}}
        (config / "jupyter_server_config.json").write_text(json.dumps(enabled), encoding="utf-8")
        exchange = home / "exchange"
        exchange.mkdir(mode=0o777)
        exchange.chmod(0o777)
        own = f"c = get_config()\nc.Exchange.root = {str(exchange)!r}\n"
        (config / "nbgrader_config.py").write_text(own, encoding="utf-8")
        self.holder = own_port()
        port = self.holder.getsockname()[1]
        self.address = f"http://127.0.0.1:{port}"
        self.lines: list[str] = []
        self._is_up = threading.Event()
        self.process = subprocess.Popen(
            [
                Path(sys.executable).with_name("jupyter-server"),
                "--no-browser",
                "--allow-root",
                "--ServerApp.port_retries=0",
                f"--ServerApp.port={port}",
                f"--ServerApp.root_dir={root}",
                f"--IdentityProvider.token={TOKEN}",
            ],
            cwd=root,
            env={
                "PATH": os.environ["PATH"],
                "HOME": str(home),
                "JUPYTER_CONFIG_DIR": str(config),
                "JUPYTER_DATA_DIR": str(home / "data"),
                "JUPYTER_RUNTIME_DIR": str(home / "runtime"),
            },
            stderr=subprocess.PIPE,
            text=True,
        )
        threading.Thread(target=self._read, daemon=True).start()
        assert self._is_up.wait(120), self.log
        self._connect()

    def _read(self) -> None:
        for line in self.process.stderr:
            self.lines.append(line.rstrip())
            if " is running at:" in line:
                self._is_up.set()
        self._is_up.set()

    def _connect(self) -> None:
        """It says that it runs a moment before it listens."""
        host, port = self.address.removeprefix("http://").split(":")
        while self.process.poll() is None:
            with contextlib.suppress(ConnectionRefusedError):
                return socket.create_connection((host, int(port))).close()
        raise AssertionError(self.log)

    @property
    def log(self) -> str:
        return "\n".join(self.lines)

    @property
    def complaints(self) -> list[str]:
        """What it logged that is worse than a piece of information."""
        return [line for line in self.lines if re.match(r"\[[WEC] |.*(Warning|Error)\b", line)]


@contextmanager
def jupyter(root: Path, home: Path):
    """Serve a course for a while."""
    server = Server(root, home)
    try:
        yield server
    finally:
        server.process.terminate()
        server.process.wait(60)
        server.holder.close()
