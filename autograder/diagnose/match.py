"""From signatures to the mistake that has them all."""

from collections.abc import Callable

from autograder.diagnose.signature import agree, signatures


def match(known: dict, seen: list[dict]) -> dict | None:
    """Return the mistake that agrees with a function on every probe.

    Parameters
    ----------
    known : dict
        The part of a diagnosis file on this function.
    seen : list of dict
        The function's signatures, one for each probe.

    Returns
    -------
    dict or None
        ``ids``, ``message`` and ``section``; None if there is no such mistake, or more than one.
    """
    if len(seen) != len(known["probes"]):
        return None
    found = [mistake for mistake in known["mistakes"] if agree(mistake["signatures"], seen)]
    return found[0] if len(found) == 1 else None


def diagnose(known: dict, function: Callable) -> dict | None:
    """Run a function of this process on the probes, and match it."""
    return match(known, signatures(function, known["probes"]))
