"""The system calls that confined code may not make, as a compiled filter."""

import base64
import errno
import functools
import struct
import tempfile

from autograder.sandbox.errors import SandboxError

NEW_USER_NAMESPACE = 0x10000000

DENIED = """
mount umount2 pivot_root move_mount open_tree fsopen fsmount fsconfig fspick mount_setattr
unshare setns chroot ptrace process_vm_readv process_vm_writev process_madvise kcmp bpf
perf_event_open keyctl add_key request_key userfaultfd io_uring_setup io_uring_enter
io_uring_register init_module finit_module delete_module kexec_load kexec_file_load reboot swapon
swapoff acct quotactl quotactl_fd open_by_handle_at name_to_handle_at personality iopl ioperm
modify_ldt settimeofday clock_settime clock_adjtime adjtimex sethostname setdomainname
lookup_dcookie nfsservctl vhangup syslog memfd_secret pidfd_getfd pidfd_open fanotify_init
memfd_create migrate_pages move_pages mbind set_mempolicy set_mempolicy_home_node
socket connect bind listen accept accept4 setsockopt
shmget shmat shmctl msgget msgsnd msgrcv msgctl semget semop semtimedop semctl mq_open mq_unlink
inotify_init inotify_init1 mincore cachestat io_setup futex_waitv
splice tee vmsplice sendfile sendfile64
"""
"""The last line's put pages into a pipe, which holds them when nobody maps them any more: each may
be a part of 2 MiB."""
UNKNOWN = 453
"""The first of the system calls that no library needs yet, whatever the kernel has there. The
library that compiles the filter does not know their names."""
SIGNALS = "kill tkill tgkill rt_sigqueueinfo rt_tgsigqueueinfo pidfd_send_signal"
ATTRIBUTES = """
chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat
setxattr lsetxattr fsetxattr setxattrat removexattr lremovexattr fremovexattr removexattrat
"""
"""What Landlock does not govern: the mode and the owner of a file of the user's own."""
TIMES = "utime utimes utimensat futimesat"
"""Who may write to a device may set its times, and a later submission could read them. So they do
nothing and say that they did."""
OWNERS = 8, 10, 15
"""F_SETOWN, F_SETSIG and F_SETOWN_EX of fcntl: they have the kernel signal another process."""
LOCKS = 6, 7, 37, 38
"""F_SETLK, F_SETLKW and the same for open files. Submissions see the same libraries: one could
write a number into the place of a lock, and another that runs at the time could read it there."""
NOTICES = 5, 36, 1024, 1025, 1026, 1036, 1038
"""F_GETLK, F_OFD_GETLK, F_SETLEASE, F_GETLEASE, F_NOTIFY: to read it, or to see a file opened; and
F_SET_RW_HINT, F_SET_FILE_RW_HINT, which the kernel keeps with the file for all who open it."""
WAITS = 0, 9, 11
"""FUTEX_WAIT, FUTEX_WAIT_BITSET, FUTEX_WAIT_REQUEUE_PI: who waits at a place of a library's file
can be woken there by another submission. Waiting in one's own memory alone is what threads do."""
WORD = 0xFF  # of its number, and whether it is private
TERMINALS = 0x54
"""The second byte of the requests of ioctl that are let through: those of terminals, which isatty
makes, and of descriptors. Others change a file that is open for reading: its flags, its version."""
WITH_DESCRIPTORS = "sendmsg sendmmsg"
"""What is on its way in a message shows in no process: a file without a name would be in no sum."""
CORE = 4
"""The limit of a core file. One byte means no core, not even for a program of the system's that is
started for it; zero would mean that program."""
NO_WAIT = 8
"""RWF_NOWAIT of preadv2: it says which parts of a file somebody has read before."""
SOCKETS_WITHOUT_CONNECTION = 2, 3
ON_OTHERS = """
prlimit64 sched_setscheduler sched_setparam sched_setattr sched_setaffinity sched_getscheduler
sched_getparam sched_getattr sched_getaffinity sched_rr_get_interval getpgid getsid get_robust_list
"""
CLOCKS = "clock_gettime clock_getres clock_nanosleep timer_create"
OF_A_PROCESS = 1 << 31
"""Set in the number of a clock that runs while another process computes."""
SCHED_CORE = 62
"""Of prctl: what asks the kernel to keep everybody else off the other half of a core."""


@functools.cache
def program(own_processes_only: bool, passes_descriptors: bool = True) -> str:
    """Return the filter, in base64.

    Parameters
    ----------
    own_processes_only : bool
        Whether the process lives in namespaces of its own. Where it does not, it may send no
        signal, change no other process's limits, and change no file's mode or owner.
    passes_descriptors : bool
        Whether it may send descriptors in messages.
    """
    try:
        import pyseccomp as seccomp
    except (ImportError, OSError, RuntimeError) as error:
        raise SandboxError(
            f"The library libseccomp is missing ({error}). Debian and Ubuntu: "
            "sudo apt-get install libseccomp2"
        ) from None
    rules = seccomp.SyscallFilter(seccomp.ALLOW)

    def deny(name: str, *conditions: object, number: int = errno.EPERM) -> None:
        try:
            rules.add_rule(seccomp.ERRNO(number), name, *conditions)
        except (OSError, RuntimeError, ValueError):
            if name in ("socket", "ptrace", "unshare", "clone", "kill", "chmod"):
                raise

    for name in DENIED.split():
        deny(name, number=errno.EACCES if name == "socket" else errno.EPERM)
    masked = seccomp.Arg(0, seccomp.MASKED_EQ, NEW_USER_NAMESPACE, NEW_USER_NAMESPACE)
    deny("clone", masked)
    deny("clone3", number=errno.ENOSYS)  # its flags lie in memory, where a filter can't look
    for name in TIMES.split():
        deny(name, number=0)
    deny("flock", number=0)  # it does nothing and says that it did: files are a submission's own
    for command in LOCKS:
        deny("fcntl", seccomp.Arg(1, seccomp.EQ, command), number=0)
    for command in NOTICES:
        deny("fcntl", seccomp.Arg(1, seccomp.EQ, command))
    deny("preadv2", seccomp.Arg(5, seccomp.MASKED_EQ, NO_WAIT, NO_WAIT))
    for command in WAITS:
        waits = seccomp.Arg(1, seccomp.MASKED_EQ, WORD, command)
        deny("futex", waits, number=errno.EAGAIN)
    for bit in (1 << place for place in range(8, 16)):
        other = seccomp.Arg(1, seccomp.MASKED_EQ, bit, bit & ~(TERMINALS << 8))
        deny("ioctl", other, number=errno.ENOTTY)
    deny("prctl", seccomp.Arg(0, seccomp.EQ, SCHED_CORE))
    deny("setrlimit", seccomp.Arg(0, seccomp.EQ, CORE))
    deny("prlimit64", seccomp.Arg(1, seccomp.EQ, CORE), seccomp.Arg(2, seccomp.NE, 0))
    for kind in SOCKETS_WITHOUT_CONNECTION:  # they could write to a socket with a name
        deny("socketpair", seccomp.Arg(1, seccomp.MASKED_EQ, 0xF, kind))
    if not passes_descriptors:
        for name in WITH_DESCRIPTORS.split():
            deny(name)
    if not own_processes_only:
        for name in (SIGNALS + ATTRIBUTES).split():
            deny(name)
        for command in OWNERS:
            deny("fcntl", seccomp.Arg(1, seccomp.EQ, command))
        for name in ON_OTHERS.split():
            deny(name, seccomp.Arg(0, seccomp.NE, 0))
        for name in CLOCKS.split():
            deny(name, seccomp.Arg(0, seccomp.MASKED_EQ, OF_A_PROCESS, OF_A_PROCESS))
        for name, process in (
            ("setpriority", 0), ("getpriority", 0), ("ioprio_set", 1), ("ioprio_get", 1)
        ):  # fmt: skip
            deny(name, seccomp.Arg(0, seccomp.NE, process))
            deny(name, seccomp.Arg(1, seccomp.NE, 0))
    with tempfile.TemporaryFile() as file:
        rules.export_bpf(file)
        file.seek(0)
        return base64.b64encode(_without_unknown() + file.read()).decode()


def _without_unknown() -> bytes:
    """Return the instructions that refuse every call from a number on."""
    load, at_least, give_back = 0x20, 0x35, 0x06
    refused = 0x50000 | errno.ENOSYS
    steps = (load, 0, 0, 0), (at_least, 0, 1, UNKNOWN), (give_back, 0, 0, refused)
    return b"".join(struct.pack("<HBBI", *step) for step in steps)
