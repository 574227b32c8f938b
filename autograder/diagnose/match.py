"""From signatures to the mistake that has them all: without NumPy, for whoever only compares."""

from collections.abc import Callable

TOLERANCE = {"float32": 1e-4, "complex64": 1e-4, "float16": 1e-2}
ROUNDING = 1e-8  # relative, for all other types: what two ways to compute the same may differ by


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


def agree(one: object, other: object) -> bool:
    """Tell whether two signatures are the same, but for rounding."""
    if isinstance(one, dict) and isinstance(other, dict):
        if one.keys() != other.keys():
            return False
        dtype = one.get("dtype")
        return all(
            _close(one[key], other[key], dtype) if key == "sums" else agree(one[key], other[key])
            for key in one
        )
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(agree, one, other))
    return one == other


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
    from autograder.diagnose.signature import signatures

    return match(known, signatures(function, known["probes"]))


def _close(one: list[float], other: list[float], dtype: str) -> bool:
    bound = TOLERANCE.get(dtype, ROUNDING) * max(map(abs, [*one, *other])) + 1e-12
    return all(a == b or abs(a - b) <= bound for a, b in zip(one, other, strict=True))
