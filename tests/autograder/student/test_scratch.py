"""The home of a submission on the host's own disk: bounded and removed, whatever lies in it."""

import os

import pytest

from autograder.student.scratch import clear, filled


@pytest.fixture
def home(tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    yield home
    if home.exists():
        clear(str(home))  # what is too deep for pytest, too


def go_down(home, levels):
    before = os.open(".", os.O_RDONLY)
    os.chdir(home)
    for _ in range(levels):
        os.mkdir("d")  # noqa: PTH102 (the path grows too long for a Path)
        os.chdir("d")
    os.fchdir(before)
    os.close(before)


def test_a_folder_that_is_deeper_than_python_recurses_is_removed(home):
    go_down(home, 1500)
    clear(str(home))
    assert list(home.parent.iterdir()) == []


def test_folders_that_are_closed_are_removed_and_links_are_not_followed(home):
    kept = home.parent / "kept"
    kept.write_text("kept")
    (home / "closed").mkdir()
    (home / "closed" / "file").write_text("x")
    (home / "closed" / "link").symlink_to(home.parent)
    (home / "closed").chmod(0o300)
    clear(str(home))
    assert list(home.parent.iterdir()) == [kept]


def test_bytes_entries_and_depth_are_bounded(home):
    assert not filled(str(home), 1 << 20)
    (home / "file").write_bytes(bytes(2 << 20))
    assert filled(str(home), 1 << 20) and not filled(str(home), 4 << 20)
    go_down(home, 40)
    for number in range(1900):
        (home / f"{number}").touch()
    assert not filled(str(home), 64 << 20)
    (home / "deep").mkdir()
    go_down(home / "deep", 60)
    assert filled(str(home), 64 << 20)


def test_files_without_a_name_count(home):
    with (home / "file").open("wb") as file:
        file.write(bytes(2 << 20))
        file.flush()
        (home / "file").unlink()
        assert filled(str(home), 1 << 20, [os.getpid()])
        assert not filled(str(home), 1 << 20)
    assert not filled(str(home), 1 << 20, [os.getpid()])
