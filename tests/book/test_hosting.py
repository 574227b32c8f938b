"""A site that knows its address has a sitemap; one that knows its repository has buttons."""

import re
from xml.etree import ElementTree

from pages import documents, page


def test_the_sitemap_lists_every_page_to_read(class_site):
    (places,) = [ElementTree.parse(class_site / "sitemap.xml").getroot()]
    addresses = {place.text for place in places.iter() if place.tag.endswith("loc")}
    assert addresses == {f"https://example.org/class/{document}.html" for document in documents()}


def test_without_an_address_there_is_no_sitemap(site):
    assert not (site / "sitemap.xml").exists()


def test_the_page_for_unknown_addresses_loads_from_the_root_of_the_book(class_site):
    shown = page(class_site / "404.html")
    assert "There is no page at this address" in shown.text
    own = [address for address in shown.loaded + shown.links if not address.startswith("#")]
    assert len(own) > 30
    assert [address for address in own if not re.match("/class/|https:", address)] == []


def test_pages_lead_to_their_source_and_its_issues(class_site):
    links = page(class_site / "book/02_split_merge.html").links
    source = "https://github.com/example/class"
    assert f"{source}/edit/main/book/02_split_merge.md" in links
    assert any(link.startswith(f"{source}/issues/new?") for link in links)


def test_without_a_repository_no_button_leads_nowhere(site):
    links = page(site / "book/02_split_merge.html").links
    assert [link for link in links if re.search("/edit/|/issues/new", link)] == []
