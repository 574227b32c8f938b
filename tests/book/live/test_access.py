"""Everyone can use it: no violation in any state, on a phone, in the dark, without scripts."""

import pytest
from live.fetch import VENDOR
from looks import dress, rest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

AXE = VENDOR / "axe-core" / "axe.min.js"


def violations(page):
    """Return what axe finds, each with the element."""
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=str(AXE))
    rest(page)
    found = page.evaluate("async () => (await axe.run()).violations")
    return [f"{rule['id']}: {node['html'][:200]}" for rule in found for node in rule["nodes"]]


def press(place, name):
    """Click a button, by its whole name."""
    place.get_by_role("button", name=name, exact=True).click()


LOOKS = [("light", 1280), ("dark", 1280), ("light", 390)]
# The theme lets the keyboard into what a new width makes scroll, a moment later.
ALL_CAN_SCROLL = """() => [...document.querySelectorAll("pre")].every(
    (code) => code.scrollWidth <= code.clientWidth || code.tabIndex === 0)"""


def violations_in_every_look(page):
    """Return what axe finds in either scheme and on a phone, which the page is left on."""
    found = []
    for scheme, width in LOOKS:
        page.set_viewport_size({"width": width, "height": 900})
        dress(page, scheme)
        page.wait_for_function(ALL_CAN_SCROLL)
        found += [f"{scheme}, {width}: {each}" for each in violations(page)]
    return found


def test_axe_finds_nothing_in_any_state(chromium, address):
    """Of a page that is worked with on a phone."""
    context = chromium.new_context(color_scheme="light", viewport={"width": 390, "height": 900})
    page = context.new_page()
    page.goto(f"{address}/book/02_split_merge.html", wait_until="networkidle")
    first, second = page.locator(".hbh-solution").nth(0), page.locator(".hbh-solution").nth(1)
    expect(second.locator(".cm-content")).to_be_visible()
    for left in (3, 2, 1):
        press(first, f"Hint ({left} left)")
    press(first, "Check")
    expect(first.locator(".live-summary")).to_be_visible()
    second.locator(".cm-content").click()
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("import sys\nprint('out')\nprint('error', file=sys.stderr)\n1 / 0")
    press(second, "Run")
    expect(second.locator(".live-error")).to_be_visible()
    press(page.locator(".hbh-solution").nth(2), "Solution")
    written = page.locator(".hbh-written")
    written.get_by_label("Your answer").fill("word " * 40)
    press(written, "Save")
    expect(written.locator(".live-model").first).to_be_visible()
    for number in (1, 2, 5):
        press(page.locator(f"#live-cell-{number}"), "Edit and run")
    expect(page.locator("#live-cell-5 .cm-content")).to_be_visible()
    page.locator('main a[href*="glossary.html#"]').first.focus()
    expect(page.get_by_role("tooltip")).to_be_visible()
    assert violations_in_every_look(page) == []
    press(page.locator(".hbh-solution").nth(2), "Show the solution")
    expect(page.locator(".hbh-solution").nth(2).locator("pre")).to_be_visible()
    assert violations_in_every_look(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    context.close()


def test_the_progress_page_is_accessible(page, address):
    page.goto(f"{address}/book/progress.html")
    expect(page.locator("progress")).to_be_visible()
    assert violations(page) == []


def test_buttons_of_a_page_have_different_groups(page):
    labels = page.locator(".live-controls[aria-label]").evaluate_all(
        "(all) => all.map((group) => group.getAttribute('aria-label'))"
    )
    assert len(labels) == len(set(labels)) > 5


def test_without_scripts_starters_hints_and_checks_can_be_read(chromium, address):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{address}/book/02_split_merge.html")
    expect(page.locator(".hbh-solution pre").first).to_contain_text("raise NotImplementedError()")
    expect(page.locator(".hbh-hint").first).to_be_visible()
    expect(page.get_by_role("button", name="Check")).to_have_count(0)
    page.goto(f"{address}/book/progress.html")
    expect(page.locator(".hbh-progress")).to_contain_text("With JavaScript")
    context.close()


def test_a_page_from_the_disk_says_what_it_needs(chromium, site):
    context = chromium.new_context()
    page = context.new_page()
    page.goto((site / "book/02_split_merge.html").as_uri())
    expect(page.locator(".hbh-solution pre").first).to_contain_text("raise NotImplementedError()")
    expect(page.locator(".hbh-exercise")).to_contain_text("python -m http.server")
    context.close()
