"""Every mistake in an exercise file is one error, with its line."""

import pytest

from autograder.authoring import check_course

SMALL = "same(double(np.array([1.0, 2.5])), np.array([2.0, 5.0]))"
QUADRUPLE = ":solution: toolbox.reference.quadruple"
HINT = ":::{hint} Idea\nAdd it to itself.\n:::\n"

# (text to replace, new text, text on the line of the error, part of the message)
OPTIONS = [
    (":locked: true", ":locked: maybe", ":locked: maybe", "must be true or false"),
    (":locked: true", ":locked: false", ":locked: false", "true or left out"),
    (":stage: 5\n", ":stage: 5\n:stage: 5\n", None, "given twice"),
    (":stage: 5\n", "", None, "no ':stage:'"),
    (":stage: 5", ":stage: late", ":stage: late", "from 1 to 5"),
    (":points: 2.5\n", "", None, "no ':points:'"),
    (":points: 2.5", ":points: 0", ":points: 0", "a positive number"),
    (":points: 2.5", ":points: nan", ":points: nan", "a positive number"),
    (":timeout: 2.5", ":timeout: 0", ":timeout: 0", "a positive number of seconds"),
    (":mutation: true", ":mutate: true", ":mutate:", "unknown option 'mutate'"),
    (":mutation: true", ":blank: true", ":blank:", "option 'blank' needs ':solution:'"),
    (":mutation: true", ":locked: true", None, "don't go together"),
    (":mutation: true", ":mutation", ":mutation", "':name: value'"),
    (":locked: true", ":locked: true\n:points: 3", ":points: 3", "needs ':check:'"),
    (":oracle: add_by_loop", ":oracle: a b", ":oracle: a b", "takes the name"),
    (":check: double--small", ":check: double", ":check: double\n", "function--property"),
    (":check: double--small", ":check: double--is small", "is small", "function--property"),
    (":check: double--small", ":check: double--ünder", "ünder", "function--property"),
    (QUADRUPLE, ":solution:", ":solution:\n", "needs the dotted name"),
    (QUADRUPLE, ":solution: quadruple", ":solution: quadruple", "not a dotted name"),
    (QUADRUPLE, ":solution: toolbox.reference.five", "reference.five", "no function 'five'"),
    (
        QUADRUPLE,
        ":solution: toolbox.reference.alias",
        "reference.alias",
        "another name of 'double'",
    ),
    (QUADRUPLE, ":solution: toolbox.none.five", "none.five", "no module 'toolbox.none'"),
    (QUADRUPLE, ":solution: toolbox.broken.five", "broken.five", "this module is broken"),
    (QUADRUPLE, ":solution: toolbox.reference.TOLERANCE", "TOLERANCE", "no function"),
    (QUADRUPLE, f"{QUADRUPLE}\n:starter: toolbox.no.x", ":starter:", "no module 'toolbox.no'"),
    (
        QUADRUPLE,
        f"{QUADRUPLE}\n:blank: true\n:starter: toolbox.reference.same",
        ":starter:",
        "'blank'",
    ),
    (QUADRUPLE, f"{QUADRUPLE}\n\nreturn 4 * x", "return 4 * x", "is empty in the file"),
    (":given: toolbox.reference.same", ":given: toolbox.none.same", ":given:", "no module"),
]

STRUCTURE = [
    ("# Doubling\n", "Doubling\n", "## Once", "first heading is the title"),
    ("```{code-cell} ipython3\n:locked", "```{note}\n:locked", "```{note}", "unknown directive"),
    (HINT, HINT.replace("Add", "```{code-cell}\n1\n```\nAdd"), None, "a code cell inside a hint"),
    (HINT, HINT.replace("Add", "+++\nAdd"), None, "a break '+++' inside a hint"),
    (HINT, HINT.replace("Add", ":::{note}\nAdd"), None, "a directive inside a hint"),
    (":::{note} Numbers", ":::{tip} Numbers", ":::{tip}", "unknown directive 'tip'"),
    (":::{note} Numbers", "::: Numbers", "::: Numbers", "':::{name} Title'"),
    (":::{note} Numbers", ":::{answer} Numbers", ":::{answer} Numbers", "belongs to a written"),
    (
        "- 2 points: says that the result is new.\n:::\n",
        "- 2 points",
        ":::{rubric}",
        "never closed",
    ),
    ("Write two functions.", "- a\n\n  ```{code-cell}\n  1\n  ```\n", "  ```{code-cell}", "list"),
    (HINT, "", ":::{hint} Pseudocode", "in threes, not 2"),
    (HINT, f"{HINT}\n{HINT.replace('Idea', 'First')}", ":::{hint} Idea", "in threes, not 4"),
    ("## In words", ":::{hint}\nno\n:::", ":::{hint}\n", "doesn't belong into a written"),
    (
        "book:02_doubling#why",
        "book:02_doubling#",
        "tells [why]",
        "written [text](book:page#anchor)",
    ),
    ("[why](book:02_doubling#why)", "book:02_doubling", "tells book", "[text](book:page#anchor)"),
    ("[the book](book:02_doubling)", "<book:02>", "see <book", "[text](book:page#anchor)"),
    ("tells [why]", "tells {ref}`this`, [why]", "{ref}", "shows as it stands"),
    ("Write two functions.", "BEGIN SOLUTION", "BEGIN SOLUTION", "nbgrader's own marks"),
    ("print(start)", "print(start)  # AUTOTEST", "start = np", "nbgrader's own marks"),
    (', "points": 2}', "}", '"written"', "needs 'points'"),
    ('"points": 2}', '"points": "2"}', '"written"', "needs 'points'"),
    ('"points": 2}', '"points": 2, "points": 2}', '"written"', "'points' is given twice"),
    ('"points": 2}', '"points": 2, "stage": 1}', '"written"', "unknown key 'stage'"),
    ('"points": 2}', '"points"}', '"written"', "must be JSON"),
    ('"double--in-words"', '"in words"', '"written"', "function--property"),
    (":::{rubric}", ":::{answer}", ":::{answer}\n- 2", "a second answer"),
    (
        ":::{answer}\nIt makes a new array, see [the book](book:02_doubling#new).\n:::\n",
        "",
        '"written"',
        "has no answer",
    ),
    (":::{rubric}\n- 2 points: says that the result is new.\n:::\n", "", '"written"', "no rubric"),
    ("## In words\n\nWhy does `double` not change its input?\n", "", '"written"', "has no prompt"),
]

RULES = [
    ('"double--in-words"', '"triple--in-words"', '"written"', "no solution cell before it"),
    (":check: quadruple--small", ":check: double--small", None, "id 'double--small' is taken"),
    (":check: double--small", ":check: triple--small", None, "no solution cell before it"),
    (
        "same(quadruple(np.array([1.0, 2.5])), np.array([4.0, 10.0]))",
        "same(1, 1)",
        None,
        "never calls 'quadruple'",
    ),
    (
        ":points: 1\n:stage: 2\n\n# Small numbers are doubled twice.",
        ":points: 1\n:stage: 2\n:hidden: true\n\n# Small numbers are doubled twice.",
        None,
        "'quadruple' has no check that the student can see",
    ),
    ("# Small numbers are doubled.\n", "", SMALL, "first line of a check is a comment"),
    ("# Small numbers are doubled.", "# The number 1 is doubled.", "number 1", "no digits"),
    (SMALL, f"{SMALL}\nif:", "if:", "doesn't parse"),
    (SMALL, "same(double(np.ones(SEED)), 2)", "np.ones(SEED)", "SEED belongs to hidden checks"),
    (
        "same(quadruple(",
        "add_by_loop(quadruple(",
        "add_by_loop(quadruple",
        "for hidden checks only",
    ),
    (SMALL, f"{SMALL}\nsame(start, 1)", "same(start, 1)", "which no cell that stays defines"),
    (SMALL, f"{SMALL}\nmath.sqrt(2)", "math.sqrt", "which no earlier cell defines"),
    (SMALL, f"{SMALL}\nquadruple(2)", "quadruple(2)", "which no earlier cell defines"),
    (SMALL, f"{SMALL}\ndouble(2)", "double(2)", "ends in what 'double' returns"),
    (SMALL, f"{SMALL}\nassert np.all(double(2) == 4)", "assert np.all", "assert the shape, too"),
    ("print(start)", "print(begin)", "print(begin)", "uses 'begin'"),
    ("import numpy as np\n", "import numpy as np\nlimit = bound\n", "limit =", "uses 'bound'"),
    ("import numpy as np\n", "import numpy as\n", "import numpy as", "doesn't parse"),
    ("def double_by_loop(x)", "def by_loop(x)", None, "doesn't define 'double_by_loop'"),
    ("expected = double_by_loop(x)", "expected = 2 * x", None, "no hidden check uses the oracle"),
    (
        ":oracle: add_by_loop\n\ndef add_by_loop",
        ":oracle: np\n\ndef np(): pass\ndef add_by_loop",
        None,
        "the name 'np' is taken",
    ),
    ("return add_by_loop(x, x)", "return double(x)", "return double(x)", "uses 'double'"),
    (QUADRUPLE, ":solution: toolbox.reference.double", None, "defined by an earlier cell"),
    (QUADRUPLE, f"{QUADRUPLE} toolbox.reference.spread", None, "no check that the student can see"),
    (QUADRUPLE, f"{QUADRUPLE} toolbox.reference.rounded", None, "uses 'math', which no earlier"),
    (QUADRUPLE, f"{QUADRUPLE} toolbox.reference.undocumented", None, "has no docstring"),
    (QUADRUPLE, f"{QUADRUPLE}\n:starter: toolbox.reference.other_triple", None, "other arguments"),
    (
        ":given: toolbox.reference.same",
        ":given: toolbox.reference.same toolbox.reference.rounded",
        None,
        "needs module 'math'",
    ),
    ("import numpy as np\n", "np = 3\n", None, "means another 'np'"),
]


def errors_of(make_course, text, old, new):
    assert old in text
    broken = text.replace(old, new, 1)
    return broken.split("\n"), check_course(make_course(broken))


@pytest.mark.parametrize(("old", "new", "marker", "message"), [*OPTIONS, *STRUCTURE, *RULES])
def test_fault_is_named_with_its_line(make_course, text, old, new, marker, message):
    rows, errors = errors_of(make_course, text, old, new)
    (error,) = [error for error in errors if message in error.message]
    assert error.path.name == "01_double.md"
    if marker is not None:
        place = "\n".join(rows).index(marker)
        assert error.line == "\n".join(rows)[:place].count("\n") + 1


def test_starter_needs_a_solution_that_returns(make_course, text):
    new = ":solution: toolbox.reference.endless_triple\n:starter: toolbox.reference.triple"
    _, errors = errors_of(make_course, text, QUADRUPLE, new)
    assert any("must end in a return" in error.message for error in errors)


def test_never_closed_code_cell_is_named(make_course, text):
    cut = text[: text.index("same(quadruple(")]
    errors = check_course(make_course(cut))
    assert "this code cell is never closed" in [error.message for error in errors]
