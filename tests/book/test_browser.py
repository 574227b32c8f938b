"""The pages in a real browser: silent, self-contained, accessible, and readable on a phone."""

import functools
import http.server
import shutil
import threading

import pytest
from pages import ROOT, documents
from playwright.sync_api import sync_playwright

pytestmark = pytest.mark.browser

AXE = ROOT / "book/_ext/live/vendor/axe-core/axe.min.js"
PAGES = ["index", "search", "genindex", *documents()]
# Every other host is unreachable. (Playwright's routes would turn the cache off.)
OFFLINE = "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost"
LEFT = "net::ERR_ABORTED"  # the browser went on to another page


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    """A static file server that prints nothing."""

    def log_message(self, *_):
        pass


class QuietServer(http.server.ThreadingHTTPServer):
    """A server that lets browsers hang up."""

    def handle_error(self, *_):
        pass


@pytest.fixture(scope="module")
def address(site):
    """The address at which the site is served."""
    handler = functools.partial(QuietHandler, directory=str(site))
    with QuietServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def browser():
    """Chromium without a network."""
    path = shutil.which("chromium")
    assert path, "the browser tests need Chromium: sudo apt-get install chromium"
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", OFFLINE])
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def open_page(browser, address):
    """Open a page of the site and note what goes wrong; all contexts are closed at the end."""
    contexts = []

    def open_(name, scheme="light", width=1280):
        context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 900})
        contexts.append(context)
        page = context.new_page()
        page.trouble = []
        page.on("request", lambda r: r.url.startswith(address) or page.trouble.append(r.url))
        page.on("requestfailed", lambda r: r.failure == LEFT or page.trouble.append(r.url))
        page.on("response", lambda r: r.status < 400 or page.trouble.append(f"{r.status}: {r.url}"))
        page.on("pageerror", lambda error: page.trouble.append(str(error)))
        page.on(
            "console",
            lambda m: m.type in ("error", "warning") and page.trouble.append(m.text),
        )
        page.goto(f"{address}/{name}.html", wait_until="networkidle")
        return page

    yield open_
    for context in contexts:
        context.close()


@pytest.fixture(scope="module", params=PAGES)
def name(request):
    """The name of each page in turn."""
    return request.param


@pytest.fixture(scope="module", params=["light", "dark"])
def opened(request, open_page, name):
    """Each page in each colour scheme, opened once for all the tests that only look at it."""
    page = open_page(name, request.param)
    yield page
    page.context.close()


def test_a_page_asks_no_other_host_and_logs_no_error(opened):
    assert opened.trouble == []


def test_axe_finds_nothing_on_a_page_with_all_folds_open(opened):
    opened.evaluate(
        "document.querySelectorAll('details').forEach((d) => {"
        " d.removeAttribute('name'); d.open = true; })"
    )
    opened.add_script_tag(path=str(AXE))
    violations = opened.evaluate("async () => (await axe.run()).violations")
    assert [
        f"{rule['id']}: {node['html'][:150]}" for rule in violations for node in rule["nodes"]
    ] == []


def test_a_page_fits_a_phone(open_page, name):
    page = open_page(name, width=390)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    figures = page.locator("svg.hbh-figure")
    for figure in figures.all():
        assert figure.bounding_box()["width"] <= 390
        # Text in figures is written at 13 px; scaled below 10 px nobody could read it.
        natural = float(figure.get_attribute("width"))
        assert 13 * figure.bounding_box()["width"] / natural >= 10


def test_formulas_are_typeset_without_a_network(open_page):
    page = open_page("book/02_split_merge")
    page.wait_for_selector("mjx-container")
    assert page.locator("mjx-container").count() > 5


def test_figures_follow_the_theme(open_page):
    fills = set()
    for scheme in ("light", "dark"):
        page = open_page("book/02_split_merge", scheme)
        cell = page.locator("svg.hbh-figure .hbh-cell").first
        fills.add(cell.evaluate("(e) => getComputedStyle(e).fill"))
        box = page.locator(".text_html:has(svg.hbh-figure)").first
        assert box.evaluate("(e) => getComputedStyle(e).backgroundColor") == "rgba(0, 0, 0, 0)"
    assert len(fills) == 2


def test_pages_read_without_javascript(browser, address):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/book/02_split_merge.html")
    choice = page.locator(".hbh-prediction details").first
    assert not choice.locator("p").is_visible()
    choice.locator("summary").click()
    assert choice.locator("p").is_visible()
    context.close()
