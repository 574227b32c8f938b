"""Wrong ways to measure the spread of a dot product (chapter 4)."""

import numpy as np

from solutions.catalogue import Catalogue
from solutions.reference.single_head import score_std

CATALOGUE = Catalogue()


def _pairs(d, n_samples, rng):
    """Draw the pairs of vectors, two arrays of shape (n_samples, d)."""
    return rng.standard_normal((n_samples, d)), rng.standard_normal((n_samples, d))


@CATALOGUE.mistake(
    "E01",
    replaces=score_std,
    killed_by="score_std--spread score_std--other-lengths",
    message="You return a mean squared distance. That isn't yet in the units of a score.",
    section="04_single_head#why-sqrt-d-head",
)
def variance(d, n_samples, rng):
    q, k = _pairs(d, n_samples, rng)
    return float((q * k).sum(axis=-1).var())


@CATALOGUE.mistake(
    "E02",
    replaces=score_std,
    killed_by="score_std--spread score_std--other-lengths",
    message=(
        "Your spread stays near one for every length: you measure scores that are scaled already. "
        "The question is what the dot products do before that."
    ),
    section="04_single_head#why-sqrt-d-head",
)
def scaled_scores(d, n_samples, rng):
    q, k = _pairs(d, n_samples, rng)
    return float(((q * k).sum(axis=-1) / np.sqrt(d)).std())


@CATALOGUE.mistake(
    "E03",
    replaces=score_std,
    killed_by="score_std--given-rng",
    message=(
        "Your random numbers come from NumPy's global generator, so the same seed gives another "
        "result each time. The caller hands you a generator."
    ),
    section="04_single_head#why-sqrt-d-head",
)
def global_generator(d, n_samples, rng):
    q, k = np.random.randn(n_samples, d), np.random.randn(n_samples, d)
    return float((q * k).sum(axis=-1).std())


@CATALOGUE.mistake(
    "E04",
    replaces=score_std,
    killed_by="score_std--given-rng score_std--sample-size",
    message=(
        "You make a generator of your own, so every call draws the same numbers, whatever the "
        "caller's generator says."
    ),
    section="04_single_head#why-sqrt-d-head",
)
def own_generator(d, n_samples, rng):
    q, k = _pairs(d, n_samples, np.random.default_rng(0))
    return float((q * k).sum(axis=-1).std())


@CATALOGUE.mistake(
    "E05",
    replaces=score_std,
    killed_by="score_std--spread score_std--other-lengths",
    message="You measure products of single entries. A dot product adds them up first.",
    section="03_softmax#similarity",
)
def products_not_summed(d, n_samples, rng):
    q, k = _pairs(d, n_samples, rng)
    return float((q * k).std())


@CATALOGUE.mistake(
    "E06",
    replaces=score_std,
    killed_by="score_std--spread score_std--other-lengths",
    message=(
        "Each of your vectors meets itself, and that dot product is never negative. A query and a "
        "key are drawn apart from each other."
    ),
    section="04_single_head#why-sqrt-d-head",
)
def same_vector_twice(d, n_samples, rng):
    q, _ = _pairs(d, n_samples, rng)
    return float((q * q).sum(axis=-1).std())


@CATALOGUE.mistake(
    "E07",
    replaces=score_std,
    killed_by="score_std--spread score_std--other-lengths",
    message=(
        "Your entries lie evenly between 0 and 1. The experiment is about entries with mean 0 and "
        "standard deviation 1."
    ),
    section="04_single_head#why-sqrt-d-head",
)
def uniform_entries(d, n_samples, rng):
    q, k = rng.random((n_samples, d)), rng.random((n_samples, d))
    return float((q * k).sum(axis=-1).std())


@CATALOGUE.mistake(
    "E08",
    replaces=score_std,
    killed_by="score_std--sample-size",
    message="Your sample has the same size however many pairs the caller asks for.",
    section="04_single_head#why-sqrt-d-head",
)
def sample_size_ignored(d, n_samples, rng):
    q, k = _pairs(d, 20_000, rng)
    return float((q * k).sum(axis=-1).std())


@CATALOGUE.mistake(
    "E09",
    replaces=score_std,
    killed_by="score_std--spread score_std--other-lengths",
    message=(
        "You add up over the samples, and measure the spread over the entries of a vector. Which "
        "of the two axes belongs to one dot product?"
    ),
    section="03_softmax#axis",
)
def sum_over_samples(d, n_samples, rng):
    q, k = _pairs(d, n_samples, rng)
    return float((q * k).sum(axis=0).std())


@CATALOGUE.mistake(
    "E10",
    replaces=score_std,
    killed_by="score_std--spread",
    message="You return the dot products themselves. Their spread is a single number.",
    section="04_single_head#why-sqrt-d-head",
)
def every_score(d, n_samples, rng):
    q, k = _pairs(d, n_samples, rng)
    return (q * k).sum(axis=-1)


@CATALOGUE.mistake(
    "E11",
    replaces=score_std,
    killed_by="score_std--given-rng score_std--sample-size",
    message="You return what theory predicts. Draw the vectors and measure: does theory hold?",
    section="04_single_head#why-sqrt-d-head",
)
def theory_instead_of_measurement(d, n_samples, rng):
    return float(np.sqrt(d))


@CATALOGUE.mistake(
    "E12",
    replaces=score_std,
    killed_by="score_std--spread score_std--other-lengths",
    message=(
        "You divide the spread by the root of the sample size. That says how well a mean is "
        "known, which is another question."
    ),
    section="04_single_head#why-sqrt-d-head",
)
def standard_error(d, n_samples, rng):
    q, k = _pairs(d, n_samples, rng)
    return float((q * k).sum(axis=-1).std() / np.sqrt(n_samples))
