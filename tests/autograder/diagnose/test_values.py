import json

import numpy as np
import pytest

from autograder.diagnose.values import decode, encode


def there_and_back(*arguments):
    return decode(json.loads(json.dumps(encode(arguments))))


def test_plain_values_come_back():
    arguments = (3, -0.1, True, None, "text", [1, (2, [3])], (4, 5))
    assert there_and_back(*arguments) == list(arguments)


@pytest.mark.parametrize("dtype", [float, np.float32, int, bool, complex])
def test_an_array_comes_back_with_its_type_and_numbers(dtype):
    array = np.random.default_rng(1).integers(0, 2, (3, 5)).astype(dtype)
    (back,) = there_and_back(array)
    assert back.dtype == array.dtype
    assert np.array_equal(back, array)


def test_arrays_that_shared_memory_still_do():
    a = np.arange(12.0).reshape(3, 4).copy()
    whole, turned, part, again, other = there_and_back(a, a.T, a[::-1, 1:3], a, a.copy())
    assert again is whole
    assert np.array_equal(part, a[::-1, 1:3])
    assert turned.base is whole
    whole[0, 1] = -7
    assert turned[1, 0] == part[2, 0] == -7
    assert not np.shares_memory(whole, other)


def test_each_reading_has_memory_of_its_own():
    stored = encode((np.zeros(3),))
    first, second = decode(stored)[0], decode(stored)[0]
    first += 1
    assert not second.any()


def test_a_generator_draws_the_same_numbers_again():
    generator = np.random.default_rng(5)
    (back,) = there_and_back(generator)
    assert np.array_equal(back.random(4), generator.random(4))


@pytest.mark.parametrize(
    "value", [object(), {1, 2}, np.array([object()]), np.asfortranarray(np.ones((2, 3)))]
)
def test_what_a_file_cannot_hold_is_refused(value):
    with pytest.raises(TypeError, match="a probe"):
        encode((value,))


def test_no_number_is_too_large_for_the_json_of_a_browser():
    def numbers(node):
        if isinstance(node, dict | list):
            for item in node.values() if isinstance(node, dict) else node:
                yield from numbers(item)
        elif isinstance(node, int | float):
            yield node

    stored = encode((np.random.default_rng(5), 2.5, np.arange(3)))
    assert max(numbers(json.loads(json.dumps(stored, allow_nan=False)))) < 2**53
