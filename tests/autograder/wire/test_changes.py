"""What a call does to an array in place is done to the caller's array, beside its bytes, too."""

import math
import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from autograder.wire.calls import Lost
from tests.autograder.wire.link import lent

pytestmark = pytest.mark.filterwarnings("ignore:Setting the:DeprecationWarning")
DTYPES = ["<f8", ">f8", "<i8", "<f4", "<i2", "u1", "<c16", "S3"]


def seen(array):
    """Return all that a check can see of an array."""
    strides = array.strides if array.size else None
    return array.dtype, array.shape, strides, array.flags.writeable, array.tobytes()


@st.composite
def steps(draw):
    """Return things to do with an array in place; those that NumPy refuses change nothing."""
    return draw(
        st.lists(
            st.one_of(
                st.tuples(st.just("shape"), st.permutations([-1, 1, 2, 3]), st.integers(0, 4)),
                st.tuples(st.just("dtype"), st.sampled_from(DTYPES)),
                st.tuples(st.just("strides"), st.lists(st.sampled_from([0, 8, -8, 16, 24, 40]))),
                st.tuples(st.just("turn")),
                st.tuples(st.just("write"), st.booleans()),
                st.tuples(st.just("fill"), st.integers(0, 100)),
            ),
            min_size=1,
            max_size=4,
        )
    )


def do(array, todo):
    """Do it, as far as NumPy lets, and return what it let."""
    done = []
    for what, *how in todo:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                if what == "shape":
                    array.shape = how[0][: how[1]]
                elif what == "dtype":
                    array.dtype = how[0]
                elif what == "strides":
                    array.strides = how[0]
                elif what == "turn":
                    array.shape, array.strides = array.shape[::-1], array.strides[::-1]
                elif what == "write":
                    array.flags.writeable = how[0]
                else:
                    array.view(np.uint8)[...] = how[0]
            except (ValueError, TypeError, AttributeError):
                continue
            done.append(what)
    return done


@st.composite
def views(draw):
    """Return a function that makes an array and a view of it, in memory of their own."""
    shape = draw(hnp.array_shapes(min_dims=1, max_dims=3, max_side=6))
    index = draw(hnp.basic_indices(shape, allow_newaxis=True, allow_ellipsis=True))
    order = draw(st.sampled_from("CF"))

    def make():
        base = np.asarray(np.arange(math.prod(shape), dtype=float).reshape(shape), order=order)
        return base, base[index][...]

    return make


@given(views(), steps(), st.booleans())
def test_an_array_becomes_what_it_becomes_in_one_process(make, todo, is_whole):
    """Of a view, what lies between its elements is not known there: such changes fail."""
    base, view = make()
    other_base, other = make()
    array, twin = (base, other_base) if is_whole else (view, other)
    done = do(twin, todo)
    with lent(lambda x: do(x, todo)) as far:
        try:
            reached = far(array)
        except Lost as lost:
            assert lost.reason == "failed" and not is_whole
            assert "return a new array instead" in str(lost)
            return
    if reached == done or is_whole:
        assert reached == done
        assert seen(array) == seen(twin)
        assert base.tobytes() == other_base.tobytes()


@given(views(), steps())
def test_an_array_and_its_view_are_changed_together(make, todo):
    base, view = make()
    other_base, other = make()

    def change(x, y):
        do(y, todo)
        do(x, todo)
        return y

    change(other_base, other)
    with lent(change) as far:
        assert far(base, view) is view
    assert seen(base) == seen(other_base)
    assert seen(view) == seen(other)


@given(st.sampled_from([(0, 3), (2, 0, 4)]), st.sampled_from([(3, 0), (0,), (1, 0, 2)]))
def test_an_empty_array_changes_its_shape_and_type(before, after):
    array = np.empty(before)

    def change(x):
        x.shape = after
        x.dtype = "f4"

    with lent(change) as far:
        far(array)
    assert array.shape[:-1] == after[:-1] and array.dtype == "f4" and array.size == 0


def test_views_that_lie_far_apart_change_their_shape_where_numpy_lets_them():
    large = np.zeros((1000, 1000))
    near, wide = large[0, :6], large[::500, ::500]

    def change(x, y):
        x.shape = (2, 3)
        x[1, 2] = 7

    with lent(change) as far:
        far(near, wide)
    assert near.shape == (2, 3) and large[0, 5] == 7
    with lent(lambda x, y: setattr(y, "shape", 4)) as far, pytest.raises(Lost, match="in place"):
        far(near, wide)
    assert wide.shape == (2, 2)


UNTOLD = {
    "resized": lambda x: x.resize(50, refcheck=False),
    "shrunk": lambda x: x.resize(2, refcheck=False),
    "a type of fields": lambda x: setattr(x, "dtype", "f4,f4"),
    "strange booleans": lambda x: setattr(x, "dtype", bool),
    "a way round a lock": lambda x: setattr(x.flags, "writeable", True),
}


@pytest.mark.parametrize("kind", UNTOLD)
def test_what_cannot_be_done_here_fails_the_check_for_good(kind):
    base = np.arange(6.0) + 1
    base.flags.writeable = "lock" not in kind
    array = base if kind != "a way round a lock" else base[...]
    before = seen(array)
    with lent(UNTOLD[kind]) as far:
        for _ in range(2):
            with pytest.raises(Lost) as caught:
                far(array)
            assert caught.value.reason == "failed"
            assert "argument" in str(caught.value)
    assert seen(array) == before


def masked():
    return np.ma.MaskedArray(np.arange(6.0), [0, 1, 0, 0, 0, 0])


MASKED = {
    "one more is masked": lambda x: x.__setitem__(3, np.ma.masked),
    "none is masked": lambda x: setattr(x, "mask", False),
    "another mask": lambda x: (x.unshare_mask(), x.__setitem__(0, np.ma.masked)),
    "another shape": lambda x: setattr(x, "shape", (2, 3)),
    "a number": lambda x: x.__setitem__(0, 7),
}


@pytest.mark.parametrize("kind", MASKED)
def test_a_masked_array_becomes_what_it_becomes_in_one_process(kind):
    array, twin = masked(), masked()
    MASKED[kind](twin)
    with lent(MASKED[kind]) as far:
        far(array)
    assert seen(array.data) == seen(twin.data)
    assert np.array_equal(np.ma.getmaskarray(array), np.ma.getmaskarray(twin))


def test_a_masked_array_without_a_mask_gets_one():
    array = np.ma.MaskedArray(np.arange(3.0))
    with lent(lambda x: x.__setitem__(0, np.ma.masked)) as far:
        far(array)
    assert array.mask.tolist() == [True, False, False]
