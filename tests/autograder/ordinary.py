"""Running Python as an ordinary user, also where the tests are root's."""

import os
import sys
from pathlib import Path

from autograder.sandbox import bubblewrap

ROOT = Path(__file__).parents[2]
USER = 1000
BECOME = f"import os; os.setgroups([]); os.setgid({USER}); os.setuid({USER})\n"


def as_ordinary(code: str, *arguments: object) -> list[object]:
    """Return the command that runs code as a user without any privilege."""
    if os.geteuid() != 0:
        return [sys.executable, "-c", code, *arguments]
    return [*_with_open_doors(), sys.executable, "-c", BECOME + code, *arguments]


def _with_open_doors() -> list[str]:
    """Return a command's beginning under which an ordinary user can run root's interpreter."""
    start = [bubblewrap.find(), "--dev-bind", "/", "/", "--cap-add", "ALL"]
    for prefix in {sys.base_prefix, sys.prefix, str(ROOT)}:
        for folder in reversed(Path(prefix).parents):
            if not folder.stat().st_mode & 0o001:
                start += ["--perms", "0755", "--tmpfs", str(folder)]
                child = str(folder / Path(prefix).relative_to(folder).parts[0])
                start += ["--ro-bind", child, child]
                break
    return [*start, "--"]
