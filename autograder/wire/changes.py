"""What a call does to its arguments: told by the side that ran it, done again on the other."""

import numpy as np

from autograder.wire import memory
from autograder.wire import nodes as n
from autograder.wire.decode import Decoder
from autograder.wire.encode import Encoder
from autograder.wire.faults import Unusable
from autograder.wire.generators import is_generator
from autograder.wire.inplace import form

OTHER_MEMORY = (
    "the function gave an argument other memory, as x.resize does, which can't be followed: return "
    "a new array instead"
)
OTHER_TYPE = (
    "the function gave an argument in place the type {}, which can't be followed: return a new "
    "array instead"
)


class Watch:
    """What a call was given, so that its changes can be told afterwards."""

    def __init__(self, decoder: Decoder | None) -> None:
        self.decoder = decoder
        self.containers: list[tuple[int, object, list]] = []
        self.arrays: list[tuple[int, np.ndarray, tuple, np.ndarray | None, bool]] = []
        for index, value in enumerate(decoder.objects if decoder else ()):
            if type(value) in (list, set, dict):
                self.containers.append((index, value, parts(value)))
            elif isinstance(value, np.ndarray):
                self.arrays.append((index, value, form(value), value.base, value.flags.writeable))
        owners = decoder.owners.items() if decoder else ()
        # How the bytes lie is noted before: afterwards the owner may have another shape.
        self.owners = [(block, owner, span(owner), memory.dense(owner)) for block, owner in owners]

    def changes(self, encoder: Encoder) -> list[n.Change]:
        """Return what is different now.

        An array may be written to before its bytes change, and is closed after.

        Raises
        ------
        Unusable
            If an argument is not where it was, or has a type that does not travel.
        """
        if self.decoder is None:
            return []
        opened, closed = [], []
        for index, value, *_, was_writeable in self.arrays:
            if value.flags.writeable != was_writeable:
                change = n.Change("writeable", index, encoder.add(value.flags.writeable))
                (closed if was_writeable else opened).append(change)
        return [
            *opened,
            *self._memory(encoder),
            *self._layouts(encoder),
            *closed,
            *self._contents(encoder),
        ]

    def _memory(self, encoder: Encoder) -> list[n.Change]:
        if any(span(owner) != before for _, owner, before, _ in self.owners):
            raise Unusable(OTHER_MEMORY)
        return [
            n.Change("memory", block, encoder.block(now.copy()))
            for block, _, _, now in self.owners
            if (now != self.decoder.bytes(block)).any()
        ]

    def _layouts(self, encoder: Encoder) -> list[n.Change]:
        found, others = [], []
        for index, value, before, base, _ in self.arrays:
            is_other = form(value) != before or value.base is not base
            if is_other:
                others.append((index, value))
            if type(value) is np.ma.MaskedArray:
                mask, sent = value._mask, self.decoder.objects[self.decoder.nodes[index].mask]
                if is_other or not np.array_equal(mask, sent):
                    found.append(n.Change("mask", index, encoder.add(mask.copy())))
        # NumPy bounds what a view may reach by its owner's strides: owners come last.
        others.sort(key=lambda each: each[1].base is None)
        return [
            *(
                n.Change("layout", index, encoder.node(self._place(value)))
                for index, value in others
            ),
            *found,
        ]

    def _place(self, array: np.ndarray) -> n.Array:
        if not memory.sendable(array):
            raise Unusable(OTHER_TYPE.format(array.dtype))
        place = self.decoder.place_of(array)
        if place is None:
            raise Unusable(OTHER_MEMORY)
        return place

    def _contents(self, encoder: Encoder) -> list[n.Change]:
        found = [
            n.Change("content", index, encoder.content(value))
            for index, value, before in self.containers
            if not same(parts(value), before)
        ]
        for index, value in enumerate(self.decoder.objects):
            if is_generator(value):
                state = value.bit_generator.state
                found.append(n.Change("state", index, encoder.add(state)))
        return found


def span(array: np.ndarray) -> tuple[int, int]:
    """Return where an array begins, and its number of bytes."""
    return memory.address(array), array.nbytes


def parts(value: object) -> list:
    """Return what a container holds, keys and values of a dict in turn."""
    if type(value) is dict:
        return [part for pair in value.items() for part in pair]
    return list(value)


def same(now: list, before: list) -> bool:
    """Say whether two lists hold the very same objects."""
    return len(now) == len(before) and all(a is b for a, b in zip(now, before, strict=True))
