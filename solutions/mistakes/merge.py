"""Wrong ways to put the heads of each token side by side again (chapter 2)."""

import numpy as np

from solutions.catalogue import Catalogue
from solutions.reference.heads import merge_heads

CATALOGUE = Catalogue()


@CATALOGUE.mistake(
    "G01",
    replaces=merge_heads,
    killed_by="merge_heads--worked-example merge_heads--small-example merge_heads--index-equation",
    message=(
        "Right shape, wrong numbers: your token 0 receives the first tokens of head 0, not its "
        "own share of every head. The heads are still in front of the tokens when you reshape."
    ),
    section="02_split_merge#merge",
)
def merge_without_transpose(x):
    n_batch, n_heads, n_tokens, d_head = x.shape
    x = np.asarray(x, dtype=float)
    return x.reshape(n_batch, n_tokens, n_heads * d_head)


@CATALOGUE.mistake(
    "G02",
    replaces=merge_heads,
    killed_by="merge_heads--worked-example merge_heads--small-example merge_heads--index-equation",
    message=(
        "You shuffle the heads together like cards: one column of each, then the next. A head's "
        "columns stay side by side."
    ),
    section="02_split_merge#merge",
)
def merge_interleaved(x):
    n_batch, n_heads, n_tokens, d_head = x.shape
    x = np.asarray(x, dtype=float).transpose(0, 2, 3, 1)
    return x.reshape(n_batch, n_tokens, n_heads * d_head)


@CATALOGUE.mistake(
    "G04",
    replaces=merge_heads,
    killed_by="merge_heads--shape",
    message=(
        "You average the heads. What they found apart is lost; merging keeps every number and "
        "puts the heads next to each other."
    ),
    section="02_split_merge#merge",
)
def mean_over_heads(x):
    return np.asarray(x, dtype=float).mean(axis=1)


@CATALOGUE.mistake(
    "G05",
    replaces=merge_heads,
    killed_by="merge_heads--shape",
    message=(
        "You put the heads one after the other along the tokens, so a sequence grows longer. "
        "It is the features of each token that grow."
    ),
    section="02_split_merge#merge",
)
def concatenate_along_tokens(x):
    x = np.asarray(x, dtype=float)
    return np.concatenate([x[:, h] for h in range(x.shape[1])], axis=1)


@CATALOGUE.mistake(
    "G07",
    replaces=merge_heads,
    killed_by="merge_heads--shape",
    message=(
        "Your heads sit inside their tokens now, but still on an axis of their own: the result "
        "has four axes and should have three."
    ),
    section="02_split_merge#merge",
)
def merge_without_reshape(x):
    return np.asarray(x, dtype=float).transpose(0, 2, 1, 3)


@CATALOGUE.mistake(
    "G09",
    replaces=merge_heads,
    killed_by="merge_heads--worked-example merge_heads--small-example merge_heads--index-equation",
    message="You put the heads side by side in reverse order: your last head comes first.",
    section="02_split_merge#merge",
)
def heads_in_reverse_order(x):
    x = np.asarray(x, dtype=float)
    return np.concatenate([x[:, h] for h in reversed(range(x.shape[1]))], axis=-1)


@CATALOGUE.mistake(
    "G10",
    replaces=merge_heads,
    killed_by="merge_heads--float",
    message=(
        "Whole numbers go in and whole numbers come out. The result has to be an array of floats "
        "whatever the input is."
    ),
    section="02_split_merge#merge",
)
def keep_integers(x):
    n_batch, n_heads, n_tokens, d_head = x.shape
    return x.transpose(0, 2, 1, 3).reshape(n_batch, n_tokens, n_heads * d_head)


@CATALOGUE.mistake(
    "G11",
    replaces=merge_heads,
    killed_by="merge_heads--worked-example merge_heads--small-example merge_heads--index-equation",
    message=(
        "You average the heads and repeat the average until the shape fits. The shape is right, "
        "but what the heads found apart is lost."
    ),
    section="02_split_merge#merge",
)
def tiled_mean_over_heads(x):
    x = np.asarray(x, dtype=float)
    return np.tile(x.mean(axis=1), (1, 1, x.shape[1]))


@CATALOGUE.mistake(
    "G12",
    replaces=merge_heads,
    killed_by="merge_heads--shape",
    message="You add the heads up. Merging keeps every number, and no two of them meet.",
    section="02_split_merge#merge",
)
def sum_over_heads(x):
    return np.asarray(x, dtype=float).sum(axis=1)


@CATALOGUE.mistake(
    "G13",
    replaces=merge_heads,
    killed_by="merge_heads--shape",
    message="You put the heads one after the other along the batch, as if each were a sequence.",
    section="02_split_merge#merge",
)
def concatenate_along_batch(x):
    x = np.asarray(x, dtype=float)
    return np.concatenate([x[:, h] for h in range(x.shape[1])])


@CATALOGUE.mistake(
    "G14",
    replaces=merge_heads,
    killed_by="merge_heads--index-equation merge_heads--inputs-unchanged",
    message=(
        "You give a new shape to the caller's own array. It comes back without its head axis, "
        "and no number has moved to its token."
    ),
    section="01_axes_views#views-and-copies",
)
def reshape_the_callers_array(x):
    n_batch, n_heads, n_tokens, d_head = x.shape
    x.shape = (n_batch, n_tokens, n_heads * d_head)
    return x.astype(float)


@CATALOGUE.mistake(
    "G15",
    replaces=merge_heads,
    killed_by="merge_heads--shape merge_heads--index-equation",
    message=(
        "You ask for a new shape in place, but after a transpose the numbers of a token do not "
        "lie side by side in memory. No view can join them."
    ),
    section="01_axes_views#views-and-copies",
)
def new_shape_in_place_after_transpose(x):
    n_batch, n_heads, n_tokens, d_head = x.shape
    merged = np.asarray(x, dtype=float).transpose(0, 2, 1, 3)
    merged.shape = (n_batch, n_tokens, n_heads * d_head)
    return merged


@CATALOGUE.mistake(
    "G16",
    replaces=merge_heads,
    killed_by="merge_heads--worked-example merge_heads--small-example merge_heads--index-equation",
    message=(
        "After your transpose the tokens are the last axis, so the reshape cuts each row out of "
        "one feature of many tokens."
    ),
    section="02_split_merge#merge",
)
def features_before_tokens(x):
    n_batch, n_heads, n_tokens, d_head = x.shape
    x = np.asarray(x, dtype=float).transpose(0, 3, 1, 2)
    return x.reshape(n_batch, n_tokens, n_heads * d_head)


@CATALOGUE.mistake(
    "G17",
    replaces=merge_heads,
    killed_by="merge_heads--float",
    message="Your floats are only half as wide as asked for, and lose half of their digits.",
    section="02_split_merge#merge",
)
def narrow_floats(x):
    n_batch, n_heads, n_tokens, d_head = x.shape
    x = np.asarray(x, dtype=np.float32).transpose(0, 2, 1, 3)
    return x.reshape(n_batch, n_tokens, n_heads * d_head)


@CATALOGUE.mistake(
    "G18",
    replaces=merge_heads,
    killed_by="merge_heads--inputs-unchanged",
    message=(
        "You empty each head as you move it out. The caller may still need the heads: copy the "
        "numbers, and leave them where they are."
    ),
    section="01_axes_views#views-and-copies",
)
def empty_the_callers_heads(x):
    n_batch, n_heads, n_tokens, d_head = x.shape
    merged = np.zeros((n_batch, n_tokens, n_heads * d_head))
    for h in range(n_heads):
        merged[:, :, h * d_head : (h + 1) * d_head] += x[:, h]
        x[:, h] = 0
    return merged


@CATALOGUE.mistake(
    "G19",
    replaces=merge_heads,
    killed_by="merge_heads--worked-example merge_heads--small-example merge_heads--index-equation",
    message=(
        "All your heads land in the same columns, so each one covers the one before, and the "
        "rest stays zero."
    ),
    section="02_split_merge#merge",
)
def heads_on_top_of_each_other(x):
    n_batch, n_heads, n_tokens, d_head = x.shape
    merged = np.zeros((n_batch, n_tokens, n_heads * d_head))
    for h in range(n_heads):
        merged[:, :, :d_head] = x[:, h]
    return merged
