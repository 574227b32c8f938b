"""What is sent arrives: the same types, the same values, the same sharing."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from tests.autograder.wire.link import lent, packed, unpacked

KINDS = st.one_of(
    hnp.boolean_dtypes(),
    hnp.integer_dtypes(endianness="?"),
    hnp.unsigned_integer_dtypes(endianness="?"),
    hnp.floating_dtypes(endianness="?"),
    hnp.complex_number_dtypes(endianness="?"),
    hnp.unicode_string_dtypes(endianness="?", min_len=1),
    hnp.byte_string_dtypes(min_len=1),
)
ARRAYS = hnp.arrays(KINDS, hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4))
SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.complex_numbers(),
    st.text(st.characters(exclude_categories=["Cs"])),
    st.binary(),
    st.integers(-5, 5).map(np.int32),
    st.floats().map(np.float64),
)
VALUES = st.recursive(
    st.one_of(SCALARS, ARRAYS),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.lists(inner, max_size=4).map(tuple),
        st.dictionaries(st.text(st.characters(exclude_categories=["Cs"])), inner, max_size=4),
        st.sets(st.integers(), max_size=4),
        st.frozensets(st.integers(), max_size=4),
    ),
    max_leaves=12,
)


def equal(a, b):
    """Say whether two values are the same in type and content, NaN and signed zeros included."""
    if type(a) is not type(b):
        return False
    if isinstance(a, np.ndarray):
        same = a.dtype == b.dtype and a.shape == b.shape
        return same and np.ascontiguousarray(a).tobytes() == np.ascontiguousarray(b).tobytes()
    if isinstance(a, np.generic):
        return a.tobytes() == b.tobytes()
    if isinstance(a, (list, tuple)):
        return len(a) == len(b) and all(map(equal, a, b))
    if isinstance(a, dict):
        return list(a) == list(b) and all(equal(a[key], b[key]) for key in a)
    if isinstance(a, complex):
        return equal(a.real, b.real) and equal(a.imag, b.imag)
    if isinstance(a, float) and (math.isnan(a) or a == 0):
        return math.copysign(1, a) == math.copysign(1, b) or (math.isnan(a) and math.isnan(b))
    return a == b


@given(VALUES)
def test_a_value_arrives_as_it_was(value):
    assert equal(unpacked(*packed(value)), value)


@given(st.data())
def test_views_of_one_array_share_memory_again(data):
    shape = data.draw(hnp.array_shapes(min_dims=1, max_dims=3, max_side=5))
    base = np.arange(math.prod(shape), dtype=float).reshape(shape)
    views = [base[data.draw(hnp.basic_indices(shape, allow_newaxis=True))] for _ in range(3)]
    views = [np.asarray(view) for view in views]
    got = unpacked(*packed(views), strict=False)
    for i, one in enumerate(views):
        assert equal(got[i], one)
        assert got[i].strides == one.strides or not one.size
        for j, other in enumerate(views):
            assert np.shares_memory(got[i], got[j]) == np.shares_memory(one, other)


@given(st.data())
def test_a_call_changes_what_it_would_change_in_one_process(data):
    shape = data.draw(hnp.array_shapes(min_dims=1, max_dims=3, max_side=5))
    index = data.draw(hnp.basic_indices(shape))
    here = np.arange(math.prod(shape), dtype=float).reshape(shape)
    there = here.copy()

    def change(x):
        x[...] = -1
        return x

    view = there[index]
    if not isinstance(view, np.ndarray):
        return
    change(here[index])
    with lent(change) as far:
        assert far(view) is view
    assert np.array_equal(here, there)


def test_a_value_that_holds_itself_arrives():
    value = [1]
    value.append(value)
    got = unpacked(*packed(value))
    assert got[0] == 1 and got[1] is got


def test_an_object_that_occurs_twice_is_one_object_again():
    shared = [1, np.ones(2)]
    got = unpacked(*packed({"a": shared, "b": (shared, shared)}))
    assert got["a"] is got["b"][0] is got["b"][1]


def test_a_large_array_of_which_little_is_sent_does_not_travel_whole():
    large = np.zeros((1000, 1000))
    _, body, _ = packed([large[0, :3], large[-1, -3:]])
    assert len(body) < 1000


def test_what_lies_between_the_elements_of_a_view_is_not_sent():
    table = np.full((4, 3), 7.0)
    table[:, 2] = 3.0
    _, body, _ = packed(table[:, :2])
    assert np.frombuffer(body).tolist().count(3.0) == 0


@pytest.mark.parametrize("order", ["=", ">"])
@pytest.mark.parametrize("kind", [np.longdouble, np.clongdouble])
def test_what_lies_between_extended_floats_is_not_sent(kind, order):
    clean = np.ones(12, np.dtype(kind).newbyteorder(order))
    array = clean.copy()
    raw = array.view(np.uint8).reshape(12, -1)  # (12, itemsize)
    for place in range(raw.shape[1]):
        raw[:, place] ^= 255
        with np.errstate(all="ignore"):
            is_same = np.array_equal(array, clean)
        if not is_same:  # it is a part of the number
            raw[:, place] ^= 255
    for cut in (slice(None), slice(None, None, 2), 1):
        assert np.array_equal(unpacked(*packed(array[cut])), clean[cut])
        assert packed(array[cut]) == packed(clean[cut])
