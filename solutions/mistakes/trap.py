"""Inputs that fail to catch the split without a transpose (chapter 2)."""

import numpy as np

from solutions.catalogue import Catalogue
from solutions.reference.trap import catch_the_trap

CATALOGUE = Catalogue()


@CATALOGUE.mistake(
    "P01",
    replaces=catch_the_trap,
    killed_by="catch_the_trap--numbers-differ",
    message="With one head there is nothing to split, and both splits agree.",
    section="02_split_merge#three-splits",
)
def one_head():
    return np.arange(24.0).reshape(1, 4, 6), 1


@CATALOGUE.mistake(
    "P02",
    replaces=catch_the_trap,
    killed_by="catch_the_trap--numbers-differ",
    message="With one token there is nothing to mix up: every head gets a piece of the same token.",
    section="02_split_merge#three-splits",
)
def one_token():
    return np.arange(6.0).reshape(1, 1, 6), 2


@CATALOGUE.mistake(
    "P03",
    replaces=catch_the_trap,
    killed_by="catch_the_trap--numbers-differ",
    message="All your numbers are equal, so no one can see which of them moved.",
    section="02_split_merge#tracer",
)
def equal_numbers():
    return np.ones((1, 4, 6)), 2


@CATALOGUE.mistake(
    "P04",
    replaces=catch_the_trap,
    killed_by="catch_the_trap--small-input",
    message="A NaN differs from everything, even from itself, so it shows nothing.",
    section="02_split_merge#tracer",
)
def nan_input():
    return np.full((1, 4, 6), np.nan), 2


@CATALOGUE.mistake(
    "P05",
    replaces=catch_the_trap,
    killed_by="catch_the_trap--small-input",
    message="Your array has no batch axis. A batch of one sequence still has three axes.",
    section="02_split_merge#index-equation",
)
def no_batch_axis():
    return np.arange(24.0).reshape(4, 6), 2


@CATALOGUE.mistake(
    "P06",
    replaces=catch_the_trap,
    killed_by="catch_the_trap--small-input",
    message="Your heads do not divide your features, so there is no right split to compare with.",
    section="02_split_merge#index-equation",
)
def uneven_heads():
    return np.arange(24.0).reshape(1, 4, 6), 4


@CATALOGUE.mistake(
    "P07",
    replaces=catch_the_trap,
    killed_by="catch_the_trap--small-input",
    message="You return the array alone. How it is split depends on the number of heads, too.",
    section="02_split_merge#three-splits",
)
def array_alone():
    return np.arange(24.0).reshape(1, 4, 6)


@CATALOGUE.mistake(
    "P08",
    replaces=catch_the_trap,
    killed_by="catch_the_trap--small-input",
    message="Your input is larger than it needs to be. A trap that fits on paper teaches more.",
    section="02_split_merge#tracer",
)
def large_input():
    return np.arange(20.0 * 30 * 40).reshape(20, 30, 40), 8


@CATALOGUE.mistake(
    "P09",
    replaces=catch_the_trap,
    killed_by="catch_the_trap--small-input",
    message="The two things that you return have changed places: the array comes first.",
    section="02_split_merge#three-splits",
)
def heads_before_array():
    return 2, np.arange(24.0).reshape(1, 4, 6)


@CATALOGUE.mistake(
    "P10",
    replaces=catch_the_trap,
    killed_by="catch_the_trap--numbers-differ",
    message="Your numbers differ from sequence to sequence only, and no split mixes sequences.",
    section="02_split_merge#tracer",
)
def equal_within_a_sequence():
    return np.ones((3, 4, 6)) * np.arange(3.0)[:, None, None], 2


@CATALOGUE.mistake(
    "P11",
    replaces=catch_the_trap,
    killed_by="catch_the_trap--numbers-differ",
    message=(
        "Your array is symmetric. With heads of one column the right split is a transpose of the "
        "sequence, and a symmetric array is its own transpose."
    ),
    section="02_split_merge#tracer",
)
def symmetric_input():
    return np.arange(5.0) + np.arange(5.0)[None, :, None], 5
