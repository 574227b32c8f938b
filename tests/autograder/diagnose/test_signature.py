import numpy as np
import pytest

from autograder.diagnose.match import agree
from autograder.diagnose.raised import digest_of, normal_line
from autograder.diagnose.signature import describe, signatures
from autograder.diagnose.values import encode

NUMBERS = np.random.default_rng(3).standard_normal((4, 6))


def probe(*arguments, refuses=""):
    return {**encode(arguments), "refuses": refuses}


def seen(function, *arguments, **options):
    return signatures(function, [probe(*arguments, **options)])[0]


def test_rounding_makes_no_difference():
    assert agree(describe(NUMBERS), describe(NUMBERS * (1 + 1e-12)))
    assert not agree(describe(NUMBERS), describe(NUMBERS * (1 + 1e-6)))


@pytest.mark.parametrize(
    "other",
    [
        NUMBERS.T.copy(),
        NUMBERS.reshape(6, 4),
        NUMBERS[::-1],
        NUMBERS.astype(np.float32),
        NUMBERS.tolist(),
        np.where(NUMBERS > 1, np.nan, NUMBERS),
        [NUMBERS],
        (NUMBERS, NUMBERS),
        None,
        "text",
    ],
    ids=lambda other: f"{type(other).__name__}{getattr(other, 'shape', '')}",
)
def test_another_order_type_or_container_makes_a_difference(other):
    assert not agree(describe(NUMBERS), describe(other))


@pytest.mark.parametrize(
    ("one", "other"), [(True, np.True_), (2.5, np.float64(2.5)), (3, np.int32(3))]
)
def test_a_number_is_the_same_however_python_holds_it(one, other):
    assert agree(describe(one), describe(other))


def test_where_the_infinite_numbers_stand_makes_a_difference():
    assert not agree(describe(np.array([np.inf, 1, 1])), describe(np.array([1, np.inf, 1])))
    assert not agree(describe(np.array([np.inf, 1])), describe(np.array([-np.inf, 1])))


def test_a_changed_argument_is_seen():
    def spoil(x, y):
        y += 1
        return x.sum()

    assert seen(spoil, np.zeros(3), np.zeros(2))["changed"] == [1]


def test_a_generator_that_was_used_counts_as_changed():
    assert seen(lambda rng: rng.random(3), np.random.default_rng(0))["changed"] == [0]
    assert seen(lambda rng: 1.0, np.random.default_rng(0))["changed"] == []


def test_the_exception_that_is_right_is_told_by_its_class():
    def refuse(x):
        raise ValueError(f"not {x}")

    def refuse_otherwise(x):
        if x:
            raise ValueError("in other words")

    both = [seen(f, 3, refuses="ValueError") for f in (refuse, refuse_otherwise)]
    assert both[0] == both[1] == {"refused": True, "changed": []}


def test_another_exception_is_told_by_its_class_and_line():
    def broken(x):
        return x.reshape(5, 5)

    def same_in_other_words(numbers):
        return numbers.reshape(5, 5)

    def elsewhere(x):
        y = x + 1
        return np.reshape(y, (5, 5))

    one, same, other = (seen(f, NUMBERS) for f in (broken, same_in_other_words, elsewhere))
    assert "raised" in one
    assert agree(one, same)
    assert not agree(one, other)


def test_what_differs_from_run_to_run_is_left_out_and_the_rest_stays():
    noise = np.random.default_rng()

    def waver(x):
        return x + noise.random(x.shape), 2 * x

    one, other = (signatures(waver, [probe(NUMBERS), probe(NUMBERS[:2])]) for _ in range(2))
    assert agree(one, other)
    changing, steady = one[0]["value"]["tuple"]
    assert "sums" not in changing
    assert "sums" in steady


def test_a_result_cannot_be_had_back_from_its_signature():
    described = describe(NUMBERS)
    assert NUMBERS.size > 2 * len(described["sums"])
    assert not {f"{x:.6g}" for x in NUMBERS.flat} & {f"{x:.6g}" for x in described["sums"]}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("x = y.reshape(a, b)", "z=q.reshape( c, d)  # a comment"),
        ("assert a % b == 0, 'why'", 'assert size % heads == 0, f"{size} and {heads}"'),
        ("return np.split(x, 'a')", "return np.split(tokens, 'b')"),
    ],
)
def test_names_and_texts_of_a_line_make_no_difference(one, other):
    assert normal_line(one) == normal_line(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("f(a, b)", "f(b, b)"), ("x.sum()", "x.mean()"), ("x / 2", "x / 3"), ("len(x)", "max(x)")],
)
def test_what_a_line_does_makes_a_difference(one, other):
    assert normal_line(one) != normal_line(other)


@pytest.mark.parametrize("text", ["rf'{x}'", "f\"no {x!r:>{width}} in {f('y')}\""])
def test_a_text_with_values_in_it_is_a_text_in_every_version_of_python(text):
    assert normal_line(f"raise ValueError({text})") == "raise ValueError ( '' )"


@pytest.mark.parametrize("line", ["x = f(a,", "x = f(a, '''b", "x = f(a, f'''{b} and"])
def test_the_first_line_of_several_is_read_as_far_as_it_goes(line):
    assert normal_line(line) == "v0 = v1 ( v2 ,"


def test_the_words_of_python_make_no_difference():
    older = TypeError("f() got an unexpected keyword argument 'axes'")
    newer = TypeError("f() got an unexpected keyword argument 'axes'. Did you mean 'axis'?")
    assert digest_of(older) == digest_of(newer) != digest_of(ValueError("of another class"))
