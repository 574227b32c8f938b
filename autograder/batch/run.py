"""Drive an executor: few submissions at a time, none lost, none that ends the rest."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from typing import Any

from autograder.batch.cluster import Deserted
from autograder.batch.executors import MakeExecutor, stop, wait_for_one
from autograder.batch.processes import WorkerDied
from autograder.batch.task import Task, decode_answer, encode_task, get_ready, grade
from autograder.course.directory import CourseError
from autograder.grade.mark import Marked

DIED = "its worker process died while it alone was graded: out of memory, perhaps"
AHEAD = 2  # submissions for each worker: one that it grades and one that waits


@dataclass(frozen=True)
class Answer:
    """What came of one task: marked, or why not."""

    task: Task
    marked: Marked | None
    fault: str = ""


def run(
    tasks: Iterable[Task],
    paper: bytes,
    make_executor: MakeExecutor,
    workers: int,
    contents: bytes = b"",
) -> Generator[Answer, None, None]:
    """Yield an answer for every task, as they come.

    A submission that ended in an error, its worker's death perhaps, is tried once more, alone, so
    that the guilty one is known and the others are graded.

    Parameters
    ----------
    tasks : iterable of Task
        Read lazily: memory is for a few submissions.
    paper : bytes
        The assignment, from `encode_paper`.
    make_executor : callable
        Returns a fresh `concurrent.futures.Executor`.
    workers : int
        How many it has.
    contents : bytes
        The course's files, from `encode_contents`: sent to each worker that asks for them.

    Raises
    ------
    CourseError
        If no submission at all could be graded, since no worker gets ready, or since none is left
        and none comes back in time.
    """
    batch = _Batch(paper, make_executor, workers, contents)
    try:
        yield from batch.run(iter(tasks))
    finally:
        batch.close()


class _Batch:
    """One run; `again` holds the tasks whose first try failed with their worker."""

    def __init__(
        self, paper: bytes, make_executor: MakeExecutor, workers: int, contents: bytes
    ) -> None:
        self.paper, self.contents = paper, (contents,) if contents else ()
        self.make_executor = make_executor
        self.most = workers * AHEAD
        self.executor: Executor | None = None
        self.pending: dict[Future, Task] = {}
        self.again: deque[Task] = deque()

    def run(self, tasks: Iterator[Task]) -> Iterator[Answer]:
        while True:
            yield from self._alone()
            self._fill(tasks)
            if not self.pending and not self.again:
                return
            yield from self._collect()

    def close(self) -> None:
        if self.executor is not None:
            stop(self.executor)

    def _fill(self, tasks: Iterator[Task]) -> None:
        while len(self.pending) < self.most and not self.again:
            task = next(tasks, None)
            if task is None:
                return
            self._submit(task)

    def _submit(self, task: Task, *contents: bytes) -> None:
        if self.executor is None:
            self.executor = self.make_executor()
        future = self.executor.submit(grade, self.paper, encode_task(task), *contents)
        self.pending[future] = task

    def _collect(self) -> Iterator[Answer]:
        for future in wait_for_one(self.executor, self.pending) if self.pending else ():
            task = self.pending.pop(future)
            try:
                data = future.result()
                if not data:  # that worker has not got the course's files yet
                    self._submit(task, *self.contents)
                    continue
                answer = Answer(task, decode_answer(data))
            except Exception:  # whatever it was, the submission gets its second try
                self.again.append(task)
            else:
                yield answer

    def _alone(self) -> Iterator[Answer]:
        """Try the failed tasks one at a time, with nothing else under way."""
        if not self.again:
            return
        while self.pending:
            yield from self._collect()
        while self.again:
            task = self.again.popleft()
            try:
                data = self._ask(grade, self.paper, encode_task(task), *self.contents)
                answer = Answer(task, decode_answer(data))
            except Deserted:
                raise
            except Exception as error:
                self._check_ready()
                fault = DIED if is_death(error) else f"the grader failed twice: {error!r:.500}"
                answer = Answer(task, None, fault)
            yield answer

    def _check_ready(self) -> None:
        """Tell a submission's own fault from that of workers on which nothing can be graded."""
        try:
            self._ask(get_ready, self.paper)
        except Deserted:
            raise
        except Exception as error:
            raise CourseError(
                f"no worker gets ready to grade: {str(error).rstrip('.')}. "
                "What is graded already stays"
            ) from None

    def _ask(self, function: Callable[..., Any], *arguments: bytes) -> Any:
        """Have one thing done, with nothing else under way."""
        if self.executor is None:
            self.executor = self.make_executor()
        future = self.executor.submit(function, *arguments)
        wait_for_one(self.executor, [future])
        return future.result()


def is_death(error: Exception) -> bool:
    """Tell whether a worker died: Dask, which may not be here, has a word of its own for it."""
    return isinstance(error, WorkerDied) or type(error).__name__ == "KilledWorker"
