"""What a header may hold: one table of nodes for the values, and the messages around it.

Every value is an entry of a table, and a container names its members by their index. So the same
object is sent once, a list may hold itself, and decoding never recurses into the text.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

Index = Annotated[int, Meta(ge=0)]
Name = Annotated[str, Meta(max_length=200)]
Text = Annotated[str, Meta(max_length=1 << 20)]


class Tagged(Struct, array_like=True, forbid_unknown_fields=True, frozen=True):
    """A struct that travels as a list with its tag first."""


class Number(Tagged, tag="n"):
    """An int beyond 64 bits, or a float that JSON lacks: nan, inf, -inf."""

    kind: Literal["int", "float"]
    text: Annotated[str, Meta(max_length=4400)]


class Complex(Tagged, tag="c"):
    """A complex number, its parts as nodes."""

    real: Index
    imag: Index


class Bytes(Tagged, tag="b"):
    """A bytes object in a block of its own."""

    block: Index


class Sequence(Tagged, tag="s"):
    """A list, tuple, set or frozenset."""

    kind: Literal["list", "tuple", "set", "frozenset"]
    items: list[Index]


class Mapping(Tagged, tag="d"):
    """A dict: key, value, key, value, …."""

    items: list[Index]


class Layout(Tagged, tag="l"):
    """How an array lies in its block."""

    dtype: Annotated[str, Meta(max_length=40)]
    shape: Annotated[list[Index], Meta(max_length=64)]
    strides: Annotated[list[int], Meta(max_length=64)]
    offset: Index


class Array(Tagged, tag="a"):
    """An array in a new block, or in a block that the call brought (``old``)."""

    block: Index
    layout: Layout
    old: bool = False
    kind: Literal["array", "matrix"] = "array"
    writeable: bool = True


class Masked(Tagged, tag="m"):
    """A masked array: its numbers and its mask."""

    data: Index
    mask: Index


class Scalar(Tagged, tag="g"):
    """A NumPy scalar."""

    dtype: Annotated[str, Meta(max_length=40)]
    data: bytes


class Known(Tagged, tag="k"):
    """A thing both sides have by name."""

    kind: Literal["dtype", "scalar", "builtin", "ufunc", "ellipsis", "notimplemented"]
    name: Name


class Range(Tagged, tag="r"):
    """A range or a slice, its three parts as nodes."""

    kind: Literal["range", "slice"]
    start: Index
    stop: Index
    step: Index


class Random(Tagged, tag="R"):
    """A np.random.Generator: the state of its bit generator as a dict node."""

    state: Index


class Object(Tagged, tag="o"):
    """Anything else: it stays where it is, and the other side gets a handle.

    `like` is the node of its plain value, if its class is made from that of one which never
    changes: a named tuple is like a tuple.
    """

    handle: Index
    name: Name
    callable: bool
    like: Index | None = None


class Yours(Tagged, tag="y"):
    """A handle that comes back to the side that gave it."""

    handle: Index


class Echo(Tagged, tag="e"):
    """An object that the call brought, by its index in the call's own table."""

    index: Index


Node = (
    None
    | bool
    | int
    | float
    | str
    | Number
    | Complex
    | Bytes
    | Sequence
    | Mapping
    | Array
    | Masked
    | Scalar
    | Known
    | Range
    | Random
    | Object
    | Yours
    | Echo
)


def is_odd(node: Node) -> bool:
    """Say whether Python can make something of a node's value that has no form on the wire.

    A date of an array of dates, what a type returns, an iterator over an object.
    """
    kind = type(node)
    if kind is Object:
        return not node.callable
    if kind is Array:
        return node.kind == "matrix" or _holds_dates(node.layout.dtype)
    return kind in (Known, Masked, Range) or (kind is Scalar and _holds_dates(node.dtype))


def _holds_dates(dtype: str) -> bool:
    return "m" in dtype.lower()[:2]


class Block(Tagged):
    """A run of memory in the body; ``owner`` is the array node that owns it, if that is sent."""

    nbytes: Index
    owner: Index | None = None


class Graph(Tagged):
    """One object graph: all values of a message."""

    nodes: Annotated[list[Node], Meta(max_length=200_000)]
    blocks: Annotated[list[Block], Meta(max_length=20_000)]


class Change(Tagged, tag="C"):
    """What a call did to something that it was given.

    ``memory``: block `target` of the call now holds the bytes of block `value`; ``layout``: array
    `target` lies as node `value` says, in the same memory; ``writeable``: whether array `target`
    may be written to is in node `value`; ``mask``: masked array `target` has the mask in node
    `value`; ``content``: container `target` holds what `value` holds; ``state``: generator
    `target` has the state in node `value`.
    """

    kind: Literal["memory", "layout", "writeable", "mask", "content", "state"]
    target: Index
    value: Index


class Fault(Tagged, tag="F"):
    """An exception: the names of its class and bases, what it says, and where it was raised."""

    classes: Annotated[list[Name], Meta(max_length=12)]
    message: Annotated[str, Meta(max_length=8000)]
    trace: Annotated[str, Meta(max_length=16000)] = ""


class Said(Tagged, tag="P"):
    """Text that was printed during a call."""

    stream: Literal["stdout", "stderr"]
    text: Text


class Allowance(Tagged):
    """From now on the process may compute for so many seconds; calls last `wall` at most."""

    seconds: float
    wall: float


class Call(Tagged, tag="call"):
    """Do something with the object behind a handle.

    `allow` comes with the first call of a check: see `Allowance`.
    """

    verb: Literal["call", "getattr", "getitem", "len", "bool", "next", "iter", "plain"]
    handle: Index
    args: list[Index]
    kwargs: dict[str, Index]
    graph: Graph
    allow: Allowance | None = None


class Reply(Tagged, tag="reply"):
    """How a call ended: with a value or with a fault."""

    value: Index | None
    fault: Fault | None
    changes: Annotated[list[Change], Meta(max_length=20_000)]
    said: Annotated[list[Said], Meta(max_length=2000)]
    graph: Graph
