"""What the tests of the built site read: its pages, their links, and what they load."""

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag

import yaml

ROOT = Path(__file__).parents[2]
LOADING = {"script": "src", "link": "href", "img": "src", "iframe": "src", "source": "src"}
LOADED_LINKS = {"stylesheet", "icon", "preload", "modulepreload", "prefetch", "dns-prefetch"}


def documents() -> list[str]:
    """Return the pages that the table of contents lists, without their endings."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text())
    chapters = [chapter for part in toc["parts"] for chapter in part["chapters"]]
    pages = [page for chapter in chapters for page in (chapter, *chapter.get("sections", []))]
    return [toc["root"], *(page["file"] for page in pages)]


class Page(HTMLParser):
    """A built page, read once.

    Attributes
    ----------
    ids : set of str
        The anchors.
    links : list of str
        The targets of links.
    loaded : list of str
        Addresses that a browser loads by itself.
    elements : list of (str, dict)
        Every opening tag with its attributes.
    text : str
        All text, scripts included, as a reader or a search would see it.
    """

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.elements: list[tuple[str, dict]] = []
        self.pieces: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))
        self.text = "".join(self.pieces)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.elements.append((tag, values))
        self.ids |= {values[key] for key in ("id", "name") if values.get(key)}
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        loads = tag != "link" or LOADED_LINKS & set(values.get("rel", "").split())
        if loads and values.get(LOADING.get(tag)):
            self.loaded.append(values[LOADING[tag]])

    def handle_data(self, data):
        self.pieces.append(data)

    def of(self, tag: str, class_: str = "") -> list[dict]:
        """Return the attributes of the elements of a kind, optionally those of a class."""
        return [
            values
            for name, values in self.elements
            if name == tag and (not class_ or class_ in (values.get("class") or "").split())
        ]


@cache
def page(path: Path) -> Page:
    """Read a page, once a run."""
    return Page(path)


def all_pages(site: Path) -> list[Page]:
    """Return every HTML page of the site, those of Sphinx included."""
    return [page(path) for path in sorted(site.rglob("*.html")) if "_static" not in path.parts]


def is_external(address: str) -> bool:
    """Tell whether an address leads to another host."""
    return bool(re.match(r"(?:[a-z][a-z0-9+.-]*:)?//", address, re.IGNORECASE))


def target_of(link: str, source: Page, site: Path) -> tuple[Path, str]:
    """Return the file and the anchor that an internal link leads to."""
    address, anchor = urldefrag(link)
    address = unquote(address).split("?")[0]
    if address.startswith("/"):  # of the page "not found", which is shown at any depth
        path = site / address[1:]
    else:
        path = source.path.parent / address if address else source.path
    return path.resolve(), unquote(anchor)
