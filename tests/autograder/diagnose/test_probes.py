from itertools import combinations
from types import SimpleNamespace as Mistake

from hypothesis import given
from hypothesis import strategies as st

from autograder.diagnose.build import best, diagnosis
from autograder.diagnose.probes import choose
from autograder.diagnose.values import encode
from tests.autograder.diagnose.conftest import COURSE, READ


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


def probes(**numbers):
    return {name: {**encode((number,)), "refuses": ""} for name, number in numbers.items()}


MISTAKES = [
    Mistake(id="A", function=lambda x: x, message="", section=""),
    Mistake(id="B", function=abs, message="", section=""),
]


def found(*draws):
    made = best("f", iter(draws), MISTAKES, [lambda x: x + 1])
    return [[mistake.id for mistake in group] for group in made.groups], made.chosen


def test_what_a_draw_leaves_alike_by_chance_another_tells_apart():
    groups, chosen = found(probes(first=2.0), probes(second=-3.0))
    assert groups == [["A"], ["B"]] and "second" in chosen


def test_what_every_draw_leaves_alike_keeps_the_probes_of_the_first():
    assert found(probes(first=2.0), probes(second=3.0)) == ([["A", "B"]], ["first"])


def test_nothing_is_drawn_again_where_all_is_told_apart():
    draws = iter([probes(first=-2.0), probes(second=-3.0)])
    assert len(best("f", draws, MISTAKES, [lambda x: x + 1]).groups) == 2
    assert len(list(draws)) == 1


def test_a_seed_whose_first_draw_blocks_no_largest_score_names_both_mistakes():
    """In about one course of 150, two mistakes of masked_softmax shared the name of one."""
    findings = diagnosis(READ["05_masks"], COURSE, "4")[1]
    (softmax,) = [each for each in findings if each.function == "masked_softmax"]
    groups = [[mistake.id for mistake in group] for group in softmax.groups]
    assert ["M39"] in groups and ["M47"] in groups
