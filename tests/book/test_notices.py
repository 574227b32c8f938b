"""The notices name every file that is the work of others, as it lies in the site."""

import hashlib
import re
import shutil

import pytest
from live.works import NoticeError, works
from pages import all_pages, page

LISTED = re.compile(r"([0-9a-f]{64})  (\S+)")


@pytest.fixture(scope="module")
def listed(site):
    """The hashes that the page lists, by file."""
    text = page(site / "book/notices.html").text
    return {path: digest for digest, path in LISTED.findall(text)}


def test_every_file_of_the_vendors_is_listed(site, listed):
    files = {f.relative_to(site).as_posix() for f in site.glob("vendor/**/*") if f.is_file()}
    assert len(files) > 80
    assert files <= set(listed)


def test_every_hash_is_that_of_the_file(site, listed):
    for path, digest in listed.items():
        assert hashlib.sha256((site / path).read_bytes()).hexdigest() == digest, path


def test_every_work_has_name_version_licence_and_source(site):
    found = [work for group, _ in works(site) for work in group]
    assert len(found) > 30
    for work in found:
        assert work.name and re.match(r"\d", work.version) and work.source.startswith("http"), work
        assert work.licence and len(work.licence) < 60, work


def test_licences_that_ask_for_it_are_shown_whole(site):
    text = page(site / "book/notices.html").text
    assert "Apache License" in text  # MathJax
    for holder in ("Sphinx team", "pandas", "ExecutableBookProject", "Chris Holdgraf"):
        assert holder in text, holder
    assert "Apache License" in (site / "vendor/mathjax/LICENSE").read_text()
    assert "Marijn Haverbeke" in (site / "vendor/codemirror/LICENSE").read_text()


def test_a_file_that_no_work_claims_is_an_error(site, tmp_path):
    (tmp_path / "vendor").symlink_to(site / "vendor")
    shutil.copytree(site / "_static", tmp_path / "_static")
    (tmp_path / "_static" / "widget.min.js").write_text("")
    with pytest.raises(NoticeError, match=r"widget\.min\.js"):
        works(tmp_path)


def test_every_page_links_the_notices(site):
    lacking = [p.path.name for p in all_pages(site) if not any("notices" in a for a in p.links)]
    assert lacking == ["index.html"]  # which leads on to the introduction
