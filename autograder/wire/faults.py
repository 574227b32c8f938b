"""Exceptions across the wire: a built-in class, a bounded message, no object of the other side."""

import builtins
from collections.abc import Callable, Iterator

import numpy as np

from autograder.wire.nodes import Fault

MAX_MESSAGE = 4000
SAFE = {
    name: found
    for name, found in vars(builtins).items()
    if isinstance(found, type) and issubclass(found, Exception)
}
SAFE["numpy.linalg.LinAlgError"] = np.linalg.LinAlgError
SAFE["numpy.exceptions.AxisError"] = np.exceptions.AxisError


class Unusable(Exception):
    """The submission's function did or returned what its check can't judge: the check fails."""


def name_of(kind: type) -> str:
    """Return the full name of a class, and the bare one of a built-in."""
    name = kind.__name__
    return (name if kind.__module__ == "builtins" else f"{kind.__module__}.{name}")[:200]


def fault_of(error: BaseException, trace: Callable[[BaseException], str] | None = None) -> Fault:
    """Return what is sent of an exception."""
    try:
        message = error.args[0] if type(error) is KeyError and error.args else error
        message = str(message)[:MAX_MESSAGE]
    except BaseException:
        message = "(the message could not be made)"
    message = message.encode("utf-8", "replace").decode()
    classes = [name_of(kind) for kind in type(error).__mro__][:12]
    return Fault(classes, message, trace(error)[:16000] if trace else "")


def error_of(fault: Fault) -> Exception:
    """Return the exception that stands for a fault on this side.

    A class that is not built in becomes a subclass, of the same name, of its bases that are. What
    is no `Exception`, such as SystemExit, becomes one.
    """
    for make in _stand_ins(fault.classes):
        try:
            error = make(fault.message)
            str(error)
        except Exception:
            continue  # it takes more than a message, as UnicodeDecodeError does
        break
    error.from_submission = True
    if fault.trace:
        error.add_note("in the submission:\n" + fault.trace)
    return error


def _stand_ins(classes: list[str]) -> Iterator[Callable[[str], Exception]]:
    """Yield what may make an exception of a message; the likest first, and one that can last."""
    known = [SAFE[name] for name in classes if name in SAFE]
    if known and classes[0] in SAFE:
        yield known[0]
    name = classes[0].rpartition(".")[2] if classes else "Exception"
    name = name if name.isidentifier() else "Error"
    nearest = [one for one in known if sum(issubclass(other, one) for other in known) == 1]
    for bases in (nearest, *([one] for one in known), [Exception]):
        yield lambda message, bases=bases: type(name, (*bases,), {"__module__": "student"})(message)
