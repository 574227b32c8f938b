"""A PostgreSQL server of the tests' own, in a folder of its own, that listens on a socket only."""

import os
import pwd
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

DEBIAN = "/usr/lib/postgresql"
MISSING = "the tests of PostgreSQL need the server: sudo apt-get install postgresql"


def program(name):
    """Return a program of PostgreSQL's, where it is on PATH or where Debian has it."""
    beside = sorted(Path(DEBIAN).glob(f"*/bin/{name}"))
    found = shutil.which(name) or (str(beside[-1]) if beside else "")
    assert found, MISSING
    return found


@contextmanager
def server():
    """Run a server; give its address without a database."""
    with tempfile.TemporaryDirectory(prefix="pg-", dir="/tmp") as name:  # a socket's path is short
        folder = Path(name)
        # The server refuses to run as root.
        user = {"user": "nobody", "group": pwd.getpwnam("nobody").pw_gid, "extra_groups": []}
        own = user if os.geteuid() == 0 else {}
        if own:
            shutil.chown(folder, "nobody")
        data = folder / "data"
        run = {"check": True, "capture_output": True, "cwd": folder, **own}
        initdb = [program("initdb"), "-D", data, "-U", "teacher", "-A", "trust", "--no-sync"]
        subprocess.run([*initdb, "--encoding=UTF8", "--locale=C"], **run)
        quick = "-c fsync=off -c listen_addresses=''"
        control = [program("pg_ctl"), "-D", data, "-w"]
        log = ["-l", folder / "log", "-o", f"{quick} -k {folder}"]
        subprocess.run([*control, *log, "start"], **{**run, "capture_output": False})
        try:
            yield f"postgresql+psycopg://teacher@/{{}}?host={folder}"
        finally:
            subprocess.run([*control, "-m", "immediate", "stop"], **run)
