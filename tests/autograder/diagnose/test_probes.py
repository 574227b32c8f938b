from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from autograder.diagnose.probes import choose


def separated(classes, chosen, n_mistakes):
    """Count for each pair how many of the chosen candidates tell it apart; two are enough."""
    n_entries = len(classes[0])
    return {
        (a, b): min(2, sum(classes[c][a] != classes[c][b] for c in chosen))
        for a, b in combinations(range(n_entries), 2)
        if a < n_mistakes
    }


def test_a_candidate_that_tells_nothing_apart_is_left_out():
    assert choose([[0, 0, 0], [0, 1, 2], [1, 1, 1]], n_mistakes=2) == [1]


def test_a_second_candidate_confirms_the_first():
    assert choose([[0, 1], [0, 1], [0, 1]], n_mistakes=1) in ([0, 1], [0, 2], [1, 2])


def test_right_answers_need_not_be_told_apart():
    assert choose([[0, 1, 1], [0, 1, 2], [0, 1, 1]], n_mistakes=1) == [0, 1]


pools = st.integers(2, 6).flatmap(
    lambda n: st.lists(st.lists(st.integers(0, 2), min_size=n, max_size=n), min_size=1, max_size=6)
)


@given(pools, st.integers(1, 4))
def test_the_fewest_probes_separate_what_the_pool_does(classes, n_mistakes):
    n_mistakes = min(n_mistakes, len(classes[0]) - 1)
    everything = range(len(classes))
    goal = separated(classes, everything, n_mistakes)
    chosen = choose(classes, n_mistakes)
    assert separated(classes, chosen, n_mistakes) == goal
    for size in range(len(chosen)):
        for fewer in combinations(everything, size):
            assert separated(classes, fewer, n_mistakes) != goal
