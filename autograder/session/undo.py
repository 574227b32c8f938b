"""Write many files together: all of them, or none."""

import shutil
import tempfile
from pathlib import Path
from types import TracebackType

from autograder.course.directory import CourseError
from autograder.course.files import write_private


class Together:
    """Files written inside a ``with`` block are put back as they were if it ends in an error."""

    def __enter__(self) -> "Together":
        """Start."""
        self._folder = tempfile.TemporaryDirectory(prefix="autograder-")
        self._before: list[tuple[Path, Path | None]] = []
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Put everything back, if it ended in an error."""
        try:
            for path, kept in reversed(self._before if error else []):
                if kept is None:
                    path.unlink(missing_ok=True)
                else:
                    shutil.move(kept, path)
        finally:
            self._folder.cleanup()

    def write(self, path: Path, data: bytes, mode: int = 0o600) -> None:
        """Write a file.

        Raises
        ------
        CourseError
            If it can't be written.
        """
        self._keep(path)
        write_private(path, data)
        path.chmod(mode)

    def remove(self, path: Path) -> None:
        """Remove a file, if it is there."""
        if path.exists():
            self._keep(path)
            path.unlink()

    def _keep(self, path: Path) -> None:
        kept = Path(self._folder.name) / str(len(self._before)) if path.exists() else None
        try:
            if kept:
                shutil.copy2(path, kept)
        except OSError as error:
            raise CourseError(
                f"{path} can't be replaced: {error.strerror}. Move it away. Nothing was changed"
            ) from None
        self._before.append((path, kept))
