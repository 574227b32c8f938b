"""The book's own import paths, and its site: built once, strictly, into a temporary folder."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from filelock import FileLock

ROOT = Path(__file__).parents[2]
sys.path += [str(ROOT / "book"), str(ROOT / "book" / "_ext"), str(Path(__file__).parent)]


def build(output: Path) -> None:
    """Build the site as readers get it: every warning is an error."""
    command = [str(Path(sys.executable).with_name("jupyter-book")), "build", str(ROOT)]
    command += ["-W", "-n", "--keep-going", "--path-output", str(output)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, f"{run.stdout[-3000:]}\n{run.stderr[-6000:]}"


@pytest.fixture(scope="session")
def site(tmp_path_factory, worker_id):
    """The folder of the built site; parallel workers share one build."""
    base = tmp_path_factory.getbasetemp()
    base = base if worker_id == "master" else base.parent
    done = base / "site-built"
    with FileLock(base / "site.lock"):
        if not done.exists():
            build(base / "site")
            done.touch()
    return base / "site" / "_build" / "html"


@pytest.fixture(scope="session")
def address(site):
    """The address at which the site is served."""
    from serving import serve

    with serve(site) as server:
        yield server.address


@pytest.fixture(scope="session")
def chromium():
    """Chromium without a network: one for all tests, since Playwright runs once a process."""
    from playwright.sync_api import sync_playwright
    from serving import CHROMIUM_OPTIONS

    path = shutil.which("chromium")
    assert path, "the browser tests need Chromium: sudo apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_OPTIONS)
        yield browser
        browser.close()
