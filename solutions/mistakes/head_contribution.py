"""Wrong answers to what one head adds to the output (chapter 6)."""

import numpy as np

from solutions.catalogue import Catalogue
from solutions.mistakes.one_sequence import _heads, _merge, _score, _softmax
from solutions.reference.one_sequence import head_contribution

CATALOGUE = Catalogue()


@CATALOGUE.mistake(
    "HC01",
    replaces=head_contribution,
    killed_by="head_contribution--zero-query head_contribution--numbers",
    message="Every head of yours goes through the same rows of W_o. Each head owns rows of its "
    "own, as it owns columns of the concatenation.",
    section="06_one_sequence#output-projection",
)
def takes_the_first_rows_of_W_o(X, W_q, W_k, W_v, W_o, num_heads, h):
    heads, _ = _heads(X, W_q, W_k, W_v, num_heads, None)
    return heads[h] @ W_o[: heads.shape[-1]]


@CATALOGUE.mistake(
    "HC02",
    replaces=head_contribution,
    killed_by="head_contribution--shape",
    message="You cut the columns out of W_o. The columns belong to the output, the rows to the "
    "heads.",
    section="06_one_sequence#output-projection",
)
def takes_columns_of_W_o(X, W_q, W_k, W_v, W_o, num_heads, h):
    heads, _ = _heads(X, W_q, W_k, W_v, num_heads, None)
    d_head = heads.shape[-1]
    return _merge(heads) @ W_o[:, h * d_head : (h + 1) * d_head]


@CATALOGUE.mistake(
    "HC03",
    replaces=head_contribution,
    killed_by="head_contribution--shape",
    message="You return the head itself. Its share of the output lies behind the output "
    "projection, and is as wide as a token.",
    section="06_one_sequence#output-projection",
)
def returns_the_head(X, W_q, W_k, W_v, W_o, num_heads, h):
    heads, _ = _heads(X, W_q, W_k, W_v, num_heads, None)
    return heads[h]


@CATALOGUE.mistake(
    "HC04",
    replaces=head_contribution,
    killed_by="head_contribution--numbers",
    message="Your head takes every num_heads-th column. The columns of a head lie side by side.",
    section="02_split_merge#index-equation",
)
def takes_every_nth_column(X, W_q, W_k, W_v, W_o, num_heads, h):
    q, k, v = (X @ W[:, h::num_heads] for W in (W_q, W_k, W_v))
    weights = _softmax(q @ k.T / np.sqrt(q.shape[-1]))
    return weights @ v @ W_o[h::num_heads]


@CATALOGUE.mistake(
    "HC05",
    replaces=head_contribution,
    killed_by="head_contribution--numbers",
    message="Your scores are divided by a root that belongs to the whole model. Count how many "
    "products one head's dot product adds up.",
    section="06_one_sequence#scale",
)
def scales_by_d_model(X, W_q, W_k, W_v, W_o, num_heads, h):
    def score(q, k):
        return q @ k.transpose(0, 2, 1) / np.sqrt(X.shape[1])

    heads, _ = _heads(X, W_q, W_k, W_v, num_heads, None, score=score)
    d_head = heads.shape[-1]
    return heads[h] @ W_o[h * d_head : (h + 1) * d_head]


@CATALOGUE.mistake(
    "HC06",
    replaces=head_contribution,
    killed_by="head_contribution--numbers",
    message="You share the output out evenly. The shares do sum to the output, but each head earns "
    "its own.",
    section="06_one_sequence#output-projection",
)
def shares_the_output_evenly(X, W_q, W_k, W_v, W_o, num_heads, h):
    heads, _ = _heads(X, W_q, W_k, W_v, num_heads, None)
    return _merge(heads) @ W_o / num_heads


@CATALOGUE.mistake(
    "HC07",
    replaces=head_contribution,
    killed_by="head_contribution--zero-query head_contribution--numbers",
    message="You return what is left when the head is taken away. Its share is the other part.",
    section="06_one_sequence#output-projection",
)
def returns_the_output_without_the_head(X, W_q, W_k, W_v, W_o, num_heads, h):
    heads, _ = _heads(X, W_q, W_k, W_v, num_heads, None)
    heads[h] = 0
    return _merge(heads) @ W_o


@CATALOGUE.mistake(
    "HC08",
    replaces=head_contribution,
    killed_by="head_contribution--numbers",
    message="Your heads are counted from one. Head 0 owns the first columns.",
    section="02_split_merge#index-equation",
)
def counts_heads_from_one(X, W_q, W_k, W_v, W_o, num_heads, h):
    heads, _ = _heads(X, W_q, W_k, W_v, num_heads, None)
    d_head = heads.shape[-1]
    rows = slice((h - 1) % num_heads * d_head, ((h - 1) % num_heads + 1) * d_head)
    return heads[h - 1] @ W_o[rows]


@CATALOGUE.mistake(
    "HC09",
    replaces=head_contribution,
    killed_by="head_contribution--integers",
    message="With integer tokens the share loses its fractions: an array that you fill takes its "
    "type from X.",
    section="06_one_sequence#integers-and-inputs",
)
def collects_into_an_integer_array(X, W_q, W_k, W_v, W_o, num_heads, h):
    heads, _ = _heads(X, W_q, W_k, W_v, num_heads, None)
    d_head = heads.shape[-1]
    concat = np.zeros_like(X)
    concat[:, h * d_head : (h + 1) * d_head] = heads[h]
    return concat @ W_o


@CATALOGUE.mistake(
    "HC10",
    replaces=head_contribution,
    killed_by="head_contribution--inputs-unchanged",
    message="You clear the other rows of the caller's W_o, so the next call finds them empty. What "
    "comes in belongs to the caller.",
    section="06_one_sequence#integers-and-inputs",
)
def clears_rows_of_W_o(X, W_q, W_k, W_v, W_o, num_heads, h):
    heads, _ = _heads(X, W_q, W_k, W_v, num_heads, None)
    d_head = heads.shape[-1]
    W_o[: h * d_head] = 0
    W_o[(h + 1) * d_head :] = 0
    return _merge(heads) @ W_o


@CATALOGUE.mistake(
    "HC11",
    replaces=head_contribution,
    killed_by="head_contribution--zero-query head_contribution--numbers",
    message="You cut the columns out of the tokens. The columns of a head are those of the "
    "projections: a head sees all features of a token.",
    section="06_one_sequence#assemble",
)
def cuts_the_tokens(X, W_q, W_k, W_v, W_o, num_heads, h):
    d_head = X.shape[1] // num_heads
    own = slice(h * d_head, (h + 1) * d_head)
    q, k, v = (X[:, own] @ W[own, own] for W in (W_q, W_k, W_v))
    weights = _softmax(q @ k.T / np.sqrt(d_head))
    return weights @ v @ W_o[own]


@CATALOGUE.mistake(
    "HC12",
    replaces=head_contribution,
    killed_by="head_contribution--numbers",
    message="Your scores use all columns of queries and keys. A head attends with its own columns "
    "alone.",
    section="06_one_sequence#assemble",
)
def attends_over_the_full_width(X, W_q, W_k, W_v, W_o, num_heads, h):
    d_head = X.shape[1] // num_heads
    own = slice(h * d_head, (h + 1) * d_head)
    weights = _softmax(X @ W_q @ (X @ W_k).T / np.sqrt(d_head))
    return weights @ X @ W_v[:, own] @ W_o[own]


@CATALOGUE.mistake(
    "HC13",
    replaces=head_contribution,
    killed_by="head_contribution--shape",
    message="You return the shares of all heads at once. The function is asked for one of them.",
    section="06_one_sequence#output-projection",
)
def returns_all_shares(X, W_q, W_k, W_v, W_o, num_heads, h):
    heads, _ = _heads(X, W_q, W_k, W_v, num_heads, None)
    return heads @ W_o.reshape(num_heads, -1, W_o.shape[1])


@CATALOGUE.mistake(
    "HC14",
    replaces=head_contribution,
    killed_by="head_contribution--numbers",
    message="Your head weighs the values with raw scores: the softmax is missing.",
    section="03_softmax#softmax",
)
def forgets_the_softmax(X, W_q, W_k, W_v, W_o, num_heads, h):
    def weigh(scores, mask):
        return scores

    heads, _ = _heads(X, W_q, W_k, W_v, num_heads, None, weigh=weigh)
    d_head = heads.shape[-1]
    return heads[h] @ W_o[h * d_head : (h + 1) * d_head]


@CATALOGUE.mistake(
    "HC15",
    replaces=head_contribution,
    killed_by="head_contribution--numbers",
    message="Queries and keys have changed places in your head.",
    section="06_one_sequence#assemble",
)
def swaps_queries_and_keys(X, W_q, W_k, W_v, W_o, num_heads, h):
    def score(q, k):
        return _score(k, q)

    heads, _ = _heads(X, W_q, W_k, W_v, num_heads, None, score=score)
    d_head = heads.shape[-1]
    return heads[h] @ W_o[h * d_head : (h + 1) * d_head]
