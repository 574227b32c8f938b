"""A page that is open, in another look."""

from playwright.sync_api import Page, expect

AT_REST = "document.getAnimations().every((each) => each.playState !== 'running')"


def dress(page: Page, scheme: str) -> None:
    """Have the reader's system change to a colour scheme, and wait until the page has followed."""
    page.emulate_media(color_scheme=scheme)
    expect(page.locator("html")).to_have_attribute("data-theme", scheme)
    rest(page)


def rest(page: Page) -> None:
    """Wait until nothing on the page changes its colour any more.

    What a fold held while the scheme changed begins to change once it is shown.
    """
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")
    page.wait_for_function(AT_REST)
