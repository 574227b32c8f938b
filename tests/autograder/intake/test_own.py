"""A student's own files beside the notebooks."""

import os

from autograder.course.supplements import Supplements
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
