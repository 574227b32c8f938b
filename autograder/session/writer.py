"""One thread writes the gradebook while the rest of the run goes on.

It imports what it needs while the first submissions are graded.
"""

import contextlib
import queue
import threading
import time
from types import TracebackType

from autograder.course.directory import CourseDirectory
from autograder.course.locks import writer_lock
from autograder.model import Receipt

MOST = 200
"""Receipts in one transaction."""
PAUSE = 1.0
"""Seconds for which the thread gathers receipts."""
WAITING = 2 * MOST
"""Receipts that may wait; then the run waits for the gradebook, whatever the size of the class."""
PATIENCE = 30.0
"""Seconds to wait while another program writes the gradebook."""


class Writer:
    """Records receipts of one assignment in the background.

    An error in the background is raised by the next call.

    Parameters
    ----------
    course : CourseDirectory
    assignment : str
    db_url : str
        The gradebook's address. Empty: what the course's settings say.
    patience : float
        Seconds to wait while another program writes the gradebook.

    Attributes
    ----------
    note : str
        Why the gradebook was not backed up, though something was changed. Known at the end.
    """

    def __init__(
        self,
        course: CourseDirectory,
        assignment: str,
        db_url: str = "",
        patience: float = PATIENCE,
    ) -> None:
        self.course, self.assignment, self.db_url = course, assignment, db_url
        self.patience = patience
        self._has_ended = False
        self.note = ""
        self._queue: queue.Queue[Receipt | None] = queue.Queue(WAITING)
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._work, name="gradebook", daemon=True)

    def __enter__(self) -> "Writer":
        """Start."""
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Record what is left, also when the run was broken off: its receipts stand."""
        self._put(None)
        self._thread.join()
        if error is None:
            self._raise()

    def put(self, receipt: Receipt) -> None:
        """Record a receipt soon."""
        self._raise()
        self._put(receipt)

    def _put(self, receipt: Receipt | None) -> None:
        while self._thread.is_alive():
            with contextlib.suppress(queue.Full):
                self._queue.put(receipt, timeout=PAUSE)
                return

    def _raise(self) -> None:
        if self._error is not None:
            raise self._error

    def _work(self) -> None:
        try:
            from autograder.record.gradebook import Recorder
            from autograder.session.human import export

            with Recorder(self.course, self.db_url, patience=self.patience) as recorder:
                while (receipts := self._gather()) is not None:
                    with writer_lock(self.course):
                        recorder.record(self.assignment, receipts)
                self.note = recorder.note
                with recorder.database.reading() as reader:
                    export(self.course, reader)
        except BaseException as error:  # raised in the thread that put
            self._error = error

    def _gather(self) -> list[Receipt] | None:
        """Wait for a receipt, and return it with those that come soon after; None at the end."""
        if self._has_ended:
            return None
        found: list[Receipt] = []
        end = time.monotonic() + PAUSE
        while len(found) < MOST:
            try:
                timeout = max(0.0, end - time.monotonic()) if found else None
                receipt = self._queue.get(timeout=timeout)
            except queue.Empty:
                break
            if receipt is None:
                self._has_ended = True
                break
            found.append(receipt)
        return found or None
