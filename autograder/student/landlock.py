"""Landlock by its three system calls: which files and sockets a process may still use."""

import ctypes
import os
import struct
from collections.abc import Iterable
from pathlib import Path

CREATE_RULESET, ADD_RULE, RESTRICT_SELF = 444, 445, 446
NEEDED = 4
"""The version that also governs TCP sockets (Linux 6.7)."""

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1, 2, 4, 8
MAKE_CHAR, MAKE_SOCK, MAKE_BLOCK = 64, 512, 2048
TRUNCATE, IOCTL_DEV = 16384, 32768
READ = EXECUTE | READ_FILE | READ_DIR
ON_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV

libc = ctypes.CDLL(None, use_errno=True)


def version() -> int:
    """Return the kernel's Landlock version, 0 where there is none."""
    return max(0, libc.syscall(CREATE_RULESET, None, ctypes.c_size_t(0), 1))


def restrict(readable: Iterable[str], writable: Iterable[str], listed: Iterable[str] = ()) -> None:
    """Deny this process files, TCP, and processes that it did not start.

    Parameters
    ----------
    readable, writable : iterable of str
        Folders and files that it may still use, with all below them.
    listed : iterable of str
        Folders of which it may still see the names within.
    """
    found = version()
    rights = (1 << (13 if found == 1 else 14 if found == 2 else 15 if found < 5 else 16)) - 1
    network = 3 if found >= 4 else 0  # bind, connect
    scope = 3 if found >= 6 else 0  # abstract sockets, signals
    size = 24 if found >= 6 else 16 if found >= 4 else 8
    attributes = struct.pack("<QQQ", rights, network, scope)
    rules = libc.syscall(
        CREATE_RULESET, ctypes.c_char_p(attributes), ctypes.c_size_t(size), ctypes.c_uint32(0)
    )
    if rules < 0:
        raise OSError(ctypes.get_errno(), "Landlock is not available")
    try:
        for path in readable:
            _allow(rules, path, READ & rights)
        for path in listed:
            _allow(rules, path, READ_DIR)
        for path in writable:
            _allow(rules, path, rights & ~(MAKE_CHAR | MAKE_BLOCK | MAKE_SOCK | IOCTL_DEV))
        if libc.syscall(RESTRICT_SELF, rules, 0):
            raise OSError(ctypes.get_errno(), "Landlock refused the rules")
    finally:
        os.close(rules)


def _allow(rules: int, path: str, rights: int) -> None:
    try:
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except (FileNotFoundError, PermissionError):
        return
    try:
        if not Path(path).is_dir():
            rights &= ON_FILES
        rule = struct.pack("<Qi", rights, fd)
        if libc.syscall(ADD_RULE, rules, 1, ctypes.c_char_p(rule), ctypes.c_uint32(0)):
            raise OSError(ctypes.get_errno(), f"Landlock refused {path}")
    finally:
        os.close(fd)
