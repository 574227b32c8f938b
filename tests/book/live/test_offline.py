"""After one visit a page works without its server, and two deploys never mix."""

import shutil

import pytest
from live.offline import site_files, write_service_worker
from playwright.sync_api import expect
from serving import Server

pytestmark = pytest.mark.browser

LOADING = 60_000  # milliseconds
# Playwright's own waiting takes the promise of an answer for the answer.
KEPT = """async (paths) => {
  const missing = async () => {
    const kept = [];
    for (const name of await caches.keys()) {
      const requests = await (await caches.open(name)).keys();
      kept.push(...requests.map(({ url }) => new URL(url).pathname));
    }
    return paths.filter((path) => !kept.includes(`/${path}`));
  };
  while ((await missing()).length) await new Promise((next) => setTimeout(next, 200));
}"""
GONE = """async (old) => {
  while ((await caches.keys()).includes(old)) await new Promise((next) => setTimeout(next, 200));
}"""


@pytest.fixture
def server(site, tmp_path):
    """A server of a copy of the site, which a test may deploy to and switch off."""
    shutil.copytree(site, tmp_path / "site")
    running = Server(tmp_path / "site")
    yield running
    running.stop()


def kept_paths(server):
    """Return what a page may need of Python."""
    starts = ("live/", "vendor/pyodide/", "vendor/codemirror/")
    return [path for path in site_files(server.folder) if path.startswith(starts)]


def check(page):
    """Check the first function of the exercise, and wait until it is done."""
    place = page.locator(".hbh-solution").first
    place.get_by_role("button", name="Check", exact=True).click()
    expect(place.locator(".live-summary")).to_contain_text("visible checks", timeout=LOADING)


def visit(page, server):
    """Visit a chapter once, use Python, and wait until all is kept."""
    page.goto(f"{server.address}/book/02_split_merge.html", wait_until="networkidle")
    check(page)
    page.evaluate(KEPT, kept_paths(server))


def deploy(server, marks):
    """Change a page and the style sheet of the site, as a new version does."""
    for path, old, new in marks:
        file = server.folder / path
        text = file.read_text()
        assert old in text
        file.write_text(text.replace(old, new))
    write_service_worker(server.folder)


def test_after_one_visit_the_page_works_without_its_server(context, server):
    page = context.new_page()
    visit(page, server)
    server.stop()
    page.reload(wait_until="load")
    expect(page.locator("mjx-container").first).to_be_visible()
    check(page)
    place = page.locator(".hbh-solution").first
    place.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("import matplotlib.pyplot as plt\nplt.plot([1])\nplt.title('Off')")
    place.get_by_role("button", name="Run", exact=True).click()
    expect(place.get_by_role("img", name="Off")).to_be_visible(timeout=LOADING)
    server.start()


def test_a_new_deploy_replaces_the_old_one_without_mixing(context, server):
    title, colour = "Split and merge heads", ".hbh-points {"
    page = context.new_page()
    visit(page, server)
    old = page.evaluate("caches.keys()")

    server.stop()
    page.reload()
    expect(page.locator("h1").first).to_contain_text(title)
    style = "_static/book.css"
    chapter = "book/02_split_merge.html"
    deploy(
        server,
        [
            (chapter, title, "Second deploy"),
            (chapter, "book.css?v=", "book.css?v=2"),  # as Sphinx does with what changed
            (style, colour, f":root {{ --deploy: 2 }} {colour}"),
        ],
    )
    server.start()

    page.reload(wait_until="networkidle")
    expect(page.locator("h1").first).to_contain_text("Second deploy")
    deployed = "getComputedStyle(document.documentElement).getPropertyValue('--deploy').trim()"
    assert page.evaluate(deployed) == "2"
    page.evaluate(GONE, old[0])
    visit(page, server)
    server.stop()
    page.reload()
    expect(page.locator("h1").first).to_contain_text("Second deploy")
    assert page.evaluate(deployed) == "2"
    server.start()


def test_before_the_first_result_nothing_is_kept(context, server):
    page = context.new_page()
    page.goto(f"{server.address}/book/02_split_merge.html", wait_until="networkidle")
    assert (
        page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    )
