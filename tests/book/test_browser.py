"""The pages in a real browser: silent, self-contained, accessible, and readable on a phone."""

import pytest
from looks import dress, rest
from pages import ROOT, documents

pytestmark = pytest.mark.browser

AXE = ROOT / "book/_ext/live/vendor/axe-core/axe.min.js"
PAGES = ["index", "404", "search", "genindex", *documents()]
LEFT = "net::ERR_ABORTED"  # the browser went on to another page


@pytest.fixture(scope="module")
def reader(chromium, address):
    """Open a page of the site and note what goes wrong; what one page loads serves the next."""
    contexts = {}

    def open_(name, scheme="light", width=1280, until="networkidle"):
        if (scheme, width) not in contexts:
            contexts[scheme, width] = chromium.new_context(
                color_scheme=scheme, viewport={"width": width, "height": 900}
            )
        page = contexts[scheme, width].new_page()
        page.trouble = []
        page.on("request", lambda r: r.url.startswith(address) or page.trouble.append(r.url))
        page.on("requestfailed", lambda r: r.failure == LEFT or page.trouble.append(r.url))
        page.on("response", lambda r: r.status < 400 or page.trouble.append(f"{r.status}: {r.url}"))
        page.on("pageerror", lambda error: page.trouble.append(str(error)))
        page.on(
            "console",
            lambda m: m.type in ("error", "warning") and page.trouble.append(m.text),
        )
        page.goto(f"{address}/{name}.html", wait_until=until)
        return page

    yield open_
    for context in contexts.values():
        context.close()


@pytest.fixture
def open_page(reader):
    """The same, for the pages of one test."""
    pages = []

    def open_(name, *look, **how):
        pages.append(reader(name, *look, **how))
        return pages[-1]

    yield open_
    for page in pages:
        page.close()


@pytest.fixture(scope="module", params=PAGES)
def name(request):
    """The name of each page in turn."""
    return request.param


@pytest.fixture(scope="module")
def opened_once(reader, name):
    """Each page, opened once for all the tests that only look at it."""
    page = reader(name)
    yield page
    page.close()


@pytest.fixture(scope="module", params=["light", "dark"])
def opened(request, opened_once):
    """Each page in each colour scheme, as it follows the reader's system."""
    dress(opened_once, request.param)
    return opened_once


def test_a_page_asks_no_other_host_and_logs_no_error(opened):
    assert opened.trouble == []


def test_axe_finds_nothing_on_a_page_with_all_folds_open(opened):
    opened.evaluate(
        "document.querySelectorAll('details').forEach((d) => {"
        " d.removeAttribute('name'); d.open = true; })"
    )
    rest(opened)
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


def test_figures_keep_their_labels_inside(opened):
    outside = """() => [...document.querySelectorAll("svg.hbh-figure text")].filter((label) => {
        const [text, frame] = [label, label.ownerSVGElement].map((e) => e.getBoundingClientRect());
        return text.width && (text.left < frame.left - 1 || text.right > frame.right + 1);
    }).map((label) => label.textContent)"""
    assert opened.evaluate(outside) == []


def test_a_margin_note_stands_in_the_text_of_a_phone(open_page):
    note = open_page("book/06_one_sequence", width=390).locator("aside.margin")
    assert note.evaluate("(e) => getComputedStyle(e).float") == "none"


def test_the_tables_of_mask_conventions_fit_a_phone(open_page):
    page = open_page("book/mask_conventions", width=390)
    for table in page.locator("table").all():
        box = table.bounding_box()
        assert box["x"] + box["width"] <= 390


def test_words_found_by_the_search_can_be_read_in_the_dark(open_page):
    page = open_page("search", "dark")
    page.goto(f"{page.url}?q=softmax")
    page.locator("#search-results .highlighted").first.wait_for()
    page.add_script_tag(path=str(AXE))
    assert page.evaluate("async () => (await axe.run()).violations.map((rule) => rule.id)") == []


def test_the_way_back_to_the_top_can_be_read_on_a_phone(open_page):
    page = open_page("book/07_batched", width=390)
    page.mouse.wheel(0, 4000)
    page.wait_for_function("scrollY > 2000")
    page.mouse.wheel(0, -600)
    page.locator("#pst-back-to-top").wait_for(state="visible")
    page.add_script_tag(path=str(AXE))
    assert page.evaluate("async () => (await axe.run()).violations.map((rule) => rule.id)") == []


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


def test_pages_read_without_javascript(chromium, address):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/book/02_split_merge.html")
    choice = page.locator(".hbh-prediction details").first
    assert not choice.locator("p").is_visible()
    choice.locator("summary").click()
    assert choice.locator("p").is_visible()
    context.close()
