"""Wrong ways to split the features of each token into heads (chapter 2)."""

import numpy as np

from solutions.catalogue import Catalogue
from solutions.reference.heads import split_heads

CATALOGUE = Catalogue()


def _start(x, n_heads):
    """Return the features as floats, and B, T, d_head; refuse an uneven split."""
    n_batch, n_tokens, n_features = x.shape
    if n_features % n_heads != 0:
        raise ValueError("the heads do not divide the features")
    return np.asarray(x, dtype=float), n_batch, n_tokens, n_features // n_heads


@CATALOGUE.mistake(
    "H01",
    replaces=split_heads,
    killed_by="split_heads--worked-example split_heads--small-example split_heads--index-equation",
    message=(
        "Right shape, wrong numbers: your head 0 holds the first tokens whole, so your heads "
        "hold different tokens, not different features. A reshape only cuts the memory tape into "
        "pieces; it moves nothing."
    ),
    section="02_split_merge#three-splits",
)
def split_without_transpose(x, n_heads):
    x, n_batch, n_tokens, d_head = _start(x, n_heads)
    return x.reshape(n_batch, n_heads, n_tokens, d_head)


@CATALOGUE.mistake(
    "H02",
    replaces=split_heads,
    killed_by="split_heads--worked-example split_heads--small-example split_heads--index-equation",
    message=(
        "Your heads are interleaved: each takes every H-th column. The index equation gives a "
        "head columns that lie side by side."
    ),
    section="02_split_merge#three-splits",
)
def split_interleaved(x, n_heads):
    x, n_batch, n_tokens, d_head = _start(x, n_heads)
    return x.reshape(n_batch, n_tokens, d_head, n_heads).transpose(0, 3, 1, 2)


@CATALOGUE.mistake(
    "H03",
    replaces=split_heads,
    killed_by="split_heads--shape",
    message=(
        "You stop half-way: your axes are (B, T, H, d_head). The features are cut in the right "
        "places, but the heads still sit inside each token."
    ),
    section="02_split_merge#index-equation",
)
def split_and_leave_heads_inside_tokens(x, n_heads):
    x, n_batch, n_tokens, d_head = _start(x, n_heads)
    return x.reshape(n_batch, n_tokens, n_heads, d_head)


@CATALOGUE.mistake(
    "H04",
    replaces=split_heads,
    killed_by="split_heads--shape",
    message=(
        "The heads are in place, but the token axis and the feature axis have changed places: "
        "yours are (B, H, d_head, T)."
    ),
    section="02_split_merge#index-equation",
)
def split_with_tokens_last(x, n_heads):
    x, n_batch, n_tokens, d_head = _start(x, n_heads)
    return x.reshape(n_batch, n_tokens, n_heads, d_head).transpose(0, 2, 3, 1)


@CATALOGUE.mistake(
    "H05",
    replaces=split_heads,
    killed_by="split_heads--shape",
    message=(
        "A transpose without an order reverses all the axes: your batch axis is last. Only two "
        "axes have to change places."
    ),
    section="02_split_merge#index-equation",
)
def split_and_reverse_all_axes(x, n_heads):
    x, n_batch, n_tokens, d_head = _start(x, n_heads)
    return x.reshape(n_batch, n_tokens, n_heads, d_head).T


@CATALOGUE.mistake(
    "H06",
    replaces=split_heads,
    killed_by="split_heads--shape split_heads--index-equation",
    message=(
        "You split the token axis. Every head sees every token; it is the features that are "
        "shared out."
    ),
    section="02_split_merge#index-equation",
)
def split_the_tokens(x, n_heads):
    x, _, _, _ = _start(x, n_heads)
    return np.stack(np.split(x, n_heads, axis=1), axis=1)


@CATALOGUE.mistake(
    "H07",
    replaces=split_heads,
    killed_by="split_heads--shape",
    message=(
        "Your pieces are right, but you pile them up along a new first axis: yours are "
        "(H, B, T, d_head). The batch comes first."
    ),
    section="02_split_merge#index-equation",
)
def stack_heads_before_batch(x, n_heads):
    x, _, _, _ = _start(x, n_heads)
    return np.stack(np.split(x, n_heads, axis=-1))


@CATALOGUE.mistake(
    "H08",
    replaces=split_heads,
    killed_by="split_heads--shape",
    message=(
        "You stop half-way: your axes are (B, T, H, d_head). The features are cut in the right "
        "places, but the heads still sit inside each token."
    ),
    section="02_split_merge#index-equation",
)
def stack_heads_inside_tokens(x, n_heads):
    x, _, _, _ = _start(x, n_heads)
    return np.stack(np.split(x, n_heads, axis=-1), axis=-2)


@CATALOGUE.mistake(
    "H09",
    replaces=split_heads,
    killed_by="split_heads--worked-example split_heads--small-example split_heads--index-equation",
    message="Your heads come in reverse order: your head 0 holds the last columns.",
    section="02_split_merge#index-equation",
)
def heads_in_reverse_order(x, n_heads):
    x, n_batch, n_tokens, d_head = _start(x, n_heads)
    heads = x.reshape(n_batch, n_tokens, n_heads, d_head).transpose(0, 2, 1, 3)
    return heads[:, ::-1]


@CATALOGUE.mistake(
    "H10",
    replaces=split_heads,
    killed_by="split_heads--divisibility",
    message=(
        "When the heads do not divide the features, your last columns vanish and nobody is told. "
        "The function has to refuse such a split."
    ),
    section="02_split_merge#index-equation",
)
def drop_the_last_columns(x, n_heads):
    n_batch, n_tokens, n_features = x.shape
    d_head = n_features // n_heads
    x = np.asarray(x[:, :, : n_heads * d_head], dtype=float)
    return x.reshape(n_batch, n_tokens, n_heads, d_head).transpose(0, 2, 1, 3)


@CATALOGUE.mistake(
    "H11",
    replaces=split_heads,
    killed_by="split_heads--divisibility",
    message=(
        "You guard the split with an assert. Python can be told to skip asserts, and a caller "
        "can't tell yours from a failed test: another error is asked for."
    ),
    section="02_split_merge#index-equation",
)
def assert_divisibility(x, n_heads):
    n_batch, n_tokens, n_features = x.shape
    assert n_features % n_heads == 0
    x = np.asarray(x, dtype=float)
    x = x.reshape(n_batch, n_tokens, n_heads, n_features // n_heads)
    return x.transpose(0, 2, 1, 3)


@CATALOGUE.mistake(
    "H13",
    replaces=split_heads,
    killed_by="split_heads--float",
    message=(
        "Whole numbers go in and whole numbers come out. The result has to be an array of floats "
        "whatever the input is."
    ),
    section="02_split_merge#index-equation",
)
def keep_integers(x, n_heads):
    n_batch, n_tokens, n_features = x.shape
    if n_features % n_heads != 0:
        raise ValueError("the heads do not divide the features")
    x = x.reshape(n_batch, n_tokens, n_heads, n_features // n_heads)
    return x.transpose(0, 2, 1, 3)


@CATALOGUE.mistake(
    "H15",
    replaces=split_heads,
    killed_by="split_heads--shape",
    message=(
        "You fold batch and heads into one axis, so your result has three axes. Keep them apart: "
        "B and H are axes of their own."
    ),
    section="02_split_merge#index-equation",
)
def fold_batch_and_heads(x, n_heads):
    x, n_batch, n_tokens, d_head = _start(x, n_heads)
    heads = x.reshape(n_batch, n_tokens, n_heads, d_head).transpose(0, 2, 1, 3)
    return heads.reshape(n_batch * n_heads, n_tokens, d_head)


@CATALOGUE.mistake(
    "H17",
    replaces=split_heads,
    killed_by="split_heads--shape",
    message=(
        "You return a list with one array for each head. The heads belong in one array, along an "
        "axis of their own."
    ),
    section="02_split_merge#index-equation",
)
def list_of_heads(x, n_heads):
    x, _, _, _ = _start(x, n_heads)
    return np.split(x, n_heads, axis=-1)


@CATALOGUE.mistake(
    "H18",
    replaces=split_heads,
    killed_by="split_heads--shape split_heads--index-equation",
    message=(
        "Your d_head is a float, because the division that you use always gives one. The size of "
        "an axis is a whole number."
    ),
    section="02_split_merge#index-equation",
)
def float_head_size(x, n_heads):
    n_batch, n_tokens, n_features = x.shape
    if n_features % n_heads != 0:
        raise ValueError("the heads do not divide the features")
    d_head = n_features / n_heads
    x = np.asarray(x, dtype=float)
    return x.reshape(n_batch, n_tokens, n_heads, d_head).transpose(0, 2, 1, 3)


@CATALOGUE.mistake(
    "H19",
    replaces=split_heads,
    killed_by="split_heads--worked-example split_heads--small-example split_heads--index-equation",
    message=(
        "Right shape, wrong numbers: you bring the features to the front, and the reshape after "
        "that cuts rows of tokens into pieces. Look at which axis the last one really is."
    ),
    section="02_split_merge#three-splits",
)
def transpose_before_reshape(x, n_heads):
    x, n_batch, n_tokens, d_head = _start(x, n_heads)
    return x.transpose(0, 2, 1).reshape(n_batch, n_heads, n_tokens, d_head)


@CATALOGUE.mistake(
    "H20",
    replaces=split_heads,
    killed_by="split_heads--shape",
    message=(
        "You swapped the batch with the tokens. Each sequence has to stay together, and the "
        "heads are still inside the tokens."
    ),
    section="02_split_merge#index-equation",
)
def swap_batch_and_tokens(x, n_heads):
    x, n_batch, n_tokens, d_head = _start(x, n_heads)
    return x.reshape(n_batch, n_tokens, n_heads, d_head).swapaxes(0, 1)


@CATALOGUE.mistake(
    "H21",
    replaces=split_heads,
    killed_by="split_heads--shape split_heads--index-equation",
    message="A NumPy matrix always has two axes. Your heads need four, and an array can have them.",
    section="02_split_merge#index-equation",
)
def matrix_instead_of_array(x, n_heads):
    x = np.asmatrix(x)
    n_batch, n_tokens, n_features = x.shape
    return x.reshape(n_batch, n_tokens, n_heads, n_features // n_heads).transpose(0, 2, 1, 3)


@CATALOGUE.mistake(
    "H22",
    replaces=split_heads,
    killed_by="split_heads--worked-example split_heads--small-example split_heads--index-equation",
    message=(
        "Your reshape counts with the first axis fastest, column by column. The index equation "
        "counts with the last axis fastest, and no reshape alone follows it."
    ),
    section="02_split_merge#three-splits",
)
def reshape_column_by_column(x, n_heads):
    x, n_batch, n_tokens, d_head = _start(x, n_heads)
    return x.reshape(n_batch, n_heads, n_tokens, d_head, order="F")


@CATALOGUE.mistake(
    "H23",
    replaces=split_heads,
    killed_by="split_heads--divisibility",
    message=(
        "On an uneven split you print a message and return None. The caller goes on with the "
        "None; an error would stop it here."
    ),
    section="02_split_merge#index-equation",
)
def print_instead_of_raise(x, n_heads):
    n_batch, n_tokens, n_features = x.shape
    if n_features % n_heads != 0:
        print("the heads do not divide the features")
        return None
    x = np.asarray(x, dtype=float)
    x = x.reshape(n_batch, n_tokens, n_heads, n_features // n_heads)
    return x.transpose(0, 2, 1, 3)


@CATALOGUE.mistake(
    "H24",
    replaces=split_heads,
    killed_by="split_heads--divisibility",
    message=(
        "You raise an error on an uneven split, but of the wrong kind. The type is right, it is "
        "the value that does not fit."
    ),
    section="02_split_merge#index-equation",
)
def raise_type_error(x, n_heads):
    n_batch, n_tokens, n_features = x.shape
    if n_features % n_heads != 0:
        raise TypeError("the heads do not divide the features")
    x = np.asarray(x, dtype=float)
    x = x.reshape(n_batch, n_tokens, n_heads, n_features // n_heads)
    return x.transpose(0, 2, 1, 3)


@CATALOGUE.mistake(
    "H25",
    replaces=split_heads,
    killed_by="split_heads--shape split_heads--index-equation",
    message=(
        "You refuse splits that are fine: you ask whether the features divide the heads. It is "
        "the other way round."
    ),
    section="02_split_merge#index-equation",
)
def divisibility_backwards(x, n_heads):
    n_batch, n_tokens, n_features = x.shape
    if n_heads % n_features != 0:
        raise ValueError("the heads do not divide the features")
    x = np.asarray(x, dtype=float)
    x = x.reshape(n_batch, n_tokens, n_heads, n_features // n_heads)
    return x.transpose(0, 2, 1, 3)


@CATALOGUE.mistake(
    "H26",
    replaces=split_heads,
    killed_by="split_heads--inputs-unchanged",
    message=(
        "You give a new shape to the caller's own array. It still holds the same numbers, but "
        "whoever passed it finds it with four axes."
    ),
    section="01_axes_views#views-and-copies",
)
def reshape_the_callers_array(x, n_heads):
    n_batch, n_tokens, n_features = x.shape
    if n_features % n_heads != 0:
        raise ValueError("the heads do not divide the features")
    x.shape = (n_batch, n_tokens, n_heads, n_features // n_heads)
    return x.transpose(0, 2, 1, 3).astype(float)


@CATALOGUE.mistake(
    "H27",
    replaces=split_heads,
    killed_by="split_heads--any-layout",
    message=(
        "You work out the strides from the shape. That is right for an array that fills its "
        "memory without gaps, and wrong for a view of a larger one."
    ),
    section="01_axes_views#memory-tape",
)
def strides_from_the_shape(x, n_heads):
    x, n_batch, n_tokens, d_head = _start(x, n_heads)
    row = n_heads * d_head * x.itemsize
    strides = (n_tokens * row, d_head * x.itemsize, row, x.itemsize)
    shape = (n_batch, n_heads, n_tokens, d_head)
    return np.lib.stride_tricks.as_strided(x, shape, strides).copy()


@CATALOGUE.mistake(
    "H28",
    replaces=split_heads,
    killed_by="split_heads--float",
    message="Your floats are only half as wide as asked for, and lose half of their digits.",
    section="02_split_merge#index-equation",
)
def narrow_floats(x, n_heads):
    x, n_batch, n_tokens, d_head = _start(x, n_heads)
    x = x.reshape(n_batch, n_tokens, n_heads, d_head).transpose(0, 2, 1, 3)
    return x.astype(np.float32)


@CATALOGUE.mistake(
    "H29",
    replaces=split_heads,
    killed_by="split_heads--shape split_heads--index-equation",
    message="You split the first sequence of the batch only. Every sequence has heads.",
    section="02_split_merge#index-equation",
)
def first_sequence_only(x, n_heads):
    x, _, n_tokens, d_head = _start(x, n_heads)
    return x[:1].reshape(1, n_tokens, n_heads, d_head).transpose(0, 2, 1, 3)


@CATALOGUE.mistake(
    "H30",
    replaces=split_heads,
    killed_by="split_heads--shape split_heads--index-equation",
    message="You always make the two heads of the example, whatever number is asked for.",
    section="02_split_merge#index-equation",
)
def always_two_heads(x, n_heads):
    x, n_batch, n_tokens, d_head = _start(x, n_heads)
    return x.reshape(n_batch, n_tokens, 2, n_heads * d_head // 2).transpose(0, 2, 1, 3)


@CATALOGUE.mistake(
    "H31",
    replaces=split_heads,
    killed_by="split_heads--shape split_heads--index-equation",
    message=(
        "You took the number of heads for the size of a head. You have as many heads as a head "
        "should have columns."
    ),
    section="02_split_merge#index-equation",
)
def heads_and_head_size_swapped(x, n_heads):
    x, n_batch, n_tokens, d_head = _start(x, n_heads)
    return x.reshape(n_batch, n_tokens, d_head, n_heads).transpose(0, 2, 1, 3)
