"""After one visit the book works without its server, and two deploys never mix."""

import re
import shutil

import pytest
from live.offline import write_service_worker
from playwright.sync_api import Error, expect
from serving import Server

pytestmark = pytest.mark.browser

CHAPTER = "book/02_split_merge.html"
TITLE = "Split and merge heads"
LATE = "vendor/mathjax/es5/input/tex/extensions/color.js"  # loaded by formulas that need it
SAY = "There is a newer version of this book."
KEPT = "navigator.serviceWorker.ready.then(({ active }) => active.state)"
PARTS = """async ([title, late]) => [
  document.querySelector("h1").innerText.includes(title) ? 1 : 2,
  Number(getComputedStyle(document.documentElement).getPropertyValue("--deploy")) || 1,
  globalThis.deployOfModule ?? 1,
  (await (await fetch(`../${late}`)).text()) === "second deploy" ? 2 : 1,
]"""
# Playwright's own waiting takes the promise of an answer for the answer.
REFUSED = """async () => {
  const { installing } = await (await navigator.serviceWorker.getRegistration()).update();
  while (installing.state === "installing") await new Promise((next) => setTimeout(next, 100));
  return installing.state;
}"""


@pytest.fixture
def server(site, tmp_path):
    """A server of a copy of the site, which a test may deploy to and switch off."""
    shutil.copytree(site, tmp_path / "site")
    running = Server(tmp_path / "site")
    yield running
    running.close()


def check(page):
    """Check the first function of the exercise, and wait until it is done."""
    place = page.locator(".hbh-solution").first
    place.get_by_role("button", name="Check", exact=True).click()
    expect(place.locator(".live-summary")).to_contain_text("visible checks")


def visit(page, server):
    """Visit a chapter once, use Python, and wait until all is kept."""
    page.goto(f"{server.address}/{CHAPTER}")
    check(page)
    page.evaluate(KEPT)


def change(server, path, old, new):
    """Change a file of the site."""
    file = server.folder / path
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def deploy(server):
    """Change a page, what it loads, and what it loads late, as a new version does.

    The addresses of the last two name no version.
    """
    change(server, CHAPTER, TITLE, "Second deploy")
    change(server, "_static/book.css", ".hbh-points {", ":root { --deploy: 2 } .hbh-points {")
    (module,) = server.folder.glob("live/*/interactive/splits.js")
    module.write_text(f"globalThis.deployOfModule = 2;\n{module.read_text()}")
    (server.folder / LATE).write_text("second deploy")
    write_service_worker(server.folder)


def parts(page):
    """Return which deploy each part of a page is of, once all have come."""
    while True:
        page.locator("[data-interactive] .hbh-live").wait_for()
        try:
            return page.evaluate(PARTS, [TITLE, LATE])
        except Error as error:  # a new deploy may load the page once more
            assert "navigation" in error.message


def test_after_one_visit_the_book_works_without_its_server(context, server):
    page = context.new_page()
    visit(page, server)
    server.stop()
    page.reload()
    expect(page.locator("mjx-container").first).to_be_visible()
    check(page)
    place = page.locator(".hbh-solution").first
    place.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("import matplotlib.pyplot as plt\nplt.plot([1])\nplt.title('Off')")
    place.get_by_role("button", name="Run", exact=True).click()
    expect(place.get_by_role("img", name="Off")).to_be_visible()
    page.get_by_role("link", name="next").click()  # a page that was never visited
    page.wait_for_url(re.compile("03_softmax"))
    check(page)
    server.start()


def test_a_new_deploy_replaces_the_old_one_without_mixing(context, server):
    page = context.new_page()
    visit(page, server)
    server.stop()
    page.reload()
    assert parts(page) == [1, 1, 1, 1]
    deploy(server)
    server.start()

    page.reload()
    expect(page.get_by_role("status").filter(has_text=SAY)).to_be_visible()
    assert parts(page) == [1, 1, 1, 1]
    page.reload()
    expect(page.locator("h1").first).to_contain_text("Second deploy")
    assert parts(page) == [2, 2, 2, 2]
    assert len(page.evaluate("caches.keys()")) == 1
    server.stop()
    page.reload()
    assert parts(page) == [2, 2, 2, 2]
    server.start()


def test_all_pages_that_are_open_change_together(context, server):
    page = context.new_page()
    visit(page, server)
    page.reload()
    other = context.new_page()
    other.goto(f"{server.address}/{CHAPTER}")
    deploy(server)
    page.reload()
    button = page.get_by_role("button", name="Load it")
    button.wait_for()
    page.reload()  # not by itself, while another page is open
    assert parts(page) == parts(other) == [1, 1, 1, 1]
    button.click()
    for one in (page, other):
        expect(one.locator("h1").first).to_contain_text("Second deploy")
        one.wait_for_load_state()
        assert parts(one) == [2, 2, 2, 2]


def test_half_a_deploy_changes_nothing(context, server):
    page = context.new_page()
    visit(page, server)
    page.reload()
    deploy(server)
    (server.folder / LATE).write_text("another file than the deploy's")
    assert page.evaluate(REFUSED) == "redundant"
    page.reload()
    assert parts(page) == [1, 1, 1, 1]


def test_before_the_first_result_nothing_is_kept(context, server):
    page = context.new_page()
    page.goto(f"{server.address}/{CHAPTER}", wait_until="networkidle")
    assert (
        page.evaluate("navigator.serviceWorker.getRegistrations().then((all) => all.length)") == 0
    )
