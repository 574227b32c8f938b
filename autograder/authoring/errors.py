"""What is wrong in an exercise, and where."""

from pathlib import Path


class ExerciseError(Exception):
    """A mistake in an exercise file or in `course.toml`.

    Attributes
    ----------
    path : pathlib.Path
        The file.
    line : int
        The line, counted from 1.
    message : str
        What is wrong and what to write instead.
    """

    def __init__(self, path: Path, line: int, message: str) -> None:
        super().__init__(path, line, message)
        self.path = Path(path)
        self.line = line
        self.message = message

    def __str__(self) -> str:
        """Return ``path:line: message``."""
        return f"{self.path}:{self.line}: {self.message}"


class Errors(list):
    """The errors of one file, collected while it is read."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path

    def add(self, line: int, message: str) -> None:
        """Note an error once."""
        error = ExerciseError(self.path, line, message)
        if str(error) not in map(str, self):
            self.append(error)

    def in_order(self) -> list[ExerciseError]:
        """Return the errors in the order of their lines."""
        return sorted(self, key=lambda error: error.line)

    def raise_first(self) -> None:
        """Raise the error that comes first in the file, if there is one."""
        if self:
            raise self.in_order()[0]
