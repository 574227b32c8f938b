"""From the options of a code block to a typed cell."""

from collections.abc import Callable

from autograder.authoring.cells import (
    CHECK_ID,
    Cell,
    Check,
    Function,
    Given,
    Locked,
    Oracle,
    Ordinary,
    Solution,
)
from autograder.authoring.course import Course
from autograder.authoring.errors import Errors
from autograder.authoring.functions import SourceError, find_function
from autograder.authoring.myst import CodeBlock

KINDS = ("locked", "given", "solution", "check", "oracle")
GOES_WITH = {
    "blank": "solution",
    "starter": "solution",
    "points": "check",
    "stage": "check",
    "hidden": "check",
    "mutation": "check",
    "timeout": "check",
    "student-process": "check",
}
CHECK_FORM = "function--property, of letters, digits, '_' and '-'"


def read_code(block: CodeBlock, course: Course, errors: Errors) -> Cell | None:
    """Make a typed cell of a code block, or note why that can't be done."""
    before = len(errors)
    cell = _Options(block, course, errors).cell()
    return cell if len(errors) == before else None


def points_from(value: object) -> int | float | None:
    """Return points if the value is a positive number, as text or as JSON."""
    try:
        points = float(value)
    except (TypeError, ValueError):
        return None
    if isinstance(value, bool) or not 0 < points < float("inf"):
        return None
    return int(points) if points.is_integer() else points


class _Options:
    def __init__(self, block: CodeBlock, course: Course, errors: Errors) -> None:
        self.block = block
        self.course = course
        self.errors = errors
        self.place = {"line": block.line, "body_line": block.body_line, "source": block.source}

    def cell(self) -> Cell | None:
        options = self.block.options
        for name, (line, _) in options.items():
            if name not in KINDS and name not in GOES_WITH:
                known = ", ".join((*KINDS, *GOES_WITH))
                self.errors.add(line, f"unknown option '{name}'; known are {known}")
            elif name in GOES_WITH and GOES_WITH[name] not in options:
                self.errors.add(line, f"option '{name}' needs ':{GOES_WITH[name]}:' in this cell")
        kinds = [name for name in KINDS if name in options]
        if len(kinds) > 1:
            line = options[kinds[1]][0]
            self.errors.add(line, f"options '{kinds[0]}' and '{kinds[1]}' don't go together")
        return getattr(self, f"_{kinds[0]}")() if kinds else Ordinary(**self.place)

    def _locked(self) -> Locked | None:
        if not self._flag("locked"):
            line = self.block.options["locked"][0]
            self.errors.add(line, "'locked' is true or left out")
        return Locked(**self.place)

    def _given(self) -> Given:
        self._expect_empty("given")
        return Given(**self.place, functions=self._functions("given"))

    def _solution(self) -> Solution:
        self._expect_empty("solution")
        functions = self._functions("solution")
        blank = self._flag("blank")
        starters = self._functions("starter") if "starter" in self.block.options else ()
        if starters:
            line = self.block.options["starter"][0]
            if blank:
                self.errors.add(line, "options 'blank' and 'starter' don't go together")
            if len(starters) != 1 or len(functions) != 1:
                self.errors.add(line, "'starter' is one function, for a cell of one function")
        return Solution(
            **self.place,
            functions=functions,
            blank=blank,
            starter=starters[0] if starters else None,
        )

    def _check(self) -> Check:
        line, id = self.block.options["check"]
        if not CHECK_ID.fullmatch(id):
            self.errors.add(line, f"check id '{id}' must have the form {CHECK_FORM}")
        points = self._value("points", points_from, "a positive number")
        stage = self._value("stage", _stage_from, "a whole number from 1 to 5")
        hidden, mutation = self._flag("hidden"), self._flag("mutation")
        return Check(
            **self.place,
            id=id,
            points=points,
            stage=stage,
            hidden=hidden,
            mutation=mutation,
            timeout=self._timeout(),
            in_student_process=self._flag("student-process"),
        )

    def _timeout(self) -> int | float | None:
        if "timeout" not in self.block.options:
            return None
        return self._value("timeout", points_from, "a positive number of seconds")

    def _oracle(self) -> Oracle:
        line, name = self.block.options["oracle"]
        if not name.isidentifier():
            self.errors.add(line, f"'oracle' takes the name that the cell defines, not '{name}'")
        return Oracle(**self.place, name=name)

    def _flag(self, name: str) -> bool:
        line, value = self.block.options.get(name, (0, "false"))
        if value not in ("true", "false"):
            self.errors.add(line, f"'{name}' must be true or false, not '{value}'")
        return value == "true"

    def _value(self, name: str, read: Callable, what: str) -> object:
        if name not in self.block.options:
            self.errors.add(self.block.line, f"this check has no ':{name}:'; it is {what}")
            return None
        line, text = self.block.options[name]
        value = read(text)
        if value is None:
            self.errors.add(line, f"'{name}' must be {what}, not '{text}'")
        return value

    def _functions(self, name: str) -> tuple[Function, ...]:
        line, value = self.block.options[name]
        found = []
        for dotted in value.split():
            try:
                found.append(find_function(dotted, self.course))
            except SourceError as error:
                self.errors.add(line, str(error))
        if not value:
            self.errors.add(line, f"'{name}' needs the dotted name of a function")
        return tuple(found)

    def _expect_empty(self, kind: str) -> None:
        if self.block.source:
            self.errors.add(
                self.block.body_line,
                f"the body of a ':{kind}:' cell is empty in the file: it comes from the function",
            )


def _stage_from(text: str) -> int | None:
    return int(text) if text in ("1", "2", "3", "4", "5") else None
