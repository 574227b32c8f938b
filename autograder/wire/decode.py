"""A table of nodes becomes objects again, within bounds."""

import builtins
from collections.abc import Callable
from typing import get_args

import numpy as np

from autograder.wire import inplace, memory
from autograder.wire import nodes as n
from autograder.wire.encode import MAX_DEPTH, Encoder
from autograder.wire.faults import Unusable
from autograder.wire.frames import WireError
from autograder.wire.generators import generator, is_generator, set_state
from autograder.wire.likes import FIXED

MAX_EXPANDED = 1_000_000
MAX_HASHED = 10_000
MAX_RANGE = 10_000_000
MISSING = object()
MASKED = (
    "the function returned an array with masked numbers, which a comparison passes over: return a "
    "plain array instead"
)
SEQUENCES = {"tuple": tuple, "set": set, "frozenset": frozenset}


class Decoder:
    """Builds the objects of one message.

    Parameters
    ----------
    graph : Graph
    body : memoryview
        The blocks, one after another.
    proxy : callable
        Takes an `Object` node, with the plain value that it is like, if there is one, and returns
        what stands for it.
    mine : callable
        Takes a handle that this side gave away and returns its object.
    sent : Encoder, optional
        The call that this message answers.
    strict : bool
        Whether the message comes from the untrusted side.
    masks : bool
        Whether arrays with masked numbers are taken: comparisons pass over these.
    """

    def __init__(
        self,
        graph: n.Graph,
        body: memoryview,
        *,
        proxy: Callable,
        mine: Callable,
        sent: Encoder | None = None,
        strict: bool = True,
        masks: bool = True,
    ) -> None:
        self.nodes = graph.nodes
        self.objects = [MISSING] * len(graph.nodes)
        self.proxy, self.mine, self.sent, self.strict = proxy, mine, sent, strict
        self.masks = masks
        self._sizes = [1] * len(graph.nodes)
        self._hashed = 0
        self._by_identity: dict[int, int] | None = None
        self._by_owner: dict[int, tuple[int, np.ndarray]] | None = None
        self._building: set[int] = set()
        self._cut(graph.blocks, body)

    def get(self, index: int, depth: int = 0) -> object:
        """Return the object of a node."""
        if index >= len(self.nodes):
            raise WireError("a value refers to nothing")
        if self.objects[index] is not MISSING:
            return self.objects[index]
        if depth > MAX_DEPTH + 2 or index in self._building:
            raise WireError("a value is nested too deeply")
        node = self.nodes[index]
        make = MAKERS.get(type(node))
        if make is None:
            value = node
        else:
            self._building.add(index)
            value = make(self, node, index, depth)
            self._building.discard(index)
        self.objects[index] = value
        return value

    def bytes(self, block: int) -> np.ndarray:
        """Return the bytes of a block as they came, shape (nbytes,)."""
        if block >= len(self._blocks):
            raise WireError("a value refers to memory that did not come")
        return self._blocks[block]

    def index_of(self, value: object) -> int | None:
        """Return the index of an object that came with this message, by identity."""
        return self.known().get(id(value))

    def view_of(self, array: np.ndarray, kind: str) -> n.Array | None:
        """Return the node of an array that looks at memory which came with this message."""
        found = self._owners().get(memory.owner_key(array))
        if found is None or not array.size:
            return None
        if not memory.disjoint(array.shape, array.strides, array.itemsize):
            return None
        return _placed(array, *found, kind)

    def place_of(self, array: np.ndarray) -> n.Array | None:
        """Return the node that says where an array which came lies now; None if elsewhere."""
        if not array.size:
            return _placed(array, 0, array)
        found = self._owners().get(memory.owner_key(array))
        return _placed(array, *found) if found else None

    def known(self) -> dict[int, int]:
        """Return the index of each mutable object, array and proxy, by identity."""
        if self._by_identity is None:
            self._by_identity = {
                id(value): index
                for index, value in enumerate(self.objects)
                if value is not MISSING and type(value) not in (bool, int, float, str, type(None))
            }
        return self._by_identity

    def _owners(self) -> dict[int, tuple[int, np.ndarray]]:
        if self._by_owner is None:
            self._by_owner = {id(owner): (block, owner) for block, owner in self.owners.items()}
        return self._by_owner

    def _cut(self, blocks: list[n.Block], body: memoryview) -> None:
        whole = np.frombuffer(body, np.uint8) if body.nbytes else memory.NOTHING
        self._blocks, self._owner_nodes, start = [], [], 0
        for block in blocks:
            self._blocks.append(whole[start : start + block.nbytes])  # (nbytes,)
            self._owner_nodes.append(block.owner)
            start += block.nbytes
        if start != body.nbytes:
            raise WireError("the blocks don't fill the body")
        self.owners: dict[int, np.ndarray] = {}

    def _owner(self, block: int) -> np.ndarray:
        """Return the array that owns a block's memory here, made when first asked for."""
        if block not in self.owners:
            data, index = self.bytes(block), self._owner_nodes[block]
            node = self.nodes[index] if index is not None and index < len(self.nodes) else None
            if index is None:
                self.owners[block] = data.copy()
            elif type(node) is n.Array and node.block == block and not node.old:
                self.owners[block] = memory.owned(data, node.layout, self.strict)
            else:
                raise WireError("memory is owned by something that is no array")
        return self.owners[block]

    def _array(self, node: n.Array, index: int, depth: int) -> np.ndarray:
        if node.old:
            if self.sent is None or node.block >= len(self.sent.groups):
                raise WireError("an array looks at memory that was not sent")
            group = self.sent.groups[node.block]
            if group is None:
                raise WireError("an array looks at memory that is none")
            array = group.view(node.layout)
        elif 0 in node.layout.shape:
            array = memory.place(self.bytes(node.block), node.layout, self.strict)
        else:
            owner = self._owner(node.block)
            if self._owner_nodes[node.block] == index and node.kind == "array":
                array = owner
            else:
                array = memory.place(memory.dense(owner), node.layout, self.strict)
        if not node.writeable:
            array.flags.writeable = False
        if node.kind == "matrix":
            if array.ndim != 2:
                raise WireError("a matrix has two axes")
            return array.view(np.matrix)
        return array

    def _masked(self, node: n.Masked, index: int, depth: int) -> np.ma.MaskedArray:
        data, mask = self.get(node.data, depth + 1), self.get(node.mask, depth + 1)
        if type(data) is not np.ndarray:
            raise WireError("a masked array is made of an array")
        mask = _mask_for(data, mask)
        if not self.masks and mask.any():
            raise Unusable(MASKED)
        return np.ma.MaskedArray(data, mask)

    def _scalar(self, node: n.Scalar, index: int, depth: int) -> np.generic:
        dtype = memory.dtype_of(node.dtype)
        if len(node.data) != dtype.itemsize:
            raise WireError("a NumPy scalar has another size")
        array = np.frombuffer(node.data, dtype)
        memory.check_bytes(array)
        return array[0]

    def _number(self, node: n.Number, index: int, depth: int) -> float:
        try:
            return int(node.text) if node.kind == "int" else float(node.text)
        except ValueError:
            raise WireError("a number is none") from None

    def _complex(self, node: n.Complex, index: int, depth: int) -> complex:
        real, imag = self.get(node.real), self.get(node.imag)
        if type(real) is not float or type(imag) is not float:
            raise WireError("a complex number is made of floats")
        return complex(real, imag)

    def _bytes(self, node: n.Bytes, index: int, depth: int) -> bytes:
        return self.bytes(node.block).tobytes()

    def _sequence(self, node: n.Sequence, index: int, depth: int) -> object:
        if node.kind == "list":
            value = self.objects[index] = []
            value.extend(self._members(node.items, index, depth))
            return value
        members = self._members(node.items, index, depth)
        if node.kind != "tuple":
            self._hash(len(members))
        return _hashing(SEQUENCES[node.kind], members)

    def _mapping(self, node: n.Mapping, index: int, depth: int) -> dict:
        if len(node.items) % 2:
            raise WireError("a dict has a key without a value")
        self._hash(len(node.items) // 2)
        value = self.objects[index] = {}
        members = self._members(node.items, index, depth)
        value.update(_hashing(dict, zip(members[::2], members[1::2], strict=True)))
        return value

    def _members(self, items: list[int], index: int, depth: int) -> list:
        members = [self.get(item, depth + 1) for item in items]
        self._sizes[index] = 1 + sum(self._sizes[item] for item in items)
        if self._sizes[index] > MAX_EXPANDED:
            raise WireError("a value has too many parts")
        return members

    def _hash(self, count: int) -> None:
        self._hashed += count
        if self._hashed > MAX_HASHED:
            raise WireError("a set or dict is too large")

    def _known(self, node: n.Known, index: int, depth: int) -> object:
        return named(node)

    def _range(self, node: n.Range, index: int, depth: int) -> object:
        parts = [self.get(part, depth + 1) for part in (node.start, node.stop, node.step)]
        if node.kind == "slice":
            return slice(*parts)
        if any(type(part) is not int for part in parts) or parts[2] == 0:
            raise WireError("a range is made of ints")
        value = range(*parts)
        if self.strict and _long(value):
            raise WireError("a range is too long")
        return value

    def _random(self, node: n.Random, index: int, depth: int) -> "np.random.Generator":
        return generator(self.get(node.state, depth + 1))

    def _object(self, node: n.Object, index: int, depth: int) -> object:
        if node.like is None:
            return self.proxy(node)
        like = self.get(node.like, depth + 1)
        if type(like) not in FIXED or node.callable:
            raise WireError("an object is like no plain value")
        self._sizes[index] += self._sizes[node.like]
        return self.proxy(node, like)

    def _yours(self, node: n.Yours, index: int, depth: int) -> object:
        return self.mine(node.handle)

    def _echo(self, node: n.Echo, index: int, depth: int) -> object:
        if self.sent is None or node.index >= len(self.sent.objects):
            raise WireError("a value refers to something that was not sent")
        return self.sent.objects[node.index]

    def apply(self, change: n.Change) -> None:
        """Do to what was sent what the other side did to its copy."""
        if self.sent is None:
            raise WireError("something changed that was not sent")
        if change.kind == "memory":
            group = self.sent.groups[change.target : change.target + 1]
            if group in ([], [None]):
                raise WireError("memory changed that was not sent")
            group[0].write(self.bytes(change.value))
            return
        if change.target >= len(self.sent.objects):
            raise WireError("something changed that was not sent")
        target = self.sent.objects[change.target]
        if change.kind == "layout":
            self._lay_out(target, change.value)
            return
        value = self.get(change.value)
        if change.kind == "state" and is_generator(target):
            set_state(target, value)
        elif change.kind == "writeable" and isinstance(target, np.ndarray):
            inplace.set_writeable(target, value)
        elif change.kind == "mask" and type(target) is np.ma.MaskedArray:
            target._mask = _mask_for(target, value)
        elif change.kind == "content" and type(target) in (list, dict, set):
            if type(target) is set:
                self._hash(len(value))
            _refill(target, value)
        else:
            raise WireError("something changed that cannot")

    def _lay_out(self, target: object, value: int) -> None:
        node = self.nodes[value] if value < len(self.nodes) else None
        if type(node) is not n.Array or not isinstance(target, np.ndarray):
            raise WireError("something has another layout that is no array")
        group = self.sent.groups[node.block] if node.block < len(self.sent.groups) else None
        inplace.lay_out(target, node.layout, group)


MAKERS = {
    kind: getattr(Decoder, "_" + kind.__name__.lower())
    for kind in get_args(n.Node)
    if issubclass(kind, n.Tagged)
}


def _placed(array: np.ndarray, block: int, owner: np.ndarray, kind: str = "array") -> n.Array:
    where = memory.layout(array, memory.address(owner))
    return n.Array(block, where, True, kind, bool(array.flags.writeable))


def _mask_for(array: np.ndarray, mask: object) -> np.ndarray | np.bool_:
    """Return a mask, if it fits an array."""
    if type(mask) not in (np.ndarray, np.bool_) or mask.dtype != bool:
        raise WireError("a mask is made of booleans")
    if mask.shape not in ((), array.shape):
        raise WireError("a mask does not fit its array")
    return mask


def named(node: n.Known) -> object:
    """Return the thing of a name; only types, ufuncs and two constants have one."""
    if node.kind == "ellipsis":
        return Ellipsis
    if node.kind == "notimplemented":
        return NotImplemented
    if node.kind == "dtype":
        return memory.dtype_of(node.name)
    found = getattr(builtins if node.kind == "builtin" else np, node.name, None)
    if node.kind == "ufunc" and isinstance(found, np.ufunc):
        return found
    if isinstance(found, type) and (node.kind == "builtin" or issubclass(found, np.generic)):
        return found
    raise WireError(f"{node.name!r} is not known here")


def _hashing(make: Callable, members: object) -> object:
    try:
        return make(members)
    except TypeError:
        raise WireError("a set or dict holds what can't be hashed") from None


def _long(value: range) -> bool:
    try:
        return len(value) > MAX_RANGE
    except OverflowError:
        return True


def _refill(target: object, value: object) -> None:
    if type(value) is not (dict if type(target) is dict else list):
        raise WireError("a container holds something else now")
    if type(target) is list:
        target[:] = value
        return
    fresh = _hashing(type(target), value)
    target.clear()
    target.update(fresh)
