"""Checks at one place share a process; a hidden input never comes out in a visible check."""

import pytest

from autograder.grade import Limits, Worker
from tests.autograder.grade.notebook import NUMPY, check, checks_of, student, text_of

COUNT = "n = []\ndef f():\n    n.append(1)\n    return len(n)"


def hidden(source, **options):
    return check(source, hidden=True, **options)


def outcomes(worker, cells, names=("f",)):
    return [str(result.outcome) for result in checks_of(worker.run(cells, names=set(names)))]


def test_checks_share_the_variables_of_the_course(strongest):
    cells = [student("def f(): return 1"), check("first = f()"), hidden("assert first == 1")]
    assert outcomes(strongest, cells) == ["passed", "passed"]


def test_a_check_sees_what_earlier_ones_left_with_the_student_and_hidden_ones_come_last(strongest):
    cells = [student(COUNT), check("assert f() == 1"), hidden("assert f() == 4")]
    cells += [hidden("assert f() == 5"), check("assert f() == 2"), check("assert f() == 3")]
    assert outcomes(strongest, cells) == ["passed"] * 5


def test_a_place_knows_nothing_of_the_checks_of_an_earlier_place(strongest):
    cells = [student(COUNT), check("assert f() == 1"), hidden("assert f() == 2")]
    cells += [student("n.append(1)"), check("assert f() == 2"), hidden("assert f() == 3")]
    assert outcomes(strongest, cells) == ["passed"] * 4


def test_many_places_have_room(strongest):
    cells = [student(COUNT)]
    for number in range(1, 31):
        cells += [check(f"assert f() == {number}"), hidden(f"assert f() == {number + 1}")]
        cells += [student("n.append(1)")]
    assert outcomes(strongest, cells) == ["passed"] * 60


CARRY = """
import os, sys, random
seen = []
def f(x):
    found = [seen, os.environ.get("SEEN"), getattr(sys, "seen", None), np.random.get_state()[1][0]]
    print("found", found)
    seen.append(x)
    os.environ["SEEN"] = str(x)
    sys.seen = x
    np.random.seed(x)
    f.__defaults__ = (x,)
    return x, found
"""
SEND = "assert f(271828)[0] == 271828"
TELL = "raise AssertionError(f(2))"


@pytest.mark.parametrize("order", ["hv", "vhv", "hvhv", "vvhhv"])
def test_what_a_hidden_check_sends_does_not_come_out_in_a_visible_one(worker, order):
    cells = [NUMPY, student(CARRY)]
    cells += [hidden(SEND) if kind == "h" else check(TELL) for kind in order]
    results = checks_of(worker.run(cells, names={"f"}))
    shown = [text_of(result) + result.message for result in results]
    assert "v" not in [k for k, text in zip(order, shown, strict=True) if "271828" in text]
    assert [result.outcome == "passed" for result in results] == [kind == "h" for kind in order]


def test_what_a_visible_check_sends_is_seen_in_the_next_one(strongest):
    cells = [NUMPY, student(CARRY), check("f(271828);"), check(TELL), hidden(TELL)]
    for result in checks_of(strongest.run(cells, names={"f"}))[1:]:
        assert "271828" in result.message


def test_a_function_that_a_check_kept_is_not_called_at_another_place(strongest):
    cells = [student("def f(x): return x"), check("kept = f"), check("assert f(3) == kept(3)")]
    cells += [student("1"), check("f(3)\nkept(3)"), check("f(3);")]
    results = checks_of(strongest.run(cells, names={"f"}))
    expected = ["passed", "passed", "ungraded", "passed"]
    assert [result.outcome for result in results] == expected
    assert "outlived" in results[2].message


def test_a_check_in_the_students_process_leaves_nothing_for_the_calls_of_others(strongest):
    cells = [student("def f(): return 'expected' in globals()")]
    cells += [hidden("expected = 1\nassert f()", in_student_process=True), hidden("assert not f()")]
    cells += [hidden("assert expected", in_student_process=True)]
    assert outcomes(strongest, cells) == ["passed"] * 3


LOSSES = {
    "dies": ("import os\n    os._exit(0)", "crashed"),
    "hangs": ("while True: pass", "timeout"),
    "hangs in C": ("import re\n    re.match('(a+)+b', 'a' * 60)", "timeout"),
    "sleeps": ("import time\n    time.sleep(10**6)", "timeout"),
    "sends garbage": (
        "import gc, os, socket\n"
        "    for o in gc.get_objects():\n"
        "        if isinstance(o, socket.socket) and o.fileno() > 2: o.sendall(b'\\xff' * 100)\n"
        "    import time\n    time.sleep(10**6)",
        "crashed",
    ),
    "is left in the middle": ("g(0)", "failed"),
}  # fmt: skip


@pytest.mark.parametrize("loss", LOSSES)
@pytest.mark.parametrize("kind", [check, hidden])
def test_a_call_that_loses_the_process_costs_its_own_check(strongest, kind, loss):
    body, outcome = LOSSES[loss]
    code = f"{COUNT}\ndef spoil(g=None):\n    f()\n    {body}"
    leave = "class Left(BaseException): pass\ndef g(x): raise Left\nspoil(g)"
    spoil = leave if "middle" in loss else "spoil()"
    cells = [student(code), kind("assert f() == 1"), kind(spoil), kind("assert f() == 1")]
    cells += [kind("assert f() == 2")]
    expected = ["passed", outcome, "passed", "passed"]
    assert outcomes(strongest, cells, names=("f", "spoil")) == expected


def test_a_place_before_a_cell_of_the_students_replaces_what_is_lost_too(strongest):
    cells = [student(f"{COUNT}\ndef end():\n    import os\n    os._exit(0)")]
    cells += [check("end()"), hidden("end()"), check("assert f() == 1"), hidden("assert f() == 1")]
    cells += [student("x = 1"), check("assert f() == 1")]
    expected = ["crashed", "crashed", "passed", "passed", "passed"]
    assert outcomes(strongest, cells, names=("f", "end")) == expected


def test_a_process_that_ends_between_two_checks_costs_neither(strongest):
    code = """
import os
from autograder.wire.frames import Channel
def f(): Channel.recv = lambda *args: os._exit(0)
def g(): return 1
"""
    wait = "import select\nf()\nselect.select([f._peer.channel], [], [])"
    cells = [student(code), check("g()"), check(wait + ";"), check("assert g() == 1")]
    assert outcomes(strongest, cells, names=("f", "g")) == ["passed"] * 3


def test_a_variable_is_looked_up_for_each_check(strongest):
    cells = [student("w, n = None, 1\ndef f():\n    global n\n    n += 1")]
    cells += [check("assert w is None and n == 1\nf()"), check("assert w is None and n == 2")]
    assert outcomes(strongest, cells, names=("f", "w", "n")) == ["passed"] * 2


BURN = """
import time
def f(seconds):
    start = time.process_time()
    while time.process_time() - start < seconds: pass
    return seconds
"""


def test_each_check_has_its_own_computing_time():
    cells = [student(BURN)] + [check("f(0.6);")] * 4 + [check("f(30)"), check("f(0.6);")]
    with Worker(limits=Limits(check=1, patience=60)) as worker:
        assert outcomes(worker, cells) == ["passed"] * 4 + ["timeout", "passed"]


def test_checks_may_take_longer_together_than_one_process_may_compute():
    cells = [student(BURN)] + [check("f(0.8);")] * 4
    with Worker(limits=Limits(check=1, submission=2, patience=60)) as worker:
        assert outcomes(worker, cells) == ["passed"] * 4


def test_calls_that_hang_asleep_leave_room_for_the_next(strongest):
    cells = [student("import time\ndef f(): time.sleep(10**6)\ndef g(): return 1")]
    cells += [check("f()", timeout=0.05)] * 20 + [check("assert g() == 1")]
    expected = ["timeout"] * 20 + ["passed"]
    assert outcomes(strongest, cells, names=("f", "g")) == expected
