"""Starting the two kinds of warm processes."""

from collections.abc import Iterable

from autograder.model import Limits
from autograder.sandbox.process import WarmProcess, limits_of
from autograder.sandbox.view import View, grader_view, student_view
from autograder.student.files import MOST_BYTES

INLINE = "module://matplotlib_inline.backend_inline"
CLEARING = "glibc.malloc.perturb=255:glibc.malloc.tcache_count=0"
"""What is allocated holds zeros: an empty array that a check passes on would hold hidden checks."""


def start_student(
    level: str,
    limits: Limits,
    view: View | None = None,
    *,
    modules: Iterable[str] = (),
    ipython: bool = False,
) -> WarmProcess:
    """Start the warm process whose forks run the student's code.

    Parameters
    ----------
    level : str
        ``namespaces``, ``landlock`` or ``none``.
    limits : Limits
    view : View, optional
        What it sees; NumPy alone if not given.
    modules : iterable of str
        What it imports beforehand, beside NumPy.
    ipython : bool
        Whether it has IPython at hand, for magics and figures.
    """
    spec = {
        "limits": limits_of(limits),
        "processes": limits.processes,
        "disk": limits.disk,
        "output": limits.output,
        "tree_memory": limits.tree_memory,
        "modules": ["numpy", *modules],
        "ipython": ipython,
        "environment": {"MPLBACKEND": INLINE if ipython else "agg"},
    }
    view = view or student_view([])
    return WarmProcess(level, view, "autograder.student.zygote", spec, fresh=True)


def start_grader(level: str, limits: Limits) -> WarmProcess:
    """Start the warm process whose forks run the checks."""
    own = {"memory": limits.grader_memory, "file_size": 0, "core": 1, "processes": 0}
    spec = {
        "limits": own if level != "none" else {"memory": limits.grader_memory, "core": 1},
        "disk": 0,
        "shelf_size": MOST_BYTES,
        "tree_memory": 0,
        "environment": {"MPLBACKEND": "agg", "GLIBC_TUNABLES": CLEARING},
    }
    return WarmProcess(level, grader_view(), "autograder.grade.examiner", spec, fresh=False)
