"""Decode one piece of JSON to what it should be, or to a default."""

from functools import lru_cache
from typing import TypeVar

import msgspec

T = TypeVar("T")
ABSENT = msgspec.Raw(b"")
EMPTY = (b"", b"null", b"{}", b"[]")


def decode(raw: msgspec.Raw, kind: type[T], default: T) -> T:
    """Return a value of a kind, or the default where a stranger wrote something else."""
    if raw is ABSENT:
        return default
    try:
        return _decoder(kind).decode(raw)
    except (msgspec.DecodeError, RecursionError, OverflowError, ValueError):
        return default


def size(raw: msgspec.Raw) -> int:
    """Return the length in bytes."""
    return memoryview(raw).nbytes


def is_empty(raw: msgspec.Raw) -> bool:
    """Tell whether a piece is absent or says nothing."""
    return size(raw) < 5 and bytes(raw) in EMPTY


def items(raw: msgspec.Raw, most: int) -> list[msgspec.Raw] | None:
    """Return the first items of an array, one more than `most` at most, or None if it is none.

    What comes after is skipped unbuilt, so that a small file can't grow to gigabytes.
    """
    found = decode(raw, _first(most + 1), None)
    if found is None:
        return None
    return [item for item in msgspec.structs.astuple(found) if item is not ABSENT]


@lru_cache(maxsize=32)
def _decoder(kind: type[T]) -> msgspec.json.Decoder[T]:
    return msgspec.json.Decoder(kind)


@lru_cache(maxsize=8)
def _first(number: int) -> type[msgspec.Struct]:
    fields = [(f"item_{i}", msgspec.Raw, ABSENT) for i in range(number)]
    return msgspec.defstruct("First", fields, array_like=True)
