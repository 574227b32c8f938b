"""A submission's bytes in, its receipt and graded notebooks out."""

import json
from datetime import datetime

from autograder.grade.mark import faulty
from autograder.model import Outcome
from autograder.model.receipt import canonical, decode, encode
from tests.autograder.grade.homework import homework, marked, parcel
from tests.submissions import assignment as numbers

TWICE = "def double(x):\n    return 2 * x"
STAMP = {"timestamp.txt": b"2026-03-01 11:00:00 UTC"}


def test_equal_inputs_give_equal_bytes(strongest):
    first, second = (marked(strongest, double=TWICE, **STAMP) for _ in range(2))
    assert canonical(first.receipt.result) == canonical(second.receipt.result)
    assert first.receipt.observed != second.receipt.observed


def test_any_other_input_gives_other_bytes(strongest):
    found = [
        marked(strongest, double=TWICE),
        marked(strongest, double=TWICE + "  # twice"),
        marked(strongest, double=TWICE, **STAMP),
        marked(strongest, double=TWICE, notes=b"a file of no use"),
    ]
    assert len({canonical(each.receipt.result) for each in found}) == len(found)


def test_a_receipt_is_the_same_after_it_was_kept(strongest):
    found = marked(strongest, double=TWICE, **STAMP).receipt
    assert decode(encode(found)) == found
    assert found.result.timestamp == datetime(2026, 3, 1, 11)


def test_a_refused_notebook_is_ungraded_with_the_courses_maximum(strongest):
    found = marked(strongest, "{", double=TWICE)
    first, second = found.receipt.result.notebooks
    assert {verdict.outcome for verdict in first.verdicts} == {Outcome.UNGRADED}
    assert sum(verdict.max_points for verdict in first.verdicts) == numbers.MAXIMUM
    assert {verdict.points for verdict in first.verdicts} == {None}
    assert "numbers.ipynb" in str(first.refusal)
    assert found.receipt.is_ungraded
    assert found.receipt.reasons == [str(first.refusal)]
    assert {verdict.outcome for verdict in second.verdicts} == {Outcome.PASSED}
    assert list(found.notebooks) == ["stages"]


def test_the_graded_notebook_has_the_courses_checks_and_what_cells_showed(strongest):
    loud = numbers.honest()
    numbers.find(loud, "mean")["source"] += "\nprint('loud')"
    numbers.find(loud, "mean--negative")["source"] = "pass"
    found = marked(strongest, loud, double=TWICE)
    graded = json.loads(found.notebooks["numbers"])
    shown = [output.get("text") for output in numbers.find(graded, "mean")["outputs"]]
    assert shown == ["loud\n"]
    assert "BEGIN HIDDEN TESTS" in numbers.find(graded, "mean--negative")["source"]
    assert "tampered:source" in {flag.kind for flag in found.receipt.flags}
    assert "done" not in json.dumps(graded["cells"])


def test_a_failed_check_says_why_in_the_observed_part_only(strongest):
    found = marked(strongest, double="def double(x):\n    raise KeyError('my own words')")
    assert "my own words" in found.receipt.message_of("stages", "double--1")
    assert b"my own words" not in canonical(found.receipt.result)


def test_a_fault_of_the_machine_is_never_a_zero():
    receipt = faulty(homework(), "ada", parcel(), "its worker died")
    assert {verdict.outcome for verdict in receipt.verdicts} == {Outcome.UNGRADED}
    assert receipt.points is None
    assert receipt.max_points == numbers.MAXIMUM + 6
    assert receipt.reasons == ["its worker died"]


def test_the_receipt_says_where_the_time_went(strongest):
    seconds = marked(strongest, double=TWICE).receipt.observed.seconds
    assert {"intake", "repair", "spawn", "cells", "checks", "end", "all"} <= set(seconds)
