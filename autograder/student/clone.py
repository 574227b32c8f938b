"""A fork whose child is born in namespaces of its own: one process fewer than fork and unshare."""

import ctypes
import os
import platform
import signal
from pathlib import Path

from autograder.student import confine

SYSTEM_CALL = {"x86_64": 56, "aarch64": 220, "riscv64": 220}.get(platform.machine())
SETTID, CLEARTID = 0x1000000, 0x200000
PR_GET_TID_ADDRESS = 40
FLAGS = confine.NAMESPACES | signal.SIGCHLD


class Cloner:
    """Makes such forks, in a process of one thread.

    Parameters
    ----------
    uid : int or None
        The unprivileged user that owns the namespaces, if this process is root.

    Raises
    ------
    OSError
        If there is no such fork here.
    """

    def __init__(self, uid: int | None) -> None:
        if SYSTEM_CALL is None or len(list(Path("/proc/self/task").iterdir())) > 1:
            raise OSError("clone is not used here")
        self.own = os.geteuid(), os.getegid()
        self.owner = (uid, uid) if uid else self.own
        # With the interpreter's lock held: the child finds it in its own hands.
        self.python = ctypes.PyDLL(None, use_errno=True)
        self.python.syscall.restype = ctypes.c_long
        address, flags = ctypes.c_void_p(), FLAGS
        if not confine.prctl(PR_GET_TID_ADDRESS, ctypes.addressof(address)):
            flags |= SETTID | CLEARTID  # as fork does: the C library keeps its thread's number
        self.arguments = (SYSTEM_CALL, flags, None, None, address, address)
        for name in ("PyOS_BeforeFork", "PyOS_AfterFork_Child", "PyOS_AfterFork_Parent"):
            getattr(self.python, name)
        if uid:
            os.setgroups([])

    def fork(self) -> int:
        """Fork; return the child's pid, or 0 in it.

        The child is the first process of its namespace: when it ends, the kernel ends every other.
        """
        self._act_as(self.owner)
        pid = -1
        try:
            pid = self._clone()
        finally:
            if pid:
                self._act_as(self.own)
        return pid

    def _act_as(self, who: tuple[int, int]) -> None:
        if self.owner != self.own:
            if who == self.own:
                os.seteuid(who[0])
            os.setegid(who[1])
            os.seteuid(who[0])

    def _clone(self) -> int:
        self.python.PyOS_BeforeFork()
        pid = self.python.syscall(*self.arguments)
        number = ctypes.get_errno()
        if not pid:
            self.python.PyOS_AfterFork_Child()
            return 0
        self.python.PyOS_AfterFork_Parent()
        if pid < 0:
            raise OSError(number, f"clone: {os.strerror(number)}")
        return pid
