"""Wrong causal masks and padding masks (chapter 5)."""

import numpy as np

from solutions.catalogue import Catalogue
from solutions.reference.masks import causal_mask, padding_mask

CATALOGUE = Catalogue()


@CATALOGUE.mistake(
    "C01",
    replaces=causal_mask,
    killed_by="causal_mask--worked-example causal_mask--index-rule",
    message=(
        "Your mask keeps the future: each token sees itself and what comes after it. Read one row "
        "of the mask aloud, starting with 'query i may see'."
    ),
    section="05_masks#causal-mask",
)
def keeps_the_future(n):
    return np.triu(np.ones((n, n), dtype=bool))


@CATALOGUE.mistake(
    "C02",
    replaces=causal_mask,
    killed_by="causal_mask--worked-example causal_mask--index-rule",
    message=(
        "Your tokens don't see themselves, so the first token sees nothing at all. The present "
        "isn't the future."
    ),
    section="05_masks#causal-mask",
)
def blocks_the_token_itself(n):
    return np.tril(np.ones((n, n), dtype=bool), k=-1)


@CATALOGUE.mistake(
    "C03",
    replaces=causal_mask,
    killed_by="causal_mask--worked-example causal_mask--index-rule",
    message=(
        "You mark what has to be blocked. That is how some libraries write a mask; here True has "
        "the other meaning."
    ),
    section="05_masks#polarity",
)
def marks_what_is_blocked(n):
    return np.triu(np.ones((n, n), dtype=bool), k=1)


@CATALOGUE.mistake(
    "C04",
    replaces=causal_mask,
    killed_by="causal_mask--shape-and-type",
    message=(
        "The pattern is right, but your mask holds floats. A mask says yes or no; `~` turns a "
        "boolean array round and fails on floats."
    ),
    section="05_masks#polarity",
)
def floats(n):
    return np.tril(np.ones((n, n)))


@CATALOGUE.mistake(
    "C05",
    replaces=causal_mask,
    killed_by="causal_mask--shape-and-type",
    message=(
        "You return numbers to add to the scores. This mask only says what is kept; what happens "
        "to the scores is decided later."
    ),
    section="05_masks#polarity",
)
def numbers_to_add(n):
    return np.triu(np.full((n, n), -np.inf), k=1)


@CATALOGUE.mistake(
    "C06",
    replaces=causal_mask,
    killed_by="causal_mask--shape-and-type",
    message=(
        "The pattern is right, but your mask holds integers. There `~1` is -2, which counts as "
        "true: such a mask can't be turned round, and nobody warns you."
    ),
    section="05_masks#polarity",
)
def integers(n):
    return np.tril(np.ones((n, n), dtype=int))


@CATALOGUE.mistake(
    "C07",
    replaces=causal_mask,
    killed_by="causal_mask--shape-and-type",
    message="Your mask has an axis too many. Broadcasting adds leading axes where they are needed.",
    section="05_masks#causal-mask",
)
def leading_axis_added(n):
    return np.tril(np.ones((1, n, n), dtype=bool))


@CATALOGUE.mistake(
    "C08",
    replaces=causal_mask,
    killed_by="causal_mask--worked-example causal_mask--index-rule",
    message="Your mask keeps everything. A token would read the very words that it has to predict.",
    section="05_masks#causal-mask",
)
def keeps_everything(n):
    return np.ones((n, n), dtype=bool)


@CATALOGUE.mistake(
    "C09",
    replaces=causal_mask,
    killed_by="causal_mask--worked-example causal_mask--index-rule",
    message="Your mask lets each token see one token too many: the next one.",
    section="05_masks#causal-mask",
)
def keeps_the_next_token(n):
    return np.tril(np.ones((n, n), dtype=bool), k=1)


@CATALOGUE.mistake(
    "C10",
    replaces=causal_mask,
    killed_by="causal_mask--worked-example causal_mask--index-rule",
    message="Each token of yours sees itself alone. It may look back at the tokens before it.",
    section="05_masks#causal-mask",
)
def keeps_the_token_alone(n):
    return np.eye(n, dtype=bool)


@CATALOGUE.mistake(
    "D01",
    replaces=padding_mask,
    killed_by="padding_mask--shape-and-type padding_mask--index-rule",
    message=(
        "You block queries: whole rows of the scores. Then a padded query sees nothing, and real "
        "queries still read the padding. Which axis of the scores belongs to the keys?"
    ),
    section="05_masks#padding-mask",
)
def blocks_queries(lengths, n):
    return (np.arange(n) < np.asarray(lengths)[:, None])[:, :, None]


@CATALOGUE.mistake(
    "D02",
    replaces=padding_mask,
    killed_by="padding_mask--worked-example padding_mask--index-rule",
    message=(
        "You keep one position too many. Positions count from zero; what is the last real one in "
        "a sequence of length one?"
    ),
    section="05_masks#padding-mask",
)
def keeps_the_first_filler(lengths, n):
    return (np.arange(n) <= np.asarray(lengths)[:, None])[:, None, :]


@CATALOGUE.mistake(
    "D03",
    replaces=padding_mask,
    killed_by="padding_mask--worked-example padding_mask--index-rule",
    message=(
        "You mark the padding. That is how some libraries write a padding mask; here True has the "
        "other meaning."
    ),
    section="05_masks#polarity",
)
def marks_the_padding(lengths, n):
    return (np.arange(n) >= np.asarray(lengths)[:, None])[:, None, :]


@CATALOGUE.mistake(
    "D04",
    replaces=padding_mask,
    killed_by="padding_mask--shape-and-type",
    message=(
        "Your mask has the axes (B, n). Beside scores of shape (B, n_q, n_k), broadcasting would "
        "take its first axis for the queries."
    ),
    section="05_masks#padding-mask",
)
def no_axis_for_queries(lengths, n):
    return np.arange(n) < np.asarray(lengths)[:, None]


@CATALOGUE.mistake(
    "D05",
    replaces=padding_mask,
    killed_by="padding_mask--shape-and-type",
    message=(
        "You write the same row for every query. Leave that to broadcasting: an axis of length "
        "one stands for all queries."
    ),
    section="05_masks#padding-mask",
)
def every_query_written_out(lengths, n):
    keep = np.arange(n) < np.asarray(lengths)[:, None]
    return np.repeat(keep[:, None, :], n, axis=1)


@CATALOGUE.mistake(
    "D06",
    replaces=padding_mask,
    killed_by="padding_mask--shape-and-type",
    message="The pattern is right, but your mask holds numbers. A mask says yes or no.",
    section="05_masks#polarity",
)
def ones_and_zeros(lengths, n):
    return (np.arange(n) < np.asarray(lengths)[:, None]).astype(int)[:, None, :]


@CATALOGUE.mistake(
    "D07",
    replaces=padding_mask,
    killed_by="padding_mask--worked-example padding_mask--index-rule",
    message="You keep the last positions of each sequence. The padding follows the real tokens.",
    section="05_masks#padding-mask",
)
def padding_first(lengths, n):
    return (np.arange(n)[::-1] < np.asarray(lengths)[:, None])[:, None, :]


@CATALOGUE.mistake(
    "D08",
    replaces=padding_mask,
    killed_by="padding_mask--index-rule",
    message=(
        "Your mask is as wide as the longest sequence. The batch may be padded further: the "
        "caller says how far."
    ),
    section="05_masks#padding-mask",
)
def as_wide_as_the_longest(lengths, n):
    return (np.arange(max(lengths)) < np.asarray(lengths)[:, None])[:, None, :]


@CATALOGUE.mistake(
    "D09",
    replaces=padding_mask,
    killed_by="padding_mask--worked-example padding_mask--index-rule",
    message=(
        "Your mask depends on the query: a real query sees the real keys, and a padded query sees "
        "nothing. Only the key decides here."
    ),
    section="05_masks#padding-mask",
)
def blocks_queries_too(lengths, n):
    keep = np.arange(n) < np.asarray(lengths)[:, None]
    return keep[:, :, None] & keep[:, None, :]


@CATALOGUE.mistake(
    "D10",
    replaces=padding_mask,
    killed_by="padding_mask--worked-example padding_mask--index-rule",
    message="Every sequence of yours gets the mask of the first. Each has a length of its own.",
    section="05_masks#padding-mask",
)
def first_length_for_all(lengths, n):
    return np.array([[[j < lengths[0] for j in range(n)]] for _ in lengths])
