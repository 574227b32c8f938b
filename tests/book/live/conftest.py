"""The page's Python under Node, and the built site in Chromium, without any other network."""

import json
import os
import shutil
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from live.fetch import VENDOR

SCRIPT = Path(__file__).with_name("pyodide.mjs")


class PagePython:
    """The page's Python; `run` and `check` do what the page's worker does."""

    def __init__(self, program: Path) -> None:
        path = os.pathsep.join([os.environ.get("PATH", ""), str(Path(sys.executable).parent)])
        node = shutil.which("node", path=path)
        assert node, "these tests need Node.js: run make vendor"
        command = [node, str(SCRIPT), str(VENDOR / "pyodide"), str(program)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, **job) -> dict:
        """Send a job and return its result."""
        self.process.stdin.write(json.dumps(job) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        assert answer, "the page's Python broke down"
        return json.loads(answer)

    def run(self, code: str, session: str = "test", **job) -> dict:
        """Run one cell."""
        return self.ask(command="run", code=code, session=session, **job)

    def seconds(self) -> float:
        """Return the computing time that the process has used, whatever else the machine does."""
        spent = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(spent[11]) + int(spent[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        """End the process."""
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()


@contextmanager
def page_python(site):
    """Start the Python of a site's pages, and end it."""
    (program,) = (site / "live").iterdir()
    process = PagePython(program)
    yield process
    process.close()


@pytest.fixture(scope="module")
def python(site):
    """The page's Python, one process for a file of tests."""
    with page_python(site) as process:
        yield process


@pytest.fixture(scope="module")
def class_python(class_site):
    """The Python of a running class's pages."""
    with page_python(class_site) as process:
        yield process


VIEWPORT = {"width": 1280, "height": 900}


@pytest.fixture
def context(chromium):
    """A new reader: nothing stored, nothing cached."""
    made = chromium.new_context(viewport=VIEWPORT)
    yield made
    made.close()


@pytest.fixture(scope="session")
def returning(chromium):
    """A reader whose browser has the pages' files from the last time, and keeps no site."""
    made = chromium.new_context(viewport=VIEWPORT, service_workers="block")
    yield made
    made.close()


@pytest.fixture
def page(returning, address):
    """Chapter 2 for one who has stored nothing.

    It notes what goes wrong in `trouble` and requests in `asked`.
    """
    opened = returning.new_page()
    storage = {"origin": address, "storageTypes": "all"}
    returning.new_cdp_session(opened).send("Storage.clearDataForOrigin", storage)
    opened.asked, opened.trouble = [], []
    opened.on("request", lambda request: opened.asked.append(request.url))
    opened.on("pageerror", lambda error: opened.trouble.append(str(error)))
    opened.on("requestfailed", lambda request: opened.trouble.append(f"failed: {request.url}"))
    opened.goto(f"{address}/book/02_split_merge.html", wait_until="networkidle")
    yield opened
    opened.close()
