"""What stands, in the grader, for an object that stays in the submission's process."""

import ast
import inspect
from collections.abc import Callable, Iterable

from autograder.grade.sources import signature
from autograder.wire.calls import Lost, Peer
from autograder.wire.likes import CONTAINERS
from autograder.wire.nodes import Object

MAX_LENGTH = 10_000_000


class Far:
    """What lies in the submission's process: public attributes are asked for one by one."""

    _peer_class = True
    is_returned = False
    """Whether a call returned it. If not, it stands for a name of the submission's."""

    def _ask(self, verb: str, args: Iterable = (), kwargs: dict | None = None) -> object:
        lost = self._peer.lost
        if lost is not None and lost.reason == "ungraded" and self.is_returned:
            raise Lost("failed", "an object that the function returned outlived its check")
        return self._peer.call(verb, self._handle, args, kwargs)

    def __getattr__(self, name: str) -> object:
        """Ask for a public attribute."""
        if name.startswith("_"):
            raise AttributeError(f"{type(self).__name__!r} has no attribute {name!r} here")
        return self._ask("getattr", [name])


class Remote(Far):
    """An object of the submission.

    Its attributes, items and length are asked for one by one and come back as plain data. It is
    equal to itself, and to a plain container that holds the same: no comparison reaches the
    submission.
    """

    def __init__(self, peer: Peer, handle: int, name: str) -> None:
        self._peer, self._handle = peer, handle
        self.__name__ = self.__qualname__ = name

    def __getitem__(self, key: object) -> object:
        """Ask for an item."""
        return self._ask("getitem", [key])

    def __len__(self) -> int:
        """Ask for the length."""
        length = self._ask("len")
        if type(length) is not int or not 0 <= length <= MAX_LENGTH:
            raise TypeError(f"{self.__name__!r} has no length")
        return length

    def __bool__(self) -> bool:
        """Ask whether it counts as true."""
        return self._ask("bool") is True

    def __iter__(self) -> "Remote":
        """Ask for an iterator."""
        return self._ask("iter")

    def __next__(self) -> object:
        """Ask for the next item."""
        return self._ask("next")

    def __eq__(self, other: object) -> bool:
        """Ask for what it holds, and compare that here."""
        if type(other) not in CONTAINERS:
            return NotImplemented
        held = self._ask("plain")
        return held == other if type(held) is type(other) else NotImplemented

    def __repr__(self) -> str:
        """Name the class; the object's own text is not asked for."""
        return f"<{self.__name__} of the submission>"

    __hash__ = object.__hash__


# A function or class of the submission. Its docstring and signature are read off the notebook's
# text, so the class has no docstring of its own.
class RemoteFunction(Remote):  # noqa: D101
    describe: Callable[[str], ast.FunctionDef | None] | None = None

    def _definition(self) -> ast.FunctionDef | None:
        return self.describe(self.__name__) if self.describe else None

    @property
    def __doc__(self) -> str | None:
        """The docstring in the notebook."""
        node = self._definition()
        return ast.get_docstring(node, clean=False) if node else None

    @property
    def __signature__(self) -> inspect.Signature:
        """The signature in the notebook."""
        node = self._definition()
        if node is None:
            raise AttributeError("__signature__")
        return signature(node)

    def __bool__(self) -> bool:
        """Say that a function counts as true, as always."""
        return True

    def __call__(self, *args: object, **kwargs: object) -> object:
        """Call it in the submission's process."""
        return self._ask("call", args, kwargs)


def stand_in(
    peer: Peer, node: Object, like: object = None, *, describe: Callable | None = None
) -> Far:
    """Return what stands for an object: a class of the same name as its class.

    Parameters
    ----------
    peer : Peer
    node : Object
    like : object, optional
        The plain value that it is like. What stands for it is then made from that: it compares and
        computes as its value does here, whatever the submission's class would say.
    describe : callable, optional
        Takes a function's name and returns its definition in the notebook, if it is there.
    """
    if node.callable:
        function = RemoteFunction(peer, node.handle, node.name)
        function.describe = describe
        return function
    name = node.name if node.name.isidentifier() else "object"
    if like is not None:
        value = type(name, (Far, type(like)), {"__module__": "student"})(like)
        value._peer, value._handle, value.is_returned = peer, node.handle, True
        return value
    return type(name, (Remote,), {"__module__": "student"})(peer, node.handle, node.name)
