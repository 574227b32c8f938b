"""The built site: complete, self-contained, and readable without scripts."""

import re

import pytest
from pages import all_pages, documents, is_external, page, target_of

ANCHORS = [
    ("02_split_merge", anchor)
    for anchor in (
        "index-equation",
        "three-splits",
        "merge",
        "round-trip",
        "tracer",
        "this-really-shipped",
    )
]


def test_every_listed_page_is_built(site):
    assert [d for d in documents() if not (site / f"{d}.html").is_file()] == []


def test_no_page_loads_from_another_host(site):
    loaded = {f"{p.path.name}: {a}" for p in all_pages(site) for a in p.loaded if is_external(a)}
    assert loaded == set()


def test_no_style_sheet_loads_from_another_host(site):
    for sheet in site.rglob("*.css"):
        loaded = re.findall(r"(?:@import\s+|url\()['\"]?([^'\")\s]+)", sheet.read_text())
        assert [a for a in loaded if is_external(a)] == [], sheet


def test_every_loaded_file_is_there(site):
    for source in all_pages(site):
        for address in source.loaded:
            assert target_of(address, source, site)[0].is_file(), f"{source.path.name}: {address}"


def test_every_internal_link_and_anchor_resolves(site):
    broken = []
    for source in all_pages(site):
        for link in source.links:
            if is_external(link) or link.startswith("mailto:"):
                continue
            path, anchor = target_of(link, source, site)
            if not path.is_file():
                broken.append(f"{source.path.name}: {link}")
            elif anchor and path.suffix == ".html" and anchor not in page(path).ids:
                broken.append(f"{source.path.name}: {link} (no such anchor)")
    assert broken == []


@pytest.mark.parametrize(("name", "anchor"), ANCHORS)
def test_sections_that_feedback_links_to_keep_their_anchors(site, name, anchor):
    assert anchor in page(site / "book" / f"{name}.html").ids


@pytest.mark.parametrize("document", documents())
def test_every_figure_has_alt_text(site, document):
    shown = page(site / f"{document}.html")
    for figure in shown.of("svg", "hbh-figure"):
        assert figure["role"] == "img"
        assert len(figure["aria-label"]) > 20
    assert all(image.get("alt") for image in shown.of("img"))


@pytest.mark.parametrize("document", documents())
def test_what_readers_open_is_closed_without_scripts(site, document):
    folds = page(site / f"{document}.html").of("details", "hbh-fold")
    assert all("open" not in fold for fold in folds)


def test_predictions_keep_one_choice_open_at_a_time(site):
    groups = [fold.get("name") for fold in page(site / "book/02_split_merge.html").of("details")]
    assert groups.count("prediction-0") == 4
    assert groups.count("prediction-1") == 3


def test_taught_code_is_the_source_of_the_reference(site):
    shown = page(site / "book/02_split_merge.html").text
    assert "return x.transpose(0, 2, 1, 3)  # (B, H, T, d_head)" in shown
    assert "from solutions.reference" not in shown


def test_the_first_page_is_a_page(site):
    first = page(site / "index.html")
    assert [a["lang"] for a in first.of("html")] == ["en-GB"]
    assert "Head by Head" in first.text
    assert first.links == ["book/intro.html"]
