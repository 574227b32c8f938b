"""Make a diagnosis: choose probes, and note what each mistake does on them."""

import contextlib
import hashlib
import io
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from autograder.authoring import Course, Exercise, entries_for
from autograder.diagnose.match import agree, core_of
from autograder.diagnose.probes import choose
from autograder.diagnose.signature import run, steady_part
from autograder.diagnose.values import decode, encode

FORMAT = 1
DRAWS = 2
PUBLIC_SEED = "public"
"""For a diagnosis that anybody may read, such as that of a page."""


@dataclass(frozen=True)
class Findings:
    """What is known of the mistakes in one function.

    Attributes
    ----------
    function : str
    tried, chosen : list of str
        The names of all candidates, and of those that became probes.
    groups : list of list
        Mistakes that behave alike on every candidate; those of one group share a message.
    silent : list
        Mistakes that do on every candidate what a right answer does: they get no diagnosis.
    known : dict
        The function's part of the diagnosis file.
    """

    function: str
    tried: list[str]
    chosen: list[str]
    groups: list[list]
    silent: list
    known: dict


def diagnosis(exercise: Exercise, course: Course, seed: str) -> tuple[dict, list[Findings]]:
    """Return the diagnosis of an assignment, and how it came about.

    Parameters
    ----------
    exercise : Exercise
    course : Course
    seed : str
        The course's secret seed, or a public one. The probes' numbers follow from it.

    Returns
    -------
    file : dict
        JSON values, without code, answers or what a check is given.
    findings : list of Findings
        For those of the exercise's functions that have mistakes and probes.
    """
    makers = course.makers()
    found = []
    for name, function in exercise.functions.items():
        entries = {
            kind: [e for e in entries_for(exercise, course, kind) if e.replaces is function.object]
            for kind in ("mistakes", "alternatives")
        }
        if entries["mistakes"] and makers.get(function.object):
            right = [function.object, *(entry.function for entry in entries["alternatives"])]
            draws = (
                draw(makers[function.object], right[0], [seed, function.dotted], time)
                for time in range(1, DRAWS + 1)
            )
            found.append(best(name, draws, entries["mistakes"], right))
    functions = {one.function: one.known for one in found}
    return {"format": FORMAT, "assignment": exercise.name, "functions": functions}, found


def best(
    function: str,
    draws: Iterable[dict[str, dict]],
    mistakes: Sequence,
    right: Sequence[Callable],
) -> Findings:
    """Return the findings of a function's candidates, drawn again while any mistakes look alike.

    What one draw leaves alike by chance, such as two mistakes that differ in a row whose largest
    score is blocked, another tells apart. What is alike in itself stays so, and costs time alone.
    """
    pool: dict[str, dict] = {}
    found = None
    for drawn in draws:
        pool |= drawn
        again = findings(function, pool, mistakes, right)
        if found is None or len(again.groups) > len(found.groups):
            found = again
        if len(found.groups) == len(mistakes):
            break
    return found


def draw(
    makers: Mapping[str, Callable], reference: Callable, seed: list[str], time: int = 1
) -> dict[str, dict]:
    """Return the candidates of a function by name, each with its arguments as JSON values."""
    drawn = {}
    for name, make in makers.items():
        name = name if time == 1 else f"{name}, drawn again ({time})"
        # Checks draw from other streams: a check's id stands where "probe" does.
        digest = hashlib.sha256(json.dumps(["probe", *seed, name]).encode()).digest()
        stored = encode(make(np.random.default_rng(int.from_bytes(digest[:16]))))
        drawn[name] = {**stored, "refuses": _refusal(reference, stored)}
    return drawn


def findings(
    function: str, candidates: Mapping[str, dict], mistakes: Sequence, right: Sequence[Callable]
) -> Findings:
    """Choose the probes of a function, and note what each mistake does on them.

    Parameters
    ----------
    function : str
    candidates : mapping of str to dict
        The pool.
    mistakes : sequence
        Entries with `id`, `function`, `message` and `section`.
    right : sequence of callable
        The reference and other right answers.
    """
    functions = [*(mistake.function for mistake in mistakes), *right]
    with contextlib.redirect_stdout(io.StringIO()):
        tables = [_behaviour(function, candidates) for function in functions]
    names = list(candidates)
    classes = [_classes([seen[name] for seen, _ in tables]) for name in names]
    chosen = [names[index] for index in choose(classes, len(mistakes))]
    # The first probe is the one that is run twice: the best to see that two runs differ.
    first = max(chosen, key=lambda name: sum(name in unsteady for _, unsteady in tables))
    chosen.sort(key=lambda name: name != first)
    behaviour = list(zip(*classes, strict=True))
    looks_right = set(behaviour[len(mistakes) :])
    groups: dict[tuple, list] = {}
    for mistake, numbers in zip(mistakes, behaviour, strict=False):
        groups.setdefault(numbers, []).append(mistake)
    silent = [mistake for numbers in looks_right for mistake in groups.pop(numbers, [])]
    probes = [candidates[name] for name in chosen]
    signatures = [[seen[name] for name in chosen] for seen, _ in tables]
    core = core_of(probes, signatures[len(mistakes)])
    known = {
        "probes": probes,
        "mistakes": [
            {
                "ids": [mistake.id for mistake in group],
                "message": group[0].message,
                "section": group[0].section,
                "signatures": (own := signatures[mistakes.index(group[0])]),
                "in_core": not agree(core_of(probes, own), core),
            }
            for group in groups.values()
        ],
    }
    return Findings(function, names, chosen, list(groups.values()), silent, known)


def _behaviour(function: Callable, candidates: Mapping[str, dict]) -> tuple[dict, set[str]]:
    """Return a function's signatures by candidate, and those candidates on which it wavers."""
    seen, again = ([run(function, probe) for probe in candidates.values()] for _ in range(2))
    pairs = zip(candidates, seen, again, strict=True)
    unsteady = {name for name, one, other in pairs if not agree(one, other)}
    return dict(zip(candidates, steady_part(seen, again), strict=True)), unsteady


def _classes(signatures: list[dict]) -> list[int]:
    """Number signatures, so that equal numbers mean equal behaviour."""
    kinds: list[dict] = []
    numbers = []
    for one in signatures:
        number = next((n for n, kind in enumerate(kinds) if agree(one, kind)), len(kinds))
        if number == len(kinds):
            kinds.append(one)
        numbers.append(number)
    return numbers


def _refusal(reference: Callable, stored: dict) -> str:
    """Return the built-in class of exception that is right for these arguments, if any is."""
    try:
        with np.errstate(all="ignore"), contextlib.redirect_stdout(io.StringIO()):
            reference(*decode(stored))
    except Exception as error:
        return next(kind.__name__ for kind in type(error).__mro__ if kind.__module__ == "builtins")
    return ""
