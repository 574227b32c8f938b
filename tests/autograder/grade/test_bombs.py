"""Submissions that take what the machine has: processes, memory, files, output."""

import pytest

from tests.autograder.grade.notebook import check, checks_of, student, text_of

BOMBS = {
    "processes": "import os\ntry:\n    while True: os.fork()\nexcept OSError: pass",
    "threads": """
import threading, time
try:
    while True: threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
except RuntimeError: pass
""",
    "memory": "try:\n    x = bytearray(10**10)\nexcept MemoryError: print('bounded')",
    "memory by pieces": """
x = []
try:
    while True: x.append(bytes(10**7))
except MemoryError: x = print('bounded')
""",
    "file": "try:\n    open('x', 'wb').write(bytes(10**8))\nexcept OSError: print('bounded')",
    "files": """
import os
try:
    for i in range(10**5): open(f'x{i}', 'w').close()
except OSError: print('bounded')
""",
    "descriptors": """
import os
try:
    while True: os.open('/dev/null', os.O_RDONLY)
except OSError: os.closerange(10, 10_000)
""",
    "output": "print('x' * 10**8)",
    "output by pieces": "for _ in range(10**5): print('x' * 100)",
    "output on the descriptor": "import os\nfor _ in range(1000): os.write(1, b'x' * 10**5)",
}


@pytest.mark.parametrize("kind", BOMBS)
def test_a_bomb_costs_only_itself(worker, kind):
    cells = [student(BOMBS[kind]), student("def f(): return 1"), check("assert f() == 1")]
    run = worker.run(cells, names={"f"})
    result = checks_of(run)[0]
    if kind in ("processes", "threads"):  # its own bound leaves no room to fork
        assert result.outcome in ("passed", "crashed", "timeout")
    else:
        assert result.outcome == "passed", run
    if "bounded" in BOMBS[kind]:
        ended = worker.level.name == "landlock" and kind == "files"  # from outside
        assert ("Crashed" if ended else "bounded") in text_of(run.cells[0])
    assert len(text_of(run.cells[0])) < (1 << 20) + 1000
    if "output" in kind and "descriptor" not in kind:
        assert "the output was cut here" in text_of(run.cells[0])
        assert run.cells[0].limits == ["output"]
