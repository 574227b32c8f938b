"""Where new receipts and graded notebooks wait until all are written, or none."""

from collections.abc import Iterator
from pathlib import Path

from autograder.intake.parcel import TIMESTAMP
from autograder.model import Receipt
from autograder.model.receipt import decode, encode


class Stage:
    """New receipts and graded notebooks, on disk until they are written or thrown away."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.students: list[str] = []
        self._run: set[str] = set()

    def put(
        self,
        receipt: Receipt,
        notebooks: dict[str, bytes],
        timestamp: bytes | None = None,
        was_run: bool = False,
    ) -> None:
        """Add a student's."""
        student = receipt.result.student
        own = self.folder / student
        files = own / "notebooks"
        files.mkdir(parents=True)
        (own / "receipt.json").write_bytes(encode(receipt))
        for name, data in notebooks.items():
            (files / f"{name}.ipynb").write_bytes(data)
        if notebooks and timestamp is not None:
            (files / TIMESTAMP).write_bytes(timestamp)
        self.students.append(student)
        if was_run:
            self._run.add(student)

    def receipts(self) -> Iterator[Receipt]:
        """Yield the receipts."""
        for student in self.students:
            yield decode((self.folder / student / "receipt.json").read_bytes())

    def files(self, student: str) -> Iterator[tuple[str, bytes]]:
        """Yield a student's files for ``autograded``."""
        for path in sorted((self.folder / student / "notebooks").glob("*")):
            yield path.name, path.read_bytes()

    def was_run(self, student: str) -> bool:
        """Tell whether a student's receipt is of a new run."""
        return student in self._run
