"""Who is at fault when the process with the checks ends: the submission, or the grader."""

from autograder.grade import worker as supervisor
from tests.autograder.grade.notebook import check, checks_of, student

ENDS = "import os\nos._exit(1)"


def test_where_a_harmless_submission_is_graded_the_check_has_crashed(strongest):
    run = strongest.run([student("x = 1"), check("assert True"), check(ENDS)], names=set())
    assert [str(result.outcome) for result in checks_of(run)] == ["passed", "crashed"]
    assert run.fault == ""


def test_where_not_even_a_harmless_one_is_graded_nobody_gets_a_zero(strongest, monkeypatch):
    monkeypatch.setattr(supervisor, "HARMLESS", [check(ENDS)])
    run = strongest.run([student("x = 1"), check(ENDS), check("assert True")], names=set())
    assert [(str(r.outcome), r.score) for r in checks_of(run)] == [("ungraded", None)] * 2
    assert run.fault


def test_the_worker_goes_on_after_both(strongest):
    run = strongest.run([student("def f(): return 1"), check("assert f() == 1")], names={"f"})
    assert [str(result.outcome) for result in checks_of(run)] == ["passed"]
