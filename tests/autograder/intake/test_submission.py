"""Reading a folder: nothing but plain files, no link on the way, the right notebook found."""

import json
import os
from datetime import datetime
from pathlib import Path

import msgspec
import pytest

from autograder.intake import Expected, Limits, Parcel, pack, read_parcel, read_submission

ONE = Expected("one", frozenset({"a", "b"}), frozenset({"def a():", "def b():"}))
TWO = Expected("two", frozenset({"c", "d"}), frozenset({"def c():", "def d():"}))


def notebook(*ids):
    cells = [
        {
            "cell_type": "code",
            "source": f"def {id}():\n    pass",
            "metadata": {"nbgrader": {"grade_id": id}},
        }
        for id in ids
    ]
    return json.dumps({"cells": cells, "metadata": {}, "nbformat": 4})


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "submitted" / "ann" / "work"
    folder.mkdir(parents=True)
    return folder


def kinds(submission):
    return [flag.kind for flag in submission.flags]


def test_a_good_submission_has_no_flags(folder):
    (folder / "one.ipynb").write_text(notebook("a", "b"))
    submission = read_submission(folder, ONE)
    assert submission.flags == ()
    assert submission.refusals == {}
    assert [cell.claim.grade_id for cell in submission.notebooks["one"].cells] == ["a", "b"]


def test_the_digest_follows_what_was_handed_in(folder):
    path = folder / "one.ipynb"
    path.write_text(notebook("a", "b"))
    first = pack(folder, ["one"]).digest
    assert pack(folder, ["one"]).digest == first
    path.write_text(notebook("b", "a"))
    second = pack(folder, ["one"]).digest
    path.chmod(0o600)
    (folder / "timestamp.txt").write_text("2026-11-30 08:00:00")
    assert len({first, second, pack(folder, ["one"]).digest}) == 3


def test_a_parcel_says_the_same_on_another_machine(folder):
    (folder / "one.ipynb").write_text(notebook("a"))
    (folder / "two.ipynb").symlink_to("one.ipynb")
    parcel = pack(folder, ["one", "two"])
    sent = msgspec.msgpack.decode(msgspec.msgpack.encode(parcel), type=Parcel)
    assert sent.digest == parcel.digest
    assert read_parcel(sent, [ONE, TWO]) == read_submission(folder, [ONE, TWO])
    assert read_parcel(sent, [ONE, TWO]).refusals["two"].what == "is a link"


def test_each_notebook_of_an_assignment_is_read_or_refused_by_itself(folder):
    (folder / "one.ipynb").write_text(notebook("a", "b"))
    (folder / "two.ipynb").write_text("{")
    submission = read_submission(folder, [ONE, TWO])
    assert submission.notebooks.keys() == {"one"}
    assert submission.refusals.keys() == {"two"}


def test_renamed_notebooks_are_told_apart_by_what_they_hold(folder):
    (folder / "x.ipynb").write_text(notebook("c", "d"))
    (folder / "y.ipynb").write_text(notebook("a", "b"))
    submission = read_submission(folder, [ONE, TWO])
    found = {n: nb.cells[0].claim.grade_id for n, nb in submission.notebooks.items()}
    assert found == {"one": "a", "two": "c"}
    assert kinds(submission) == ["repaired:renamed-notebook"] * 2


def test_a_name_on_the_wrong_notebook_is_refused(folder):
    (folder / "one.ipynb").write_text(notebook("x", "y"))
    reason = read_submission(folder, ONE).refusals["one"]
    assert reason.what == "has nothing in common with this assignment"


def test_the_reason_names_what_was_found(folder):
    (folder / "report.pdf").write_bytes(b"%PDF")
    assert "the folder holds report.pdf" in str(read_submission(folder, ONE).refusals["one"])


def test_nothing_handed_in(folder):
    reason = read_submission(folder.parent / "else", ONE).refusals["one"]
    assert reason.what == "isn't there"


@pytest.mark.parametrize("level", ["ann", "ann/work", "ann/work/one.ipynb"])
def test_no_link_is_followed_at_any_level(tmp_path, folder, level):
    (folder / "one.ipynb").write_text(notebook("a", "b"))
    place = tmp_path / "submitted" / level
    place.rename(tmp_path / "moved")
    place.symlink_to(tmp_path / "moved")
    submission = read_submission(folder, ONE)
    assert submission.notebooks == {}
    assert "is a link" in str(submission.refusals["one"])


def test_a_linked_folder_inside_is_not_looked_into(tmp_path, folder):
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "one.ipynb").write_text(notebook("a", "b"))
    (folder / "inner").symlink_to(tmp_path / "secret")
    submission = read_submission(folder, ONE)
    assert submission.notebooks == {}
    assert submission.refusals["one"].what == "is missing; the folder holds inner"


def test_a_link_above_the_course_is_the_instructors_own(tmp_path, folder):
    (folder / "one.ipynb").write_text(notebook("a", "b"))
    (tmp_path / "shortcut").symlink_to(tmp_path / "submitted")
    assert read_submission(tmp_path / "shortcut" / "ann" / "work", ONE).notebooks


def test_a_device_is_refused(folder, tmp_path):
    if os.geteuid() == 0:
        try:
            os.mknod(folder / "one.ipynb", 0o600 | 0o020000, os.makedev(1, 5))
        except PermissionError:  # a container may keep even root from making devices
            (folder / "one.ipynb").symlink_to("/dev/zero")
    else:
        (folder / "one.ipynb").symlink_to("/dev/zero")
    reason = str(read_submission(folder, ONE).refusals["one"])
    assert "is a device" in reason or "is a link" in reason


def test_names_that_are_no_text_are_shown_harmlessly(folder):
    name = os.fsencode(folder) + b"/\x1b[31m\xff\n.ipynb"
    Path(os.fsdecode(name)).write_text("[]")
    reason = str(read_submission(folder, ONE).refusals["one"])
    assert reason.isprintable()


def test_a_notebook_whose_name_is_in_an_old_encoding_is_read_and_travels(folder):
    old = os.fsdecode("Übung ".encode("latin-1"))
    (folder / old).mkdir()
    (folder / old / f"{old}.ipynb").write_text(notebook("a", "b"))
    parcel = pack(folder, ["one"])
    assert len(parcel.digest) == 64
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(parcel), type=Parcel) == parcel
    submission = read_parcel(parcel, [ONE])
    assert list(submission.notebooks) == ["one"]
    assert kinds(submission) == ["repaired:renamed-notebook"]


def test_deep_and_wide_folders_are_bounded(folder):
    deep = folder.joinpath(*"abcdefgh")
    deep.mkdir(parents=True)
    (deep / "one.ipynb").write_text(notebook("a", "b"))
    assert "is missing" in str(read_submission(folder, ONE).refusals["one"])
    submission = read_submission(folder, ONE, limits=Limits(entries=2, depth=20))
    assert "repaired:many-files" in kinds(submission)


def test_all_candidates_together_are_bounded(folder):
    for number in range(5):
        (folder / f"{number}.ipynb").write_bytes(b" " * 400)
    (folder / "x.ipynb").write_text(notebook("a", "b"))
    submission = read_submission(folder, ONE, limits=Limits(total_bytes=1000))
    assert "is larger than" in str(submission.refusals["one"]) or submission.refusals


@pytest.mark.parametrize(
    "text",
    [
        "2015-02-02 15:58:23.948203 UTC",
        "2015-02-02 15:58:23.948203 PST",
        "2026-11-30 14:05:00+02:00",
        "2026-11-30T14:05:00Z",
        "2026-11-30",
    ],
)
def test_a_timestamp_is_read_as_nbgrader_reads_it(folder, text):
    from nbgrader.utils import parse_utc

    (folder / "one.ipynb").write_text(notebook("a", "b"))
    (folder / "timestamp.txt").write_text(text + "\n")
    submission = read_submission(folder, ONE)
    assert submission.flags == ()
    assert submission.timestamp == parse_utc(text).replace(tzinfo=None)
    assert isinstance(submission.timestamp, datetime)
    assert submission.timestamp.tzinfo is None


@pytest.mark.parametrize("text", ["", "soon", "9999999999999999999999", "2026-13-45", "\x00" * 50])
def test_a_timestamp_that_is_none_is_flagged_and_the_work_is_read(folder, text):
    (folder / "one.ipynb").write_text(notebook("a", "b"))
    (folder / "timestamp.txt").write_text(text)
    submission = read_submission(folder, ONE)
    assert submission.timestamp is None
    assert kinds(submission) == ["repaired:timestamp"]
    assert submission.notebooks
