"""What a report holds: plain data, as it stands in ``report.json``."""

from msgspec import Struct


class Scores(Struct, frozen=True):
    """How the automatic points are spread, over the submissions that are graded.

    Attributes
    ----------
    count : int
    max_points : float
        The most that is earned without a person.
    mean, median, lower, upper : float or None
        `lower` and `upper` are the quartiles; None where nothing is graded.
    bins : tuple of int
        How many lie in each tenth of the points; full marks are in the last.
    """

    count: int
    max_points: float
    mean: float | None
    median: float | None
    lower: float | None
    upper: float | None
    bins: tuple[int, ...]


class Item(Struct, frozen=True):
    """One check.

    Attributes
    ----------
    notebook, id, title : str
    max_points : float
    outcomes : dict of str to int
        How many submissions ended how.
    tried : int
        How many were graded on it and did something for it.
    difficulty : float or None
        The share of its points that those who tried earned: 1 is easy.
    discrimination : float or None
        Correlation with the rest of the automatic points; None where there are too few
        submissions, or one of the two does not vary.
    strong : float or None
        The share of its points that the strongest quarter earned.
    suspect : str
        Why the check may be at fault rather than the students; empty if nothing says so.
    """

    notebook: str
    id: str
    title: str
    max_points: float
    outcomes: dict[str, int]
    tried: int
    difficulty: float | None
    discrimination: float | None
    strong: float | None
    suspect: str = ""


class Mistake(Struct, frozen=True):
    """A misunderstanding that was recognised.

    Attributes
    ----------
    function, id, message : str
    link : str
        Where the book explains it: an address, or ``page#anchor`` where the course has no book.
    students : tuple of str
        Who shares it.
    share : float
        Of all whose function failed a check.
    """

    function: str
    id: str
    message: str
    link: str
    students: tuple[str, ...]
    share: float


class Unnamed(Struct, frozen=True):
    """How many failed a function in a way that the course does not know."""

    function: str
    count: int


class Flagged(Struct, frozen=True):
    """A flag, and who has it: damage that was repaired, tampering, no sandbox, lateness."""

    kind: str
    students: tuple[str, ...]


class Ungraded(Struct, frozen=True):
    """Why something of a submission is ungraded; `stands` if an earlier try still counts."""

    student: str
    reasons: tuple[str, ...]
    stands: bool = False


class Times(Struct, frozen=True):
    """Seconds on the wall clock a submission.

    Attributes
    ----------
    count : int
        How many submissions they are known of.
    median, high, most : float or None
        `high` is what 95 in 100 stay below.
    slowest : tuple of (str, float)
    bins : tuple of (float, int)
        Upper ends, in seconds, with counts.
    """

    count: int
    median: float | None
    high: float | None
    most: float | None
    slowest: tuple[tuple[str, float], ...]
    bins: tuple[tuple[float, int], ...]


class Group(Struct, frozen=True):
    """Submissions with nearly the same code, of which a part stands in hardly any other.

    Attributes
    ----------
    students : tuple of str
    alike : float
        How alike the two least alike neighbours are: 1 means equal but for names, layout, texts
        and comments.
    rare : int
        How many sequences of words two of them share that are rare in the class.
    share : float
        Of the rare sequences of the shorter one.
    """

    students: tuple[str, ...]
    alike: float
    rare: int
    share: float


class Reference(Struct, frozen=True):
    """Who wrote a function as the course's own answer has it.

    Attributes
    ----------
    cell : str
    length : int
        Words and signs of the answer beyond the starter: short ones are found by many alone.
    students : tuple of str
    """

    cell: str
    length: int
    students: tuple[str, ...]


class Alike(Struct, frozen=True):
    """What is known of near-duplicates.

    Attributes
    ----------
    compared : int
        How many submissions have code of their own.
    bound : int
        What more submissions than this share counts as common, and is not looked at.
    groups : tuple of Group
        The one that shares the most rare code first.
    references : tuple of Reference
        By solution cell.
    whole : tuple of str
        Whose every function is the course's own answer.
    unread : tuple of str
        Whose graded notebook is missing or can't be read.
    """

    compared: int
    bound: int
    groups: tuple[Group, ...] = ()
    references: tuple[Reference, ...] = ()
    whole: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


class Report(Struct, frozen=True):
    """All of it.

    Attributes
    ----------
    assignment : str
    submissions : int
        How many have a receipt.
    graded_until : str
        When the latest of them was graded, in UTC.
    due : str
        When the assignment was due, in UTC; empty where it isn't known.
    """

    assignment: str
    submissions: int
    graded_until: str
    due: str
    scores: Scores
    checks: tuple[Item, ...]
    mistakes: tuple[Mistake, ...]
    unnamed: tuple[Unnamed, ...]
    flags: tuple[Flagged, ...]
    ungraded: tuple[Ungraded, ...]
    times: Times
    alike: Alike
