"""Where new receipts and graded notebooks wait until all are written, or none."""

from collections.abc import Iterator
from pathlib import Path

import msgspec

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
        beside: dict[str, bytes] | None = None,
    ) -> None:
        """Add a student's; `beside` are the files beside the notebooks, of a new run only."""
        student = receipt.result.student
        own = self.folder / student
        files = own / "notebooks"
        files.mkdir(parents=True)
        (own / "receipt.json").write_bytes(encode(receipt))
        for name, data in notebooks.items():
            (files / f"{name}.ipynb").write_bytes(data)
        if beside is not None:
            (own / "beside").write_bytes(msgspec.msgpack.encode(beside))
            self._run.add(student)
        self.students.append(student)

    def receipts(self) -> Iterator[Receipt]:
        """Yield the receipts."""
        for student in self.students:
            yield decode((self.folder / student / "receipt.json").read_bytes())

    def files(self, student: str) -> Iterator[tuple[str, bytes]]:
        """Yield a student's notebooks for ``autograded``."""
        for path in sorted((self.folder / student / "notebooks").glob("*")):
            yield path.name, path.read_bytes()

    def beside(self, student: str) -> dict[str, bytes]:
        """Return the files beside the notebooks of a new run."""
        data = (self.folder / student / "beside").read_bytes()
        return msgspec.msgpack.decode(data, type=dict[str, bytes])

    def was_run(self, student: str) -> bool:
        """Tell whether a student's receipt is of a new run."""
        return student in self._run
