"""Run the reader's code inside Pyodide, and tell the page what happened, as JSON."""

import ast
import builtins
import importlib
import json
import linecache
import traceback

from capture import Streams, figures, shown
from pyodide.code import eval_code_async

SESSIONS = {}  # namespaces, by the name of the page's part that they belong to
READER = "your code"  # how tracebacks call the reader's cells
SAID = ("ids", "message", "section")
NARROW = (
    "In the page NumPy's whole numbers have 32 bits unless you say otherwise: "
    "write dtype=np.int64, or use floats."
)
CHECKED = {}  # the namespace that was checked last


def no_input(prompt=""):
    """Stand for `input`, which would need an answer while the page waits."""
    raise RuntimeError("input() does not work in the page: write the value into your code instead")


builtins.input = no_input


async def run(job, stream):
    """Run one cell.

    The job holds `code`, `session`, whether to begin `fresh`, and for the definition of a reference
    function the `reference` module whose names it may use.
    """
    job = json.loads(job)
    if job.get("fresh"):
        SESSIONS.pop(job["session"], None)
    namespace = SESSIONS.setdefault(job["session"], new_namespace())
    result = {}
    with Streams(stream):
        try:
            if job.get("reference"):
                lend_names(namespace, job["reference"], job["code"])
            value = await execute(job["code"], namespace, READER)
            result = shown(value)
        except BaseException as error:
            result["error"] = told(error)
        result["figures"] = figures()
    return json.dumps(result)


async def check(job, stream):
    """Run cells from a fresh start, then each check against what they defined.

    The job holds `cells` (code in order), `main` (the index of the cell that is checked) and
    `checks` (each with code, title, stage, and id).
    """
    job = json.loads(job)
    namespace, result, is_starter = new_namespace(), {"checks": []}, False
    with Streams(stream):
        for index, code in enumerate(job["cells"]):
            name = READER if index == job["main"] else f"cell {index + 1} of the exercise"
            try:
                await execute(code, namespace, name)
            except BaseException as error:
                if index == job["main"] and isinstance(error, NotImplementedError):
                    is_starter = True  # an empty starter raises by itself
                elif index == job["main"]:
                    result["error"] = told(error)
        if "error" not in result:
            for one in job["checks"]:
                done = not_attempted(one) if is_starter else await outcome(one, dict(namespace))
                result["checks"].append(done)
        figures()
    mark_blocked(result["checks"])
    CHECKED.clear()
    CHECKED.update(namespace)
    return json.dumps(result)


async def diagnose(job, stream):
    """Name the mistake in a function that was checked last, if it is a known one.

    The job holds the `function` by name, and what is `known` of mistakes in it.
    """
    from autograder.diagnose.match import diagnose as recognise

    job = json.loads(job)
    function, found = CHECKED.get(job["function"]), None
    with Streams(lambda kind, text: None):
        if callable(function):
            found = recognise(job["known"], function)
        figures()
    return json.dumps({"mistake": found and {key: found[key] for key in SAID}})


def new_namespace():
    """Return the names that a notebook begins with."""
    return {"__name__": "__main__", "__builtins__": builtins}


async def execute(code, namespace, name):
    """Run a cell and return the value of its last expression, as a notebook does."""
    linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
    return await eval_code_async(code, globals=namespace, filename=name)


def lend_names(namespace, module, code):
    """Give a reference definition what its own module has and the reader has not defined."""
    home = vars(importlib.import_module(f"solutions.reference.{module}"))
    try:
        used = {node.id for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)}
    except SyntaxError:
        return  # running the code tells the reader
    for name in used & home.keys() - namespace.keys():
        namespace[name] = home[name]


async def outcome(one, namespace):
    """Run one check and say how it ended."""
    try:
        await execute(one["code"], namespace, f"check {one['id']}")
    except NotImplementedError:
        return not_attempted(one)
    except AssertionError as error:
        line = traceback.extract_tb(error.__traceback__)[-1].line
        return ended(one, "failed", str(error) or f"This is not true: {line}")
    except BaseException as error:
        return ended(one, "failed", told(error))
    return ended(one, "passed")


def ended(one, outcome, message=""):
    """Return what the page shows of a check."""
    about = {key: one[key] for key in ("id", "title", "stage")}
    return {**about, "outcome": outcome, "message": message}


def not_attempted(one):
    """Return the outcome of a check whose function is still the starter."""
    return ended(one, "not_attempted", "There is no code here yet.")


def mark_blocked(checks):
    """Label the failures that come after the first stage with a failure."""
    failed = [one["stage"] for one in checks if one["outcome"] == "failed"]
    for one in checks:
        if one["outcome"] == "failed" and one["stage"] > min(failed):
            one["outcome"] = "blocked"
    checks.sort(key=lambda one: one["stage"])


def told(error):
    """Return the traceback as the reader needs it: the lines of cells, and the error."""
    if isinstance(error, RecursionError):
        return f"RecursionError: {error}. Does a function call itself without an end?"
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if frame.filename.startswith((READER, "cell ", "check "))]
    lines = ["Traceback (most recent call last):\n", *traceback.format_list(own)] if own else []
    text = "".join([*lines, *traceback.format_exception_only(error)]).rstrip()[-20_000:]
    return f"{text}\n{NARROW}" if isinstance(error, OverflowError) else text
