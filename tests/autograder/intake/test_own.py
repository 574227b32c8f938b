"""A student's own files beside the notebooks."""

import os

import pytest

from autograder.course.supplements import Supplements
from autograder.intake import pack, read_parcel
from autograder.intake.files import FOLDER, Folder
from autograder.intake.limits import Limits
from autograder.intake.own import read_own


class Swapped(Folder):
    """A folder in which a file becomes a folder as soon as it was read."""

    def __init__(self, place):
        super().__init__(os.open(place, FOLDER), Limits())
        self.place = place

    def read(self, path, limit):
        data = super().read(path, limit)
        if path == "a":
            (self.place / "a").unlink()
            (self.place / "a").mkdir()
            (self.place / "a" / "b").write_text("within")
        return data


def test_a_file_that_became_a_folder_holds_no_other(tmp_path):
    (tmp_path / "a").write_text("a file")
    found, problems = read_own(Swapped(tmp_path), ["a", "a/b"], Supplements(), Limits())
    assert found == {"a": b"a file"}
    assert problems == ["a/b lies within a file"]


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "submitted" / "ann" / "work"
    folder.mkdir(parents=True)
    return folder


def lay(folder, *paths, data=b"own"):
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)


def test_files_are_read_but_for_the_courses_and_those_that_nobody_means_to_hand_in(folder):
    lay(
        folder, "a.csv", "sub/b.py", "data.csv", "model.py", ".hidden", "__pycache__/b.pyc", "x.log"
    )
    lay(folder, "timestamp.txt", "work.ipynb", "copy.ipynb.bak")
    ignore = ("*.log", "__pycache__")
    course = Supplements(given={"data.csv": ""}, spare={"model.py": ""}, ignore=ignore)
    parcel = pack(folder, ["work"], supplements=course)
    assert parcel.own == dict.fromkeys(["a.csv", "sub/b.py", "model.py"], b"own")
    assert parcel.left_out == []


def test_the_digest_follows_a_file_of_ones_own_and_not_one_that_the_course_replaces(folder):
    course = Supplements(given={"data.csv": ""})
    lay(folder, "work.ipynb", "data.csv", "own.py")
    first = pack(folder, ["work"], supplements=course).digest
    lay(folder, "data.csv", data=b"changed")
    assert pack(folder, ["work"], supplements=course).digest == first
    lay(folder, "own.py", data=b"changed")
    assert pack(folder, ["work"], supplements=course).digest != first


@pytest.mark.parametrize(
    ("limits", "left_out"),
    [
        ({"own_bytes": 8}, "c would make more than 0 MiB of files"),
        ({"own_files": 2}, "c and what follows is one file too many"),
    ],
)
def test_bounds_hold_before_anything_is_read(folder, limits, left_out):
    lay(folder, "a", "b", data=b"1234")
    lay(folder, "c", "d/e", data=b"1")
    parcel = pack(folder, ["work"], limits=Limits(**limits))
    assert parcel.own.keys() == {"a", "b"}
    assert parcel.left_out[0] == left_out


def test_a_file_of_gigabytes_is_not_read(folder):
    lay(folder, "a")
    os.truncate(folder / "a", 1 << 40)
    assert pack(folder, ["work"]).left_out == ["a would make more than 32 MiB of files"]


def test_each_that_is_left_out_has_its_reason(folder):
    (folder / "link").symlink_to("/etc/passwd")
    os.mkfifo(folder / "pipe")
    lay(folder.parent, "elsewhere")
    (folder / "twin").hardlink_to(folder.parent / "elsewhere")
    lay(folder, "/".join("deeperandx") + "/file", os.fsdecode(b"\xff.txt"), "images", "data.csv/a")
    course = Supplements(given={"data.csv": "", "images/dot.png": ""})
    parcel = pack(folder, ["work"], supplements=course)
    assert parcel.own == {}
    assert set(parcel.left_out) == {
        "link is a link",
        "pipe is a pipe",
        "twin is a hard link",
        "d/e/e/p/e/r/a/n lies too deep to look into",
        "\N{REPLACEMENT CHARACTER}.txt has a name that is no text",
        "images stands where the course has something else",
        "data.csv/a stands where the course has something else",
    }
    (flag,) = read_parcel(parcel, []).flags
    assert flag.kind == "repaired:extra-file"
    assert flag.message.endswith("; 5 more")
