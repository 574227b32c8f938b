"""Calls to functions that live on the other side of a channel."""

import operator
from collections.abc import Callable, Iterable

import msgspec
import numpy as np

from autograder.wire import nodes as n
from autograder.wire.changes import Watch
from autograder.wire.decode import Decoder
from autograder.wire.encode import Encoder, Unsendable
from autograder.wire.faults import Unusable, error_of, fault_of
from autograder.wire.frames import Channel, Closed, TimedOut, WireError
from autograder.wire.likes import held

EMPTY = n.Graph([], [])
OVERRUN = "autograder.student.limits.TimeLimit"
UNUSABLE = "autograder.wire.faults.Unusable"
VERBS: dict[str, Callable] = {
    "call": lambda function, *args, **kwargs: function(*args, **kwargs),
    "getattr": getattr,
    "getitem": operator.getitem,
    "len": len,
    "bool": bool,
    "next": next,
    "iter": iter,
    "plain": held,
}
PLAIN = (
    bool, int, float, complex, str, bytes, list, tuple, set, frozenset, dict, slice, range, type,
    type(None), type(Ellipsis), type(NotImplemented), np.generic, np.ndarray, np.dtype,
)  # fmt: skip
MAX_LOOKS = 1000
_encode = msgspec.json.Encoder().encode
_message = msgspec.json.Decoder(n.Call | n.Reply).decode


class Lost(BaseException):
    """The other side can't be asked any more.

    It is no `Exception`, so that a check which catches every exception still ends.

    Attributes
    ----------
    reason : str
        The outcome of a check that ends so: ``timeout``, ``out_of_memory``, ``crashed``,
        ``failed`` or ``ungraded``.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class Peer:
    """One end of a channel over which both sides call each other, one call at a time.

    `lost` says why the other side can't be asked any more; `pending` counts the requests that no
    reply ended; `asked` is the handle of the last call; `faults` holds the class names of the
    exceptions that came back; `allowance` goes with the next call.

    Parameters
    ----------
    channel : Channel
    proxy : callable
        Takes this peer and an `Object` node, and returns what stands for the other side's object;
        given the plain value that it is like, too, if the node has one.
    strict : bool
        Whether the other side is untrusted. A strict peer serves calls of what it lent and
        nothing else.
    hear : callable, optional
        Takes what the other side printed during a call: stream and text.
    speak : callable, optional
        Returns what was printed on this side since the last time.
    trace : callable, optional
        Makes the traceback's text of an exception.
    masks : bool
        Whether the other side may send arrays with masked numbers.
    """

    def __init__(
        self,
        channel: Channel,
        proxy: Callable,
        *,
        strict: bool,
        hear: Callable | None = None,
        speak: Callable | None = None,
        trace: Callable | None = None,
        masks: bool = True,
    ) -> None:
        self.channel, self.strict, self.masks = channel, strict, masks
        self._proxy, self._hear, self._speak, self._trace = proxy, hear, speak, trace
        self._lent: list[object] = []
        self._handles: dict[int, int] = {}
        self._proxies: dict[int, object] = {}
        self.deadline: float | None = None
        self.lost: Lost | None = None
        self.allowance: n.Allowance | None = None
        self._heard = self._heard_odd = False
        self.pending = 0
        self.asked = -1
        self.faults: set[str] = set()

    def lend(self, value: object) -> object:
        """Return the node of an object that stays here, or of one that came from there."""
        if getattr(type(value), "_peer_class", False) and value._peer is self:
            return n.Yours(value._handle)
        if self.strict and not callable(value):
            raise Unsendable(
                f"a check can't give the student's function a value of type "
                f"{type(value).__name__}; mark the check to run in the student's process",
                foreign=not came(value),
            )
        if isinstance(value, type(np)):
            raise Unsendable("a module is not lent")
        key = id(value)
        if key not in self._handles:
            self._handles[key] = len(self._lent)
            self._lent.append(value)
        return n.Object(self._handles[key], type_name(value), callable(value))

    def call(
        self, verb: str, handle: int, args: Iterable = (), kwargs: dict | None = None
    ) -> object:
        """Do something with an object of the other side, and return what comes of it."""
        if self.lost:
            raise self.lost
        encoder = Encoder(self.lend)
        try:
            positions = [encoder.add(arg) for arg in args]
            named = {name: encoder.add(arg) for name, arg in (kwargs or {}).items()}
        except Unsendable as error:
            plain = self._heard and not error.foreign
            error.from_submission = self.strict and (plain or self._heard_odd)
            raise
        self.asked = handle
        request = n.Call(verb, handle, positions, named, encoder.finish(), self.allowance)
        self.allowance = None
        try:
            return self.ask(_encode(request), encoder)
        except StopIteration as stop:
            if verb == "next":
                raise
            error = RuntimeError(f"StopIteration: {stop}")  # it would end the caller's own loop
            error.from_submission = True
            raise error from None

    def ask(self, header: bytes, encoder: Encoder) -> object:
        """Send a request, serve what the other side asks meanwhile, and return its reply."""
        self.pending += 1
        try:
            self.channel.send(header, encoder.buffers, deadline=self.deadline)
            while True:
                message, body = self.receive()
                if type(message) is n.Reply:
                    break
                self.serve(message, body)
            value, error = self._finish(message, body, encoder)
        except TimedOut:
            self.lose("timeout", "the call took too long")
        except Closed:
            self.lose("crashed", "the submission's process ended during the call")
        except Unusable as unusable:
            self.lose("failed", str(unusable)[:200])
        except MemoryError:
            self.lose("out_of_memory", "the call's result does not fit into memory")
        except (WireError, ValueError, TypeError, OverflowError, RecursionError) as wrong:
            if isinstance(wrong, Unsendable):
                raise
            self.lose("crashed", f"the submission's process sent no value: {str(wrong)[:200]}")
        self.pending -= 1
        if error is not None:
            raise error
        return value

    def lose(self, reason: str, message: str) -> None:
        """Give the other side up, for good."""
        self.lost = Lost(reason, message)
        raise self.lost from None

    def receive(self) -> tuple[n.Call | n.Reply, memoryview]:
        """Return the next message and its body."""
        header, body, _ = self.channel.recv(self.deadline)
        try:
            return _message(header), body
        except (msgspec.MsgspecError, RecursionError) as error:
            raise WireError(str(error)) from None

    def serve(self, request: n.Call, body: memoryview) -> None:
        """Answer one call of the other side."""
        decoder = self._decoder(request.graph, body)
        if self.strict and request.verb != "call":
            raise WireError("the submission asked for more than a call")
        target = self._mine(request.handle)
        try:
            args = [decoder.get(index) for index in request.args]
            kwargs = {name: decoder.get(index) for name, index in request.kwargs.items()}
        except WireError as error:
            if self.strict:
                raise
            self.fail(error, decoder)
            return
        self.answer(lambda: VERBS[request.verb](target, *args, **kwargs), decoder)

    def answer(self, action: Callable, decoder: Decoder | None = None) -> None:
        """Send what an action returns, or how it fails, and what it did to its arguments."""
        watch = Watch(decoder)
        try:
            value = action()
            encoder = Encoder(self.lend, decoder)
            index, fault = encoder.add(value), None
        except BaseException as error:
            if self.strict and not isinstance(error, Exception):
                raise
            encoder, index, fault = Encoder(self.lend, decoder), None, self._fault(error)
        try:
            changes = watch.changes(encoder)
            reply = n.Reply(index, fault, changes, self._said(), encoder.finish())
            header, buffers = _encode(reply), encoder.buffers
            self.channel.send(header, buffers, deadline=self.deadline)
        except (Unsendable, Unusable, ValueError) as error:
            self.fail(error, decoder)

    def fail(self, error: BaseException, decoder: Decoder | None = None) -> None:
        """Send a fault alone."""
        reply = n.Reply(None, self._fault(error), [], self._said(), EMPTY)
        self.channel.send(_encode(reply), deadline=self.deadline)

    def _finish(self, reply: n.Reply, body: memoryview, sent: Encoder) -> tuple:
        if self._hear:
            for said in reply.said:
                self._hear(said.stream, said.text)
        decoder = self._decoder(reply.graph, body, sent)
        self._heard = True
        self._heard_odd = self._heard_odd or any(map(n.is_odd, reply.graph.nodes))
        for change in reply.changes:
            decoder.apply(change)
        if reply.fault is not None:
            names = reply.fault.classes[:1]
            self.faults.update(names)
            if names == [OVERRUN]:
                self.lose("timeout", "the call used up its computing time")
            if names == [UNUSABLE]:
                raise Unusable(reply.fault.message)
            return None, error_of(reply.fault)
        if reply.value is None:
            raise WireError("a reply holds neither value nor fault")
        return decoder.get(reply.value), None

    def _decoder(self, graph: n.Graph, body: memoryview, sent: Encoder | None = None) -> Decoder:
        return Decoder(
            graph,
            body,
            proxy=self._known_proxy,
            mine=self._mine,
            sent=sent,
            strict=self.strict,
            masks=self.masks,
        )

    def _known_proxy(self, node: n.Object, like: object = None) -> object:
        if like is not None and self.strict:
            return self._proxy(self, node, like)
        if node.handle not in self._proxies:
            self._proxies[node.handle] = self._proxy(self, node)
        proxy = self._proxies[node.handle]
        if self.strict and getattr(type(proxy), "_peer_class", False):
            proxy.is_returned = True
        return proxy

    def _mine(self, handle: int) -> object:
        if handle >= len(self._lent):
            raise WireError("there is nothing behind a handle")
        return self._lent[handle]

    def _fault(self, error: BaseException) -> n.Fault:
        return fault_of(error, None if self.strict else self._trace)

    def _said(self) -> list[n.Said]:
        return [n.Said(stream, text) for stream, text in self._speak()] if self._speak else []


def came(value: object) -> bool:
    """Say whether a value is an array of such objects as replies are made of.

    A check that computes with a reply gets one where the reply was no array of numbers.
    """
    if not isinstance(value, np.ndarray) or value.dtype != object:
        return False
    return all(
        isinstance(item, PLAIN) or getattr(type(item), "_peer_class", False)
        for item in value.flat[:MAX_LOOKS]
    )


def type_name(value: object) -> str:
    """Return what a value is called: a function by its own name, else its class."""
    name = getattr(value, "__name__", None) if callable(value) else None
    if not isinstance(name, str):
        name = type(value).__name__
    return name.encode("utf-8", "replace").decode()[:100]
