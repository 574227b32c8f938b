"""The rules that an exercise keeps as a whole, cell after cell."""

import ast
import re

from autograder.authoring.calls import check_calls
from autograder.authoring.cells import (
    Cell,
    Check,
    Code,
    Directive,
    Exercise,
    Function,
    Given,
    Locked,
    Oracle,
    Ordinary,
    Solution,
    Text,
    Written,
)
from autograder.authoring.errors import Errors
from autograder.authoring.functions import SourceError, parts_of, source_of
from autograder.authoring.names import bound_names, free_names, line_of
from autograder.authoring.scope import defined_by, given_source
from autograder.authoring.text import MARKS
from autograder.course.judging import NO_SCORE, ending, weak

SEED = "SEED"


def lint(exercise: Exercise, errors: Errors) -> None:
    """Note every broken rule of an exercise whose cells could be read."""
    _check_hints(exercise, errors)
    _check_ids(exercise, errors)
    walk = _Walk(exercise, errors)
    for cell in exercise.cells:
        walk.visit(cell)
    walk.finish()


def _check_hints(exercise: Exercise, errors: Errors) -> None:
    """Hints stand three by three in the text just before a solution cell."""
    hints: list[int] = []
    for cell in (*exercise.cells, None):
        if isinstance(cell, Text):
            parts = [part for part in cell.parts if isinstance(part, Directive)]
            hints += [part.line for part in parts if part.kind == "hint"]
            continue
        if hints and not isinstance(cell, Solution):
            errors.add(hints[0], "hints stand just before the solution cell that they help with")
        elif len(hints) % 3:
            errors.add(hints[0], f"hints come in threes, not {len(hints)}: idea, pseudocode, gap")
        hints = []


def _check_ids(exercise: Exercise, errors: Errors) -> None:
    lines: dict[str, int] = {}
    for cell in exercise.of(Check, Written):
        if cell.id in lines:
            line = lines[cell.id]
            errors.add(cell.line, f"id '{cell.id}' is taken by the cell on line {line}")
        lines.setdefault(cell.id, cell.line)


class _Walk:
    def __init__(self, exercise: Exercise, errors: Errors) -> None:
        self.exercise = exercise
        self.errors = errors
        self.known: dict[str, object] = {}  # names that stay, with their objects
        self.passing: set[str] = set()  # names of ordinary cells, which may be deleted
        self.oracles: dict[str, Oracle] = {}
        self.used_oracles: set[str] = set()
        self.written_functions: dict[str, int] = {}

    def visit(self, cell: Cell) -> None:
        """Try the rules for one cell, then learn what it defines."""
        if isinstance(cell, Code) and MARKS.search(cell.source):
            self.errors.add(cell.body_line, "nbgrader's own marks don't belong into an exercise")
        if isinstance(cell, (Locked, Oracle, Check)) and not self._parses(cell):
            return
        getattr(self, f"_{type(cell).__name__.lower()}")(cell)
        try:
            self.known |= defined_by(cell, self.known)
        except SourceError as error:
            self.errors.add(cell.line, str(error))

    def finish(self) -> None:
        """Try the rules that need the whole exercise."""
        seen = {check.function for check in self.exercise.checks if not check.hidden}
        for name, line in self.written_functions.items():
            if name not in seen:
                self.errors.add(line, f"function '{name}' has no check that the student can see")
        for name, oracle in self.oracles.items():
            if name not in self.used_oracles:
                self.errors.add(oracle.line, f"no hidden check uses the oracle '{name}'")

    def _text(self, cell: Text) -> None:
        pass  # its rules were tried when it was read

    def _written(self, cell: Written) -> None:
        self._expect_function(cell)

    def _ordinary(self, cell: Ordinary) -> None:
        try:
            ast.parse(cell.source)
        except SyntaxError:
            return  # a magic, or an error on purpose: the student may run it
        self._expect_known(cell, {*self.known, *self.passing, "display", "get_ipython"})
        self.passing |= bound_names(cell.source)

    def _locked(self, cell: Locked) -> None:
        self._expect_known(cell, {*self.known})

    def _given(self, cell: Given) -> None:
        for function in cell.functions:
            self._expect_new(function, cell)

    def _solution(self, cell: Solution) -> None:
        own = {function.name: function.object for function in cell.functions}
        for function in cell.functions:
            self._expect_new(function, cell)
            self._expect_answerable(function, {**self.known, **own}, cell)
            self.written_functions[function.name] = cell.line
        if cell.blank:
            try:
                given_source(cell, self.known)
            except SourceError as error:
                self.errors.add(cell.line, str(error))
        if cell.starter:
            self._expect_starter(cell.functions[0], cell.starter, cell)

    def _oracle(self, cell: Oracle) -> None:
        if cell.name not in bound_names(cell.source):
            self.errors.add(cell.line, f"this oracle doesn't define '{cell.name}'")
        if cell.name in self.oracles or cell.name in self.known:
            self.errors.add(cell.line, f"the name '{cell.name}' is taken; give the oracle another")
        self._use_oracles(cell)
        self._expect_known(cell, {*self.known, *self.oracles, SEED} - {*self.written_functions})
        self.oracles[cell.name] = cell

    def _check(self, cell: Check) -> None:
        first = cell.source.split("\n", 1)[0]
        if not re.match(r"#\s*\S", first):
            self.errors.add(cell.body_line, "the first line of a check is a comment: what it tests")
        elif re.search(r"\d", first):
            self.errors.add(cell.body_line, "the first line of a check holds no digits: no numbers")
        self._expect_function(cell)
        free = free_names(cell.source)
        if cell.function not in free:
            self.errors.add(cell.line, f"this check never calls '{cell.function}'")
        if cell.hidden:
            self._use_oracles(cell)
        elif SEED in free:
            line = cell.body_line + line_of(SEED, cell.source)
            self.errors.add(line, "SEED belongs to hidden checks; write a number in a visible one")
        elif free & self.oracles.keys():
            name = min(free & self.oracles.keys())
            line = cell.body_line + line_of(name, cell.source)
            self.errors.add(line, f"the oracle '{name}' is for hidden checks only")
        self._expect_known(cell, {*self.known, *self.oracles, SEED})
        taught = {*self.written_functions}
        if name := ending(cell.source, taught):
            line = cell.body_line + cell.source.rstrip().count("\n")
            self.errors.add(line, NO_SCORE.format(name=f"'{name}'"))
        for line, message in weak(cell.source, taught):
            self.errors.add(cell.body_line + line - 1, message)
        if not cell.mutation:
            check_calls(
                cell.source,
                taught,
                lambda line, message: self.errors.add(cell.body_line + line - 1, message),
            )

    def _parses(self, cell: Code) -> bool:
        try:
            ast.parse(cell.source)
        except SyntaxError as error:
            line = cell.body_line + (error.lineno or 1) - 1
            self.errors.add(line, f"this code doesn't parse: {error.msg}")
            return False
        return True

    def _use_oracles(self, cell: Code) -> None:
        self.used_oracles |= free_names(cell.source) & self.oracles.keys()

    def _expect_known(self, cell: Code, known: set[str]) -> None:
        for name in sorted(free_names(cell.source) - known):
            line = cell.body_line + line_of(name, cell.source)
            kind = "no cell that stays" if name in self.passing else "no earlier cell"
            self.errors.add(line, f"uses '{name}', which {kind} defines: lock or give that first")

    def _expect_function(self, cell: Check | Written) -> None:
        if cell.function not in self.written_functions:
            self.errors.add(
                cell.line, f"id '{cell.id}': no solution cell before it defines '{cell.function}'"
            )

    def _expect_new(self, function: Function, cell: Given | Solution) -> None:
        if function.name in self.known:
            self.errors.add(cell.line, f"'{function.name}' is defined by an earlier cell")
        try:
            if MARKS.search(source_of(function.object)):
                self.errors.add(cell.line, f"'{function.dotted}' holds one of nbgrader's marks")
        except SourceError as error:
            self.errors.add(cell.line, str(error))

    def _expect_answerable(self, function: Function, known: dict, cell: Solution) -> None:
        """The reference uses what the student has, and nothing else."""
        try:
            parts, source = parts_of(function.object), source_of(function.object)
        except SourceError as error:
            self.errors.add(cell.line, str(error))
            return
        if cell.blank:
            return  # whoever starts from nothing brings helpers along
        if not parts.docstring:
            self.errors.add(cell.line, f"'{function.dotted}' has no docstring for the starter")
        for name in sorted(free_names(source)):
            means = function.object.__globals__.get(name)
            if name not in known:
                self.errors.add(
                    cell.line,
                    f"'{function.dotted}' uses '{name}', which no earlier locked, given or "
                    f"solution cell defines",
                )
            elif known[name] is not means:
                self.errors.add(
                    cell.line, f"'{function.dotted}' means another '{name}' than this exercise"
                )

    def _expect_starter(self, function: Function, starter: Function, cell: Solution) -> None:
        """The starter's body stands below the solution's, so that one must return."""
        try:
            parts_of(starter.object)
            trees = [ast.parse(source_of(f.object)).body[0] for f in (function, starter)]
        except SourceError as error:
            self.errors.add(cell.line, str(error))
            return
        if ast.dump(trees[0].args) != ast.dump(trees[1].args):
            self.errors.add(cell.line, f"the starter takes other arguments than '{function.name}'")
        if not isinstance(trees[0].body[-1], (ast.Return, ast.Raise)):
            self.errors.add(cell.line, f"'{function.name}' must end in a return to have a starter")
