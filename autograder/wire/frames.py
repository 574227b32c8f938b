"""Frames on a Unix socket: a bounded header, a bounded body, and file descriptors beside them."""

import array
import contextlib
import os
import select
import socket
import struct
import time
from collections.abc import Iterable

SIZES = struct.Struct("<IQ")
MAX_HEADER = 8 << 20
MAX_BODY = 256 << 20
MAX_FDS = 8
ROOM = socket.CMSG_LEN(4 * MAX_FDS)
CHUNK = 1 << 20
AHEAD = 1 << 14
MAX_VIEWS = 500


class WireError(Exception):
    """The other side sent something that is not what the wire carries."""


class Closed(Exception):
    """The other side has gone."""


class TimedOut(Exception):
    """The deadline passed before the whole frame had moved."""


class Channel:
    """One end of a socket pair that carries frames.

    A deadline is a moment of `time.monotonic`, and holds for the whole frame: a slow drip of bytes
    does not extend it.

    Parameters
    ----------
    sock : socket.socket
        A connected stream socket; the channel owns it.
    max_body : int
        The largest body that is accepted, in bytes.
    takes_fds : bool
        Whether descriptors are accepted; if not, the kernel drops them.
    """

    def __init__(
        self, sock: socket.socket, max_body: int = MAX_BODY, takes_fds: bool = False
    ) -> None:
        self.sock = sock
        self.max_body = max_body
        self.takes_fds = takes_fds
        self._ahead = bytearray()

    def send(
        self,
        header: bytes,
        buffers: Iterable = (),
        fds: Iterable[int] = (),
        deadline: float | None = None,
    ) -> None:
        """Send one frame; the buffers are byte views, sent one after another."""
        views = [memoryview(buffer).cast("B") for buffer in buffers if len(buffer)]
        body = sum(view.nbytes for view in views)
        if len(header) > MAX_HEADER or body > self.max_body:
            raise ValueError("the value is too large to send")
        views.insert(0, memoryview(SIZES.pack(len(header), body) + header))
        try:
            self._send(views, list(fds), deadline)
        except TimeoutError:
            raise TimedOut from None
        except OSError as error:
            raise Closed(str(error)) from None

    def recv(self, deadline: float | None = None) -> tuple[bytes, memoryview, list[int]]:
        """Return the header, the body and the descriptors of the next frame."""
        fds: list[int] = []
        try:
            self._read(SIZES.size, deadline, fds)
            n_header, n_body = SIZES.unpack_from(self._ahead)
            if n_header > MAX_HEADER or n_body > self.max_body:
                raise WireError(f"a frame of {n_header} + {n_body} bytes is too large")
            start = SIZES.size + n_header
            end = start + n_body
            self._read(end, deadline, fds)
            data, self._ahead = self._ahead, self._ahead[end:]
            return bytes(data[SIZES.size : start]), memoryview(data)[start:end], fds
        except BaseException as error:
            for fd in fds:
                with contextlib.suppress(OSError):
                    socket.close(fd)
            if isinstance(error, TimeoutError):
                raise TimedOut from None
            if isinstance(error, OSError):
                raise Closed(str(error)) from None
            raise

    def has_ended(self) -> bool:
        """Say, without waiting, whether the other side has closed."""
        watched = select.poll()
        watched.register(self.sock, select.POLLIN)
        if self._ahead or not watched.poll(0):
            return False
        self.sock.settimeout(0)
        try:
            return not self.sock.recv(1, socket.MSG_PEEK)
        except BlockingIOError:
            return False
        except OSError:
            return True

    def close(self) -> None:
        """Close the socket."""
        self.sock.close()

    def fileno(self) -> int:
        """Return the socket's descriptor."""
        return self.sock.fileno()

    def _arm(self, deadline: float | None) -> None:
        if deadline is None:
            self.sock.settimeout(None)
            return
        left = deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self.sock.settimeout(left)

    def _send(self, views: list[memoryview], fds: list[int], deadline: float | None) -> None:
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", fds))] if fds else []
        while views:
            self._arm(deadline)
            sent = self._write(views[:MAX_VIEWS], rights)
            rights = []
            while views and sent >= views[0].nbytes:
                sent -= views.pop(0).nbytes
            if views:
                views[0] = views[0][sent:]

    def _write(self, views: list[memoryview], rights: list[tuple]) -> int:
        """Write what the socket takes; without sendmsg, which a submission may not always call."""
        if rights:
            return self.sock.sendmsg(views, rights)
        while True:
            try:
                return os.writev(self.sock.fileno(), views)
            except BlockingIOError:
                room = select.poll()
                room.register(self.sock, select.POLLOUT)
                if not room.poll(1000 * (self.sock.gettimeout() or 0)):
                    raise TimeoutError from None

    def _read(self, n: int, deadline: float | None, fds: list[int]) -> None:
        """Read until n bytes are there; what comes with them is kept for the next time.

        The kernel reads nothing behind a piece with descriptors, and nobody sends any before an
        earlier frame is answered: so those that come belong to this frame.
        """
        data = self._ahead
        while (missing := n - len(data)) > 0:
            self._arm(deadline)
            room = max(min(missing, CHUNK), AHEAD)
            if self.takes_fds:
                piece, ancillary, _, _ = self.sock.recvmsg(room, ROOM, socket.MSG_CMSG_CLOEXEC)
                if ancillary:
                    fds.extend(_descriptors(ancillary))
            else:
                piece = self.sock.recv(room)
            if not piece:
                raise Closed("the other side has gone")
            data += piece


def _descriptors(ancillary: list) -> list[int]:
    found = array.array("i")
    for level, kind, data in ancillary:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            found.frombytes(data[: len(data) - len(data) % found.itemsize])
    return list(found)


def pair() -> tuple[socket.socket, socket.socket]:
    """Return two connected sockets."""
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_STREAM)
