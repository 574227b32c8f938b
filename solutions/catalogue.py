"""How a mistake or an alternative is written down: a decorator over a runnable function."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Mistake:
    """A wrong version of a reference function that students write.

    Attributes
    ----------
    id : str
        The entry's name in the catalogue, such as ``H01``.
    function : callable
        The wrong version, with the signature of `replaces`.
    replaces : callable
        The reference function that it stands in for.
    killed_by : tuple of str
        Checks that must fail it. Where an exercise lacks one of them, the others count.
    message : str
        What the student reads: it names the idea that went wrong, never the answer.
    section : str
        Where the book explains it, as ``page#anchor``.
    """

    id: str
    function: Callable
    replaces: Callable
    killed_by: tuple[str, ...]
    message: str
    section: str


@dataclass(frozen=True)
class Alternative:
    """A right answer written another way. It scores full marks and gets no diagnosis."""

    id: str
    function: Callable
    replaces: Callable


class Catalogue(list):
    """The entries of one module, in the order in which they are written."""

    def mistake(
        self, id: str, *, replaces: Callable, killed_by: str, message: str, section: str
    ) -> Callable[[Callable], Callable]:
        """Record the decorated function as a mistake; `killed_by` lists check ids by spaces."""

        def record(function: Callable) -> Callable:
            checks = tuple(killed_by.split())
            self.append(Mistake(id, function, replaces, checks, message, section))
            return function

        return record

    def alternative(self, id: str, *, replaces: Callable) -> Callable[[Callable], Callable]:
        """Record the decorated function as another right answer."""

        def record(function: Callable) -> Callable:
            self.append(Alternative(id, function, replaces))
            return function

        return record
