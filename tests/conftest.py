"""What every room of the tests shares: hypothesis without a clock, a marker, a browser."""

import os
import shutil
import signal

import pytest
from hypothesis import settings

from tests.book.serving import CHROMIUM_OPTIONS

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
    from playwright.sync_api import sync_playwright

    path = shutil.which("chromium")
    assert path, "the browser tests need Chromium: sudo apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_OPTIONS)
        yield browser
        browser.close()
