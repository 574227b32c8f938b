"""What the examiner tells the supervisor, and when."""

from autograder.grade.messages import Begin, Desk, Done, Ended, decode_reports
from autograder.model import CellResult
from autograder.wire.frames import Channel, pair


def told(exact, *reports):
    """Return the reports by message."""
    mine, theirs = pair()
    desk = Desk(Channel(theirs), exact)
    for report in reports:
        desk.tell(report)
    desk.channel.close()
    line, found = Channel(mine), []
    while not line.has_ended():
        found.append([type(report) for report in decode_reports(line.recv()[1])])
    return found


BEGIN, LONG, ENDED, DONE = Begin(0, 5.0), Begin(1, 9.0), Ended(0, CellResult("check")), Done({})


def test_quick_checks_are_reported_together():
    reports = [BEGIN, ENDED, BEGIN, ENDED, DONE]
    assert told(False, *reports) == [[Begin], [Ended, Begin, Ended, Done]]


def test_a_check_that_may_take_longer_is_reported_before_it_begins():
    assert told(False, BEGIN, ENDED, LONG, ENDED, DONE) == [[Begin], [Ended, Begin], [Ended, Done]]


def test_each_check_is_reported_before_it_begins_where_that_is_wanted():
    assert told(True, BEGIN, ENDED, BEGIN, ENDED, DONE) == [
        [Begin], [Ended, Begin], [Ended, Done]
    ]  # fmt: skip
