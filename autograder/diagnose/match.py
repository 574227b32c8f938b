"""From signatures to the mistake that has them all."""

from collections.abc import Callable

from autograder.diagnose.signature import agree, signatures


def match(known: dict, seen: list[dict]) -> dict | None:
    """Return the mistake that a function makes.

    It agrees on every probe. If none does, it may be that a slip comes on top which has nothing to
    do with it: another type of number, or a wrong answer where an exception is right. A mistake
    that consists in more than these is then known by the rest.

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
    probes = known["probes"]
    if len(seen) != len(probes):
        return None
    found = [mistake for mistake in known["mistakes"] if agree(mistake["signatures"], seen)]
    if not found:
        core = core_of(probes, seen)
        found = [
            mistake
            for mistake in known["mistakes"]
            if mistake.get("in_core") and agree(core_of(probes, mistake["signatures"]), core)
        ]
    return found[0] if len(found) == 1 else None


def core_of(probes: list[dict], signatures: list[dict]) -> list[object]:
    """Return what is left of signatures without types of numbers and refusals."""
    pairs = zip(probes, signatures, strict=True)
    return [_without_types(signature) for probe, signature in pairs if not probe["refuses"]]


def _without_types(node: object) -> object:
    if isinstance(node, dict):
        return {key: _without_types(value) for key, value in node.items() if key != "dtype"}
    return [_without_types(item) for item in node] if isinstance(node, list) else node


def diagnose(known: dict, function: Callable) -> dict | None:
    """Run a function of this process on the probes, and match it."""
    return match(known, signatures(function, known["probes"]))
