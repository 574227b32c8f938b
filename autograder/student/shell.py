"""Runs cells one after another in one namespace, and collects what they show.

Plain Python is compiled and run directly. What is not (magics, shell commands, ``?``) goes through
IPython, if the process was started with it.
"""

import __future__

import ast
import contextlib
import linecache
import sys
import types
import warnings

from autograder.student.limits import Guard
from autograder.student.outputs import Outputs, Stream
from autograder.student.trace import CELL, describe, lines_of

MAX_OUTPUT = 1 << 20
FEATURES = __future__.annotations.compiler_flag | __future__.barry_as_FLUFL.compiler_flag
"""What ``from __future__`` turns on in a cell, and in a notebook for all later ones."""
Code = tuple[types.CodeType, types.CodeType | None]
EMPTY = {**vars(types.ModuleType("__main__")), "__builtins__": __builtins__}
_filters_anew = warnings.catch_warnings


class Shell:
    """The namespace of a notebook, and the outputs of the cell that runs.

    Parameters
    ----------
    limit : int
        How many characters a cell may show.

    Attributes
    ----------
    codes : dict
        Code that was compiled beforehand, by the cell's name and source.
    features : int
        What earlier cells have turned on.
    value, error : object
        How the last cell ended: the value of its last expression, or an exception.
    """

    def __init__(self, limit: int = MAX_OUTPUT) -> None:
        self.outputs = Outputs(limit)
        self.guard = Guard()
        self.module = types.ModuleType("__main__")
        self.namespace = self.module.__dict__
        self.namespace.update(EMPTY)
        self.codes: dict[tuple[str, str], Code] = {}
        self.features = 0
        self.ipython = None
        self.value: object = None
        self.error: BaseException | None = None

    def add_ipython(self) -> None:
        """Bring IPython in, for magics and rich display."""
        from autograder.student.ipython import make

        self.ipython = make(self)

    def install(self) -> None:
        """Take over the module __main__, the streams and the signals."""
        sys.modules["__main__"] = self.module
        sys.stdout = Stream(self.outputs, "stdout", 1)
        sys.stderr = Stream(self.outputs, "stderr", 2)
        self.guard.install()

    def begin_anew(self) -> None:
        """Forget what earlier cells have left: names, results, and which warnings were shown."""
        self.namespace.clear()
        self.namespace.update(EMPTY)
        self.outputs.take()
        self.value = self.error = None
        self.features = 0
        show_warnings_again()

    def run(self, source: str, number: int, shows: bool = True) -> list[dict]:
        """Run a cell and return its outputs; `value` and `error` then tell how it ended.

        `shows` says whether it may end in an expression.
        """
        self.outputs.take()
        self.value = self.error = None
        name = name_of(number)
        linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)
        code = None if self.features else self.codes.get((name, source))
        try:
            code = code or compiled(source, name, shows, self.features)
            self.features |= code[0].co_flags & FEATURES
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            if self.ipython is None or not isinstance(error, SyntaxError):
                self.fail(error)
                return self.outputs.take()
        try:
            self.guard.running = True
            if code is None:
                self.ipython.run(source, number)
            else:
                self.execute(code)
        except BaseException as error:
            self.guard.running = False
            self.fail(error)
        finally:
            self.guard.running = False
        return self.outputs.take()

    def execute(self, code: Code) -> None:
        """Run compiled code, and show the value of its last expression."""
        statements, last = code
        if self.ipython is not None:
            self.ipython.begin()
        try:
            exec(statements, self.namespace)
            if last is not None:
                self.value = eval(last, self.namespace)
                if self.value is not None:
                    self.show(self.value)
        finally:
            if self.ipython is not None:
                self.ipython.end()

    def show(self, value: object) -> None:
        """Add the value of a cell's last expression to its outputs."""
        if self.ipython is not None:
            data = self.ipython.forms(value)
        else:
            data = {"text/plain": repr(value)}
        size = sum(map(len, data.values()))
        self.outputs.add({"output_type": "execute_result", "data": data}, size)

    def fail(self, error: BaseException) -> None:
        """Add an exception to the outputs."""
        self.error = error
        lines = [line[:8000] for line in lines_of(error)]
        name = type(error).__name__[:100].encode("utf-8", "replace").decode()
        output = {"output_type": "error", "ename": name, "evalue": describe(error)}
        self.outputs.add({**output, "traceback": lines}, sum(map(len, lines)))


def show_warnings_again() -> None:
    """Have Python forget which warnings it has shown: it does so where its filters are touched."""
    with contextlib.suppress(Exception), _filters_anew():
        pass


def name_of(number: int) -> str:
    """Return the name that a cell has for Python, by its execution count."""
    return f"{CELL}{number}>"


def compiled(source: str, name: str, shows: bool = True, features: int = 0) -> Code:
    """Return the code of a cell's statements, and that of a last expression that is shown."""
    if not shows:
        return compile(source, name, "exec", features), None
    tree = ast.parse(source, name)
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr) and not source.rstrip().endswith(";"):
        last = compile(ast.Expression(tree.body.pop().value), name, "eval", features)
    return compile(tree, name, "exec", features), last
