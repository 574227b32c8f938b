"""The words for outcomes, for students."""

from autograder.model import Outcome

SHORT = {
    Outcome.PASSED: "right",
    Outcome.PARTIAL: "partly right",
    Outcome.FAILED: "wrong",
    Outcome.BLOCKED: "wrong, after an earlier stage",
    Outcome.NOT_ATTEMPTED: "not attempted",
    Outcome.TIMEOUT: "took too long",
    Outcome.OUT_OF_MEMORY: "out of memory",
    Outcome.CRASHED: "ended Python",
    Outcome.MANUAL: "graded by a person",
    Outcome.UNGRADED: "not graded yet",
}
LONG = {
    Outcome.PARTIAL: "Part of it holds.",
    Outcome.FAILED: "This does not hold yet.",
    Outcome.BLOCKED: "This does not hold either. Look at the earlier stage first: it may be why.",
    Outcome.NOT_ATTEMPTED: "The function is still as you got it.",
    Outcome.TIMEOUT: "Your function used up its computing time. Is there a loop that never ends?",
    Outcome.OUT_OF_MEMORY: "Your function asked for more memory than there is.",
    Outcome.CRASHED: "Python itself ended while your function ran.",
    Outcome.MANUAL: "A person grades this.",
    Outcome.UNGRADED: "This could not be graded, and costs you nothing. Your instructor knows.",
}
LOST = frozenset(
    {
        Outcome.PARTIAL,
        Outcome.FAILED,
        Outcome.BLOCKED,
        Outcome.TIMEOUT,
        Outcome.OUT_OF_MEMORY,
        Outcome.CRASHED,
    }
)
"""Outcomes that cost points, though something was tried."""
