"""The plain value of an object whose class was made from that of one: a named tuple is a tuple."""

from collections.abc import Callable

MOST = 1000
"""Parts of a value that is sent along with an object, beyond which the object has to do."""
FIXED: dict[type, Callable] = {
    tuple: lambda value: tuple(tuple.__iter__(value)),
    frozenset: lambda value: frozenset(frozenset.__iter__(value)),
    str: str.__str__,
    int: int.__pos__,
    float: float.__pos__,
}
"""What makes the plain value of one that never changes: it can be sent along."""
CONTAINERS: dict[type, Callable] = {
    dict: lambda value: dict(dict.items(value)),
    list: lambda value: list(list.__iter__(value)),
    set: lambda value: set(set.__iter__(value)),
}
"""The same for what may change: it is asked for when it is compared."""
ASKED = ("__len__", "__iter__", "__getitem__", "__bool__")
"""Methods for which the object itself is asked, if its class has its own."""


def fixed(value: object) -> object | None:
    """Return the plain value of an object that never changes, or None if there is none."""
    base = next((base for base in FIXED if isinstance(value, base)), None)
    if base is None or any(_method(type(value), name) is not _method(base, name) for name in ASKED):
        return None
    plain = FIXED[base](value)
    return None if base not in (int, float) and len(plain) > MOST else plain


def held(value: object) -> object:
    """Return what a container holds as a plain one, or NotImplemented if it is made from none."""
    make = next((make for base, make in CONTAINERS.items() if isinstance(value, base)), None)
    return make(value) if make else NotImplemented


def _method(kind: type, name: str) -> object:
    """Return the method of a class; those of the class of classes are none of its own."""
    return next((vars(one)[name] for one in kind.__mro__ if name in vars(one)), None)
