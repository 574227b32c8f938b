"""Words of the glossary and works that are cited are explained where they stand."""

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

TERM = 'main a[href$="glossary.html#term-token"]'
CITED = 'main a[href*="bibliography.html#"]'


def test_a_word_shows_its_definition_to_pointer_and_keyboard(page):
    tip = page.get_by_role("tooltip")
    expect(tip).to_be_hidden()
    word = page.locator(TERM).first
    word.hover()
    expect(tip).to_have_text("One position of a sequence, such as a word. Here, a row.")
    tip.hover()  # the way there does not close it
    page.wait_for_timeout(400)
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    word.focus()
    expect(tip).to_be_visible()
    assert word.get_attribute("aria-describedby") == tip.get_attribute("id")
    word.blur()
    expect(tip).to_be_hidden()
    assert page.trouble == []


def test_a_citation_shows_its_entry(page, address):
    page.locator(CITED, has_text="2023").first.focus()
    expect(page.get_by_role("tooltip")).to_contain_text("Dive into Deep Learning")
    assert [url for url in page.asked if not url.startswith(address)] == []
