"""Find submissions with nearly the same code: evidence for a person, never a score.

An index of short sequences of words finds pairs that share what hardly anybody else wrote; what
many wrote says nothing. How alike a pair is, is then measured over the whole.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
from rapidfuzz.distance import Indel

from autograder.report.code import Starter
from autograder.report.contents import Alike, Group, Reference

LENGTH = 8  # words in a sequence
RARE_MOST = 30  # submissions; in a small class one in ten, and never fewer than three
SHARED = 20  # rare sequences that a pair must share: a line or two of code, beyond the starter
SHARE = 0.8  # of the shorter one's rare sequences
ALIKE = 0.9  # of the whole
AS_ANSWER = 0.95
WEIGHTS = np.random.default_rng(0).integers(1, 1 << 63, LENGTH, np.uint64) | np.uint64(1)

Code = Mapping[str, str]


def alike(codes: Mapping[str, Code], starters: Sequence[Starter], unread: Sequence[str]) -> Alike:
    """Compare the code of a class.

    Parameters
    ----------
    codes : mapping of str to mapping
        By student and solution cell, as texts of one character a word.
    starters : sequence of Starter
        What the course gives, one a notebook.
    unread : sequence of str
        Students whose code isn't known.
    """
    given = {text for starter in starters for text in (*starter.given.values(), *starter.texts)}
    answers = {id: texts for starter in starters for id, texts in starter.answers.items() if texts}
    references = tuple(_reference(id, texts, codes) for id, texts in answers.items())
    whole = set.intersection(*(set(r.students) for r in references)) if references else set()
    bound = max(3, min(len(codes) // 10, RARE_MOST))
    groups = tuple(find_groups(codes, given, bound))
    return Alike(len(codes), bound, groups, references, tuple(sorted(whole)), tuple(unread))


def find_groups(codes: Mapping[str, Code], given: set[str], bound: int) -> list[Group]:
    """Return the groups, the one that shares the most rare code first.

    Parameters
    ----------
    codes : mapping of str to mapping
    given : set of str
        Texts of the release: what stands there is nobody's own.
    bound : int
        A sequence that more submissions hold than this is common.
    """
    students = list(codes)
    prints = [_prints(code.values()) for code in codes.values()]
    starter = _prints(given)
    owners = np.repeat(np.arange(len(students)), [len(own) for own in prints])  # (n_prints,)
    every = np.concatenate([*prints, starter[:0]])  # (n_prints,)
    is_own = ~np.isin(every, starter)  # (n_prints,)
    owners, every = owners[is_own], every[is_own]
    _, numbers, counts = np.unique(every, return_inverse=True, return_counts=True)
    is_rare = counts[numbers] <= bound  # (n_prints,)
    rare = np.bincount(owners[is_rare], minlength=len(students))  # (n_students,)
    wholes = ["\n".join(code.values()) for code in codes.values()]
    links = {}
    for one, other, shared in _pairs(owners, numbers, counts, bound):
        share = shared / int(min(rare[one], rare[other]))
        if shared < SHARED or share < SHARE:
            continue
        if likeness := _likeness(wholes[one], wholes[other], ALIKE):
            links[one, other] = (likeness, shared, share)
    groups = [_group(members, links, students) for members in _joined(links)]
    return sorted(groups, key=lambda group: (-group.rare, group.students))


def _reference(cell: str, answers: set[str], codes: Mapping[str, Code]) -> Reference:
    """Find who wrote a function as the course's own answer has it."""
    found = (
        student
        for student, code in codes.items()
        if any(_likeness(answer, code.get(cell, ""), AS_ANSWER) for answer in answers)
    )
    return Reference(cell, min(map(len, answers)), tuple(found))


def _likeness(one: str, other: str, least: float) -> float:
    """Return how alike two texts are, from 0 to 1; below the least it is 0."""
    return Indel.normalized_similarity(one, other, score_cutoff=least)


def _prints(texts: Iterable[str]) -> np.ndarray:
    """Return a number for each sequence of words in some texts, each once."""
    found = [np.empty(0, np.uint64)]
    for text in texts:
        words = np.frombuffer(text.encode("utf-16-le"), np.uint16)
        if len(words) >= LENGTH:
            sequences = np.lib.stride_tricks.sliding_window_view(words, LENGTH)
            found.append(sequences.astype(np.uint64) @ WEIGHTS)
    return np.unique(np.concatenate(found))


def _pairs(
    owners: np.ndarray, numbers: np.ndarray, counts: np.ndarray, bound: int
) -> Iterator[tuple[int, int, int]]:
    """Yield pairs of submissions, and how many rare sequences they share."""
    order = np.argsort(numbers, kind="stable")  # owners stay sorted within a sequence
    owners, holders = owners[order], counts[numbers[order]]
    keys, shared = [np.empty(0, np.int64)], [np.empty(0, np.int64)]
    n_students = int(owners.max(initial=0)) + 1
    for size in range(2, bound + 1):
        rows = owners[holders == size].reshape(-1, size)  # (sequences, holders)
        first, second = np.triu_indices(size, 1)
        found, times = np.unique(rows[:, first] * n_students + rows[:, second], return_counts=True)
        keys.append(found)
        shared.append(times)
    found, places = np.unique(np.concatenate(keys), return_inverse=True)
    totals = np.bincount(places, np.concatenate(shared)).astype(int)
    enough = totals >= SHARED
    for key, total in zip(found[enough].tolist(), totals[enough].tolist(), strict=True):
        yield *divmod(key, n_students), total


def _joined(links: Mapping[tuple[int, int], object]) -> list[set[int]]:
    """Return the sets of submissions that links hold together."""
    neighbours = defaultdict(set)
    for one, other in links:
        neighbours[one].add(other)
        neighbours[other].add(one)
    found, seen = [], set()
    for start in neighbours:
        if start in seen:
            continue
        group, open_ones = set(), [start]
        while open_ones:
            member = open_ones.pop()
            if member not in group:
                group.add(member)
                open_ones += neighbours[member] - group
        seen |= group
        found.append(group)
    return found


def _group(
    members: set[int],
    links: Mapping[tuple[int, int], tuple[float, int, float]],
    students: Sequence[str],
) -> Group:
    own = [link for pair, link in links.items() if pair[0] in members]
    return Group(
        tuple(students[member] for member in sorted(members)),
        min(likeness for likeness, _, _ in own),
        max(shared for _, shared, _ in own),
        max(share for _, _, share in own),
    )
