"""The system calls that confined code may not make, as a compiled filter."""

import base64
import errno
import functools
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
memfd_create migrate_pages move_pages mbind set_mempolicy socket connect bind listen accept accept4
shmget shmat shmctl msgget msgsnd msgrcv msgctl semget semop semtimedop semctl mq_open mq_unlink
inotify_init inotify_init1 mincore cachestat
"""
SIGNALS = "kill tkill tgkill rt_sigqueueinfo rt_tgsigqueueinfo pidfd_send_signal"
ATTRIBUTES = """
chmod fchmod fchmodat fchmodat2 chown fchown lchown fchownat utime utimes utimensat futimesat
setxattr lsetxattr fsetxattr setxattrat removexattr lremovexattr fremovexattr removexattrat
"""
"""What Landlock does not govern: the mode, the owner and the times of a file of the user's own."""
OWNERS = 8, 10, 15
"""F_SETOWN, F_SETSIG and F_SETOWN_EX of fcntl: they have the kernel signal another process."""
LOCKS = 6, 7, 37, 38
"""F_SETLK, F_SETLKW and the same for open files. Submissions see the same libraries: one could
write a number into the place of a lock, and another that runs at the time could read it there."""
NOTICES = 5, 36, 1024, 1025, 1026
"""F_GETLK, F_OFD_GETLK, F_SETLEASE, F_GETLEASE, F_NOTIFY: to read it, or to see a file opened."""
NO_WAIT = 8
"""RWF_NOWAIT of preadv2: it says which parts of a file somebody has read before."""
SOCKETS_WITHOUT_CONNECTION = 2, 3
ON_OTHERS = "prlimit64 sched_setscheduler sched_setparam sched_setattr sched_setaffinity"


@functools.cache
def program(own_processes_only: bool) -> str:
    """Return the filter, in base64.

    Parameters
    ----------
    own_processes_only : bool
        Whether the process lives in namespaces of its own. Where it does not, it may send no
        signal, change no other process's limits, and change no file's mode or owner.
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
    deny("flock", number=0)  # it does nothing and says that it did: files are a submission's own
    for command in LOCKS:
        deny("fcntl", seccomp.Arg(1, seccomp.EQ, command), number=0)
    for command in NOTICES:
        deny("fcntl", seccomp.Arg(1, seccomp.EQ, command))
    deny("preadv2", seccomp.Arg(5, seccomp.MASKED_EQ, NO_WAIT, NO_WAIT))
    for kind in SOCKETS_WITHOUT_CONNECTION:  # they could write to a socket with a name
        deny("socketpair", seccomp.Arg(1, seccomp.MASKED_EQ, 0xF, kind))
    if not own_processes_only:
        for name in (SIGNALS + ATTRIBUTES).split():
            deny(name)
        for command in OWNERS:
            deny("fcntl", seccomp.Arg(1, seccomp.EQ, command))
        for request in (0x8901, 0x8902):  # FIOSETOWN, SIOCSPGRP
            deny("ioctl", seccomp.Arg(1, seccomp.EQ, request))
        for name in ON_OTHERS.split():
            deny(name, seccomp.Arg(0, seccomp.NE, 0))
        for name, process in (("setpriority", 0), ("ioprio_set", 1)):
            deny(name, seccomp.Arg(0, seccomp.NE, process))
            deny(name, seccomp.Arg(1, seccomp.NE, 0))
    with tempfile.TemporaryFile() as file:
        rules.export_bpf(file)
        file.seek(0)
        return base64.b64encode(file.read()).decode()
