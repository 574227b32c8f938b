"""One object graph becomes a table of nodes and a list of buffers."""

import builtins
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import numpy as np

from autograder.wire import memory
from autograder.wire import nodes as n
from autograder.wire.generators import is_generator
from autograder.wire.likes import fixed

if TYPE_CHECKING:
    from autograder.wire.decode import Decoder

MAX_DEPTH = 64
MAX_NODES = 200_000
SAFE_INT = 1 << 53
INLINE = (type(None), bool, str)
CONTAINERS = {list: "list", tuple: "tuple", set: "set", frozenset: "frozenset"}


class Unsendable(TypeError):
    """The value has no form on the wire.

    Attributes
    ----------
    foreign : bool
        Whether it can't be made of what the other side sent.
    from_submission : bool
        Whether the submission is why a check could not send it.
    """

    from_submission = False

    def __init__(self, message: str, *, foreign: bool = False) -> None:
        super().__init__(message)
        self.foreign = foreign


class Encoder:
    """Builds the graph of one message.

    Parameters
    ----------
    lend : callable
        Takes an object that has to stay on this side, and returns its node: `Object` or `Yours`.
    given : Decoder, optional
        The call that this message answers: its objects are sent as their index, and views of its
        arrays as views.

    Attributes
    ----------
    objects : list
        The object behind each node, for what comes back.
    groups : list of Group
        The memory behind each block of arrays; None where a block holds plain bytes.
    """

    def __init__(self, lend: Callable, given: "Decoder | None" = None) -> None:
        self.lend = lend
        self.given = given
        self.nodes: list = []
        self.objects: list = []
        self.groups: list[memory.Group | None] = []
        self.buffers: list = []
        self._seen: dict[int, int] = {}
        self._open: set[int] = set()
        self._groups: dict[int, int] = {}
        self._arrays: list[tuple[int, int, np.ndarray, str, bool]] = []

    def add(self, value: object, depth: int = 0) -> int:
        """Add a value with all that it holds, and return its index."""
        kind = type(value)
        if kind in INLINE:
            return self._new(_text(value) if kind is str else value, value)
        if kind is int or kind is float:
            return self._new(_number(value), value)
        if id(value) in self._seen:
            return self._seen[id(value)]
        if self.given is not None and (index := self.given.index_of(value)) is not None:
            return self._keep(value, n.Echo(index))
        if depth > MAX_DEPTH:
            raise Unsendable("a value is nested too deeply")
        if isinstance(value, np.ndarray):
            return self._array(value, depth)
        if kind in CONTAINERS:
            return self._sequence(value, CONTAINERS[kind], depth)
        if kind is dict:
            return self._mapping(value, depth)
        return self._keep(value, self._other(value, kind, depth))

    def finish(self) -> n.Graph:
        """Lay out the memory, and return the whole graph; `buffers` then holds the body."""
        for group in self.groups:
            if group is not None:
                group.close()
        for index, block, array, kind, writeable in self._arrays:
            group = self.groups[block]
            where = memory.layout(array, group.low)
            self.nodes[index] = n.Array(block, where, False, kind, writeable)
        for block, group in enumerate(self.groups):
            if group is not None:
                self.buffers[block] = group.bytes
        blocks = [
            n.Block(len(buffer), group.owner if group is not None else None)
            for buffer, group in zip(self.buffers, self.groups, strict=True)
        ]
        return n.Graph(self.nodes, blocks)

    def content(self, value: object) -> int:
        """Add what a container holds now, although the container itself is known."""
        if type(value) is dict:
            return self._new(n.Mapping(self._pairs(value, 0)), None)
        return self._new(n.Sequence("list", [self.add(item, 1) for item in value]), None)

    def node(self, node: n.Array) -> int:
        """Add a node that stands for no object of its own."""
        return self._new(node, None)

    def block(self, data: bytes | np.ndarray) -> int:
        """Add a block of plain bytes."""
        self.groups.append(None)
        self.buffers.append(data)
        return len(self.buffers) - 1

    def _new(self, node: object, value: object) -> int:
        if len(self.nodes) >= MAX_NODES:
            raise Unsendable("a value has too many parts")
        self.nodes.append(node)
        self.objects.append(value)
        return len(self.nodes) - 1

    def _keep(self, value: object, node: object) -> int:
        index = self._new(node, value)
        self._seen[id(value)] = index
        return index

    def _sequence(self, value: Iterable, kind: str, depth: int) -> int:
        items: list[int] = []
        index = self._keep(value, n.Sequence(kind, items))
        items.extend(self.add(item, depth + 1) for item in list(value))
        return index

    def _mapping(self, value: dict, depth: int) -> int:
        items: list[int] = []
        index = self._keep(value, n.Mapping(items))
        items.extend(self._pairs(value, depth))
        return index

    def _pairs(self, value: dict, depth: int) -> list[int]:
        return [self.add(part, depth + 1) for pair in list(value.items()) for part in pair]

    def _array(self, value: np.ndarray, depth: int) -> int:
        if type(value) is np.ma.MaskedArray:
            index = self._keep(value, None)
            data, mask = self.add(value.data, depth + 1), self.add(value.mask, depth + 1)
            self.nodes[index] = n.Masked(data, mask)
            return index
        if type(value) not in (np.ndarray, np.matrix) or not memory.sendable(value):
            return self._keep(value, self.lend(value))
        kind = "array" if type(value) is np.ndarray else "matrix"
        array = value if kind == "array" else value.view(np.ndarray)
        if self.given is not None:
            if (node := self.given.view_of(array, kind)) is not None:
                return self._keep(value, node)
            if not memory.disjoint(array.shape, array.strides, array.itemsize):
                array = array.copy()
        index = self._keep(value, None)
        self._arrays.append((index, self._group(array), array, kind, value.flags.writeable))
        block = self._arrays[-1][1]
        self.groups[block].members.append((index, array))
        if self.groups[block].sparse():
            self._spread(block)
        return index

    def _group(self, array: np.ndarray) -> int:
        key = memory.owner_key(array)
        if key not in self._groups:
            self._groups[key] = self.block(b"")
            self.groups[-1] = memory.Group()
        return self._groups[key]

    def _spread(self, block: int) -> None:
        """Send the newest array of a block alone: together they lie too far apart."""
        index, array = self.groups[block].members.pop()
        _, _, _, kind, writeable = self._arrays.pop()
        compact = array.copy()
        own = self.block(b"")
        self.groups[own] = memory.Group()
        self.groups[own].members.append((index, compact))
        self.groups[own].source = array
        self._arrays.append((index, own, compact, kind, writeable))

    def _other(self, value: object, kind: type, depth: int) -> object:
        if kind is complex:
            return n.Complex(self.add(value.real), self.add(value.imag))
        if kind is bytes:
            return n.Bytes(self.block(value))
        if isinstance(value, np.generic) and kind.__module__ == "numpy":
            dtype = value.dtype
            if memory.DTYPE.fullmatch(dtype.str) and dtype.itemsize:
                return n.Scalar(dtype.str, memory.scalar_bytes(value))
        if kind is range or kind is slice:
            return n.Range(kind.__name__, *map(self.add, (value.start, value.stop, value.step)))
        if is_generator(value):
            return n.Random(self.add(value.bit_generator.state, depth + 1))
        return known(value) or self._lent(value, depth)

    def _lent(self, value: object, depth: int) -> object:
        """Return the node of an object that stays, with the plain value that it is, if any."""
        node = self.lend(value)
        if type(node) is not n.Object or id(value) in self._open:
            return node
        plain = fixed(value)
        if plain is None:
            return node
        self._open.add(id(value))  # it may hold itself
        like = self.add(plain, depth + 1)
        self._open.discard(id(value))
        return n.Object(node.handle, node.name, node.callable, like)


def known(value: object) -> n.Known | None:
    """Return the node of a thing that both sides have by name, or None."""
    if value is Ellipsis:
        return n.Known("ellipsis", "")
    if value is NotImplemented:
        return n.Known("notimplemented", "")
    if isinstance(value, np.dtype) and memory.DTYPE.fullmatch(value.str) and not value.names:
        return n.Known("dtype", value.str)
    if isinstance(value, np.ufunc) and getattr(np, value.__name__, None) is value:
        return n.Known("ufunc", value.__name__)
    if isinstance(value, type):
        name = value.__name__
        if getattr(builtins, name, None) is value:
            return n.Known("builtin", name)
        if issubclass(value, np.generic) and getattr(np, name, None) is value:
            return n.Known("scalar", name)
    return None


def _number(value: float) -> object:
    if type(value) is int:
        if -SAFE_INT < value < SAFE_INT:
            return value
        if value.bit_length() > 14_000:
            raise Unsendable("an int has too many digits")
        return n.Number("int", str(value))
    if value - value == 0.0:
        return value
    return n.Number("float", repr(value))


def _text(value: str) -> str:
    if len(value) > 1 << 20:
        raise Unsendable("a text is too long")
    try:
        value.encode()
    except UnicodeEncodeError:
        raise Unsendable("a text holds half a character") from None
    return value
