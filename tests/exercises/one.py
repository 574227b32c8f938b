"""One exercise as a course's origin, for what is true of any number: seven take some time."""

import shutil
from pathlib import Path

from tests.exercises.gate import EXERCISES

NAME = "02_split_merge"


def one_exercise(folder: Path) -> Path:
    """Put one exercise with its course's settings into a folder; return that."""
    folder.mkdir(parents=True)
    for name in ("course.toml", f"{NAME}.md"):
        shutil.copy(EXERCISES / name, folder)
    return folder
