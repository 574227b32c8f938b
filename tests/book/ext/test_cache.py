"""Outputs are executed again when the code that pages import changes."""

import shutil

import pytest
from live.cache import IMPORTED, imported_hash
from pages import ROOT


@pytest.fixture
def root(tmp_path):
    """A copy of all that pages import."""
    for name in IMPORTED:
        source, target = ROOT / name, tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
    return tmp_path


def test_unchanged_code_keeps_its_cache(root):
    assert imported_hash(root) == imported_hash(root)


@pytest.mark.parametrize(
    "name", ["solutions/reference/heads.py", "book/figures/splits.py", "requirements.lock"]
)
def test_a_change_gets_a_cache_of_its_own(root, name):
    before = imported_hash(root)
    file = root / name
    file.write_text(file.read_text() + "\n")
    assert imported_hash(root) != before


def test_a_renamed_file_gets_a_cache_of_its_own(root):
    before = imported_hash(root)
    (root / "solutions/reference/heads.py").rename(root / "solutions/reference/tails.py")
    assert imported_hash(root) != before


def test_compiled_files_do_not_count(root):
    before = imported_hash(root)
    compiled = root / "solutions/reference/__pycache__"
    compiled.mkdir(exist_ok=True)
    (compiled / "heads.cpython-399.pyc").write_bytes(b"bytes")
    assert imported_hash(root) == before
