"""The book on paper holds every page, in the order of the contents."""

import re
import subprocess
import sys

import pytest
import yaml
from live import pdf
from pages import ROOT, documents

pytestmark = pytest.mark.browser


def title_of(document):
    """Return the title of a page."""
    return re.search(r"^# (.+)$", (ROOT / f"{document}.md").read_text(), re.MULTILINE)[1]


def outline(content):
    """Return the titles of a PDF's outline: Chromium writes them as plain objects."""
    titles = []
    for plain, code in re.findall(rb"/Title ?(?:\((.*?)\)|<([0-9A-F]+)>)", content):
        titles.append(bytes.fromhex(code.decode()).decode("utf-16") if code else plain.decode())
    return titles


def inner_first():
    """Return the pages as an outline lists them: each after those below it, the first page last."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text())
    chapters = [chapter for part in toc["parts"] for chapter in part["chapters"]]
    pages = [page["file"] for c in chapters for page in (*c.get("sections", []), c)]
    assert sorted([toc["root"], *pages]) == sorted(documents())
    return [*pages, toc["root"]]


@pytest.fixture(scope="module")
def content(tmp_path_factory):
    """The printed book."""
    folder = tmp_path_factory.mktemp("print")
    # A process of its own: Playwright runs once a process.
    ran = subprocess.run([sys.executable, pdf.__file__, folder], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr[-3000:]
    return (folder / "_build" / pdf.PDF).read_bytes()


def test_the_printed_book_has_every_page_in_order(content):
    titles = outline(content)
    # A section may be called like a later page.
    # A heading that is printed in two pieces stands twice in its entry.
    places = [
        max((at for at, found in enumerate(titles) if title_of(d) in found), default=None)
        for d in inner_first()
    ]
    assert None not in places
    assert places == sorted(places)


def test_the_printed_book_is_as_long_as_a_book(content):
    assert content.startswith(b"%PDF")
    assert len(re.findall(rb"/Type ?/Page\b", content)) > 80
