"""What needs a person's eye: flags, lateness, what is ungraded, and how long grading took."""

from collections import defaultdict

import numpy as np

from autograder.record.late import seconds_late
from autograder.report.contents import Flagged, Times, Ungraded
from autograder.report.reading import Class, Deadline

LATE = "late"
SLOWEST = 5
EDGES = (0.1, 0.3, 1.0, 3.0, 10.0, 30.0)


def flags(group: Class, deadline: Deadline) -> list[Flagged]:
    """Return each kind of flag with who has it, lateness among them."""
    found: dict[str, list[str]] = defaultdict(list)
    for receipt in group.receipts:
        student = receipt.result.student
        kinds = {flag.kind for flag in receipt.flags}
        kinds |= {kind for verdict in receipt.verdicts for kind in verdict.flags}
        more = deadline.extensions.get(student)
        if seconds_late(receipt.result.timestamp, deadline.due, more):
            kinds.add(LATE)
        for kind in kinds:
            found[kind].append(student)
    return [Flagged(kind, tuple(found[kind])) for kind in sorted(found)]


def ungraded(group: Class) -> list[Ungraded]:
    """Return whose work is ungraded, and whose later try is."""
    counts = {receipt.result.student: receipt for receipt in group.receipts}
    found = [
        Ungraded(student, tuple(receipt.reasons))
        for student, receipt in counts.items()
        if receipt.is_ungraded
    ]
    stands = [
        Ungraded(receipt.result.student, tuple(receipt.reasons), stands=True)
        for receipt in group.failed
        if receipt.result.student in counts
    ]
    return [*found, *stands]


def times(group: Class) -> Times:
    """Return how long grading took, where the receipts know it."""
    taken = {
        receipt.result.student: receipt.observed.seconds["all"]
        for receipt in group.receipts
        if "all" in receipt.observed.seconds
    }
    seconds = np.array(list(taken.values()))
    counts, _ = np.histogram(seconds, bins=(0, *EDGES, np.inf))
    bins = tuple(zip((*EDGES, float(seconds.max(initial=0))), counts.tolist(), strict=True))
    if not taken:
        return Times(0, None, None, None, (), bins)
    slowest = sorted(taken.items(), key=lambda each: -each[1])[:SLOWEST]
    median, high = np.percentile(seconds, (50, 95)).tolist()
    return Times(len(taken), median, high, float(seconds.max()), tuple(slowest), bins)
