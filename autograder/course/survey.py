"""Read off an nbgrader course's source notebooks what grading them apart has to know."""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.metadata import packages_distributions

from autograder.course.directory import CourseDirectory, CourseError, grade_id, read_notebook
from autograder.course.judging import ending, weak
from autograder.course.supplements import read_supplements
from autograder.course.syntax import parsed

PYTHON = ("python", "ipython")


@dataclass
class Survey:
    """What was found.

    Attributes
    ----------
    packages : list of str
        The distributions that source notebooks import.
    unknown : list of str
        Modules that they import and that are not installed here.
    other_languages : list of str
        Notebooks that are not Python's.
    changing : list of str
        The ids of checks that delete what the student defined.
    scoring : list of str
        The ids of checks that end in what the student's function returns.
    weak : dict of str to str
        The ids of checks with a comparison that passes what it should not, and why.
    kept : list of str
        Files beside the notebooks that were not released.
    unclear : list of str
        What is wrong with an assignment's files.
    """

    packages: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    other_languages: list[str] = field(default_factory=list)
    changing: list[str] = field(default_factory=list)
    scoring: list[str] = field(default_factory=list)
    weak: dict[str, str] = field(default_factory=dict)
    kept: list[str] = field(default_factory=list)
    unclear: list[str] = field(default_factory=list)


def survey(course: CourseDirectory) -> Survey:
    """Read all source notebooks of a course."""
    found, modules, own = Survey(), set(), set()
    for path in sorted(course.source.glob("*/*.ipynb")):
        notebook = read_notebook(path)
        if not _is_python(notebook):
            found.other_languages.append(str(path.relative_to(course.root)))
            continue
        trees = [(cell, tree) for cell in notebook["cells"] if (tree := _tree(cell))]
        modules.update(name for _, tree in trees for name in _imported(tree))
        _judge(trees, found)
    for assignment in course.assignments:
        for path in (course.source / assignment).rglob("*.py"):
            own.update({path.stem, path.parent.name})
            modules.update(_imported(parsed(path.read_text(encoding="utf-8", errors="replace"))))
        if not course.unreleased(assignment):
            _look_beside(course, assignment, found)
    installed = packages_distributions()
    for module in sorted(modules - set(sys.stdlib_module_names) - own):
        if module in installed:
            found.packages.append(installed[module][0].lower())
        else:
            found.unknown.append(module)
    found.packages = sorted(set(found.packages))
    return found


def _look_beside(course: CourseDirectory, assignment: str, found: Survey) -> None:
    """Note what is unusual about the files of a released assignment."""
    try:
        kept = read_supplements(course, assignment).kept
    except CourseError as error:
        found.unclear.append(str(error))
    else:
        found.kept += [f"{assignment}/{path}" for path in kept]


def _is_python(notebook: dict) -> bool:
    metadata = notebook.get("metadata", {})
    kernel, language = metadata.get("kernelspec", {}), metadata.get("language_info", {})
    said = kernel.get("language") or language.get("name") or kernel.get("name") or "python"
    return str(said).lower().startswith(PYTHON)


def _tree(cell: dict) -> ast.Module | None:
    if cell["cell_type"] != "code":
        return None
    lines = cell["source"].splitlines()
    plain = ["" if line.lstrip().startswith(("%", "!")) else line for line in lines]
    return parsed("\n".join(plain))


def _imported(tree: ast.Module | None) -> Iterator[str]:
    for node in ast.walk(tree) if tree else ():
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.split(".")[0]


def _judge(trees: list[tuple[dict, ast.Module]], found: Survey) -> None:
    """Note the checks that delete what a solution cell defines, or judge it badly."""
    defined: set[str] = set()
    for cell, tree in trees:
        about = cell["metadata"].get("nbgrader", {})
        if about.get("solution"):
            defined |= {name for node in tree.body for name in _binds(node)}
        elif about.get("grade"):
            if defined & set(_deleted(tree)):
                found.changing.append(grade_id(cell))
            if ending(cell["source"], defined):
                found.scoring.append(grade_id(cell))
            for _, why in weak(cell["source"], defined):
                found.weak.setdefault(grade_id(cell), why)


def _binds(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, ast.Assign):
        yield from (target.id for target in node.targets if isinstance(target, ast.Name))


def _deleted(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Del):
            yield node.id
