"""What every room of the tests shares: hypothesis without a clock, a marker, a browser."""

import os
import shutil
import signal

import pytest
from hypothesis import settings

from tests.book.serving import CHROMIUM_OPTIONS, LOADING

settings.register_profile("steady", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("steady")


def pytest_collection_modifyitems(config, items):
    """Leave the cross-check out, in sight, unless HBH_CROSSCHECK=1 asks for it."""
    if os.environ.get("HBH_CROSSCHECK") == "1":
        return
    left_out = [item for item in items if item.get_closest_marker("crosscheck")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


def pytest_report_header():
    """Say whether PyTorch is compared with."""
    asked = os.environ.get("HBH_CROSSCHECK") == "1"
    return f"cross-check with PyTorch: {'on' if asked else 'off (make crosscheck turns it on)'}"


@pytest.fixture(scope="session", autouse=True)
def ctrl_c():
    """Let what tests start hear Ctrl-C: who runs in the background hands down deaf ears."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def chromium():
    """Chromium without a network: one for all tests, since Playwright runs once a process."""
    from playwright.sync_api import expect, sync_playwright

    path = shutil.which("chromium")
    assert path, "the browser tests need Chromium: sudo apt-get install chromium"
    expect.set_options(timeout=LOADING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_OPTIONS)
        yield Patient(browser)
        browser.close()


class Patient:
    """A browser whose pages wait as long as a busy machine takes."""

    def __init__(self, browser):
        self.browser = browser

    def new_context(self, **how):
        """Return a new reader."""
        return self._wait(self.browser.new_context(**how))

    def new_page(self, **how):
        """Return the page of a new reader, who goes with it."""
        return self._wait(self.browser.new_page(**how))

    def _wait(self, made):
        made.set_default_timeout(LOADING)
        return made
