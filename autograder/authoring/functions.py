"""From a function of the course to its source: whole, cut in parts, or with its helpers."""

import ast
import inspect
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.util import resolve_name
from types import FunctionType, ModuleType

from autograder.authoring.cells import Function
from autograder.authoring.course import Course
from autograder.authoring.names import free_names, replace_names

IMPORT_NUMPY = "import numpy as np"


class SourceError(Exception):
    """A function that can't be written into a notebook; the text says why."""


@dataclass(frozen=True)
class Parts:
    """The source of a function in three parts, without decorators."""

    signature: str
    docstring: str
    body: str


def find_function(dotted: str, course: Course) -> Function:
    """Import the function that a dotted name in an option means."""
    module_name, _, name = dotted.rpartition(".")
    if not module_name:
        raise SourceError(f"'{dotted}' is not a dotted name such as package.module.function")
    try:
        module = course.load(module_name)
    except ModuleNotFoundError as error:
        if error.name and f"{module_name}.".startswith(f"{error.name}."):
            raise SourceError(f"there is no module '{error.name}' for '{dotted}'") from None
        raise SourceError(f"module '{module_name}' fails to import: {error}") from error
    except Exception as error:
        raise SourceError(f"module '{module_name}' fails to import: {error!r}") from error
    function = getattr(module, name, None)
    if not isinstance(function, FunctionType):
        raise SourceError(f"module '{module_name}' has no function '{name}'")
    if function.__name__ != name:
        raise SourceError(f"'{dotted}' is another name of '{function.__name__}'; use that")
    return Function(name, dotted, function)


def source_of(function: Callable) -> str:
    """Return the source of a function or class without its decorators."""
    module_source, node = _definition(function)
    return "\n".join(module_source.split("\n")[node.lineno - 1 : node.end_lineno])


def parts_of(function: Callable) -> Parts:
    """Cut a function into signature, docstring and body."""
    source = source_of(function)
    lines = source.split("\n")
    (node,) = ast.parse(source).body
    name = function.__name__
    documented = ast.get_docstring(node, clean=False) is not None
    statements = node.body[1:] if documented else node.body
    if not statements:
        raise SourceError(f"function '{name}' has no body beside its docstring")
    if documented:
        first, last = node.body[0].lineno - 1, node.body[0].end_lineno
        signature, docstring = lines[:first], lines[first:last]
    else:
        last = statements[0].lineno - 1
        while last > 1 and lines[last - 1].lstrip().startswith("#"):
            last -= 1
        signature, docstring = lines[:last], []
    if not signature or statements[0].lineno - 1 < last:
        raise SourceError(f"function '{name}' must have its body on lines of its own")
    return Parts("\n".join(signature), "\n".join(docstring), "\n".join(lines[last:]).strip("\n"))


class Bundle:
    """A function with all that it needs, ready to be written into a cell.

    Module-level helpers and constants come with it. What `known` holds is left out: it maps the
    names that are there already to their objects. A helper that has such a name for another
    object is renamed, so that it neither hides that object nor is hidden by it.

    Attributes
    ----------
    names : dict
        The names that the source defines, with their objects.

    Raises
    ------
    SourceError
        If the function needs an import other than ``import numpy as np``, or a name that its
        module doesn't define.
    """

    def __init__(self, function: Callable, name: str, known: Mapping[str, object]) -> None:
        self.package = function.__module__.split(".")[0]
        self.known = {k: value for k, value in known.items() if k != name}
        self.names: dict[str, object] = {}
        self.sources: list[str] = []
        self._write(function, function.__name__, name, inspect.getmodule(function))

    @property
    def source(self) -> str:
        """The definitions, helpers first."""
        return "\n\n\n".join(self.sources)

    def _need(self, value: object, wanted: str, user: ModuleType) -> str:
        """See to it that an object is defined, and return the name that it goes by."""
        if isinstance(value, ModuleType):
            return self._import(value, wanted, user)
        if wanted in self.known and self.known[wanted] is value:
            return wanted
        for name, other in self.names.items():
            if other is value:
                return name
        name = wanted
        while name in self.known or name in self.names:
            name = f"_{name}"
        self._write(value, wanted, name, user)
        return name

    def _import(self, module: ModuleType, wanted: str, user: ModuleType) -> str:
        if module.__name__ != "numpy" or wanted != "np":
            raise SourceError(
                f"{user.__name__} needs module '{module.__name__}'; only '{IMPORT_NUMPY}' goes"
            )
        if "np" not in self.known and "np" not in self.names:
            self.names["np"] = module
            self.sources.insert(0, IMPORT_NUMPY)
        return wanted

    def _write(self, value: object, original: str, name: str, user: ModuleType) -> None:
        self.names[name] = value  # before its helpers, so that recursion ends
        if isinstance(value, (FunctionType, type)):
            home, original = inspect.getmodule(value), value.__name__
            self._check_home(home.__name__, original)
            source = source_of(value)
        else:
            home, original, source = self._assignment(original, user)
        new = {original: name}
        for used in sorted(free_names(source) - {original}):
            if not hasattr(home, used):
                raise SourceError(f"'{original}' uses '{used}', unknown in {home.__name__}")
            new[used] = self._need(getattr(home, used), used, home)
        definition = rf"\A(def|class) {original}\b"
        self.sources.append(re.sub(definition, rf"\1 {name}", replace_names(source, new)))

    def _check_home(self, module: str, name: str) -> None:
        if module.split(".")[0] != self.package:
            raise SourceError(f"'{name}' comes from '{module}'; only '{IMPORT_NUMPY}' goes")

    def _assignment(self, name: str, module: ModuleType) -> tuple[ModuleType, str, str]:
        """Find the assignment that binds a constant, here or where it is imported from."""
        source = inspect.getsource(module)
        for node in reversed(_parsed(source).body):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    if name == (alias.asname or alias.name):
                        relative = "." * node.level + (node.module or "")
                        home = resolve_name(relative, module.__package__)
                        self._check_home(home, name)
                        return self._assignment(alias.name, sys.modules[home])
            targets = node.targets if isinstance(node, ast.Assign) else []
            targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
            if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                return module, name, ast.get_source_segment(source, node)
        raise SourceError(f"'{name}' of {module.__name__} is no function and no plain assignment")


@lru_cache
def _parsed(source: str) -> ast.Module:
    return ast.parse(source)


def _definition(function: Callable) -> tuple[str, ast.stmt]:
    """Find where a function is written; by its line, as modules may define a name twice."""
    module = inspect.getmodule(function)
    source = inspect.getsource(module)
    for node in _parsed(source).body:
        if isinstance(function, type):
            if isinstance(node, ast.ClassDef) and node.name == function.__name__:
                return source, node
        elif isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(d.lineno for d in node.decorator_list)])
            if first == function.__code__.co_firstlineno:
                return source, node
    raise SourceError(f"'{function.__name__}' is not defined at the top of {module.__name__}")
