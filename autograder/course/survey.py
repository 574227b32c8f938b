"""Read off an nbgrader course's source notebooks what grading them apart has to know."""

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.metadata import packages_distributions

from autograder.course.directory import CourseDirectory, grade_id, read_notebook
from autograder.course.judging import ending, weak

PYTHON = ("python", "ipython")
SUPPORT = (".ipynb", ".yml", ".yaml", ".md", ".png", ".jpg", ".jpeg", ".svg", ".gif", ".pdf")


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
    files : list of str
        Files beside the notebooks, which a submission may want to read.
    """

    packages: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    other_languages: list[str] = field(default_factory=list)
    changing: list[str] = field(default_factory=list)
    scoring: list[str] = field(default_factory=list)
    weak: dict[str, str] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)


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
        for path in sorted((course.source / assignment).rglob("*")):
            if path.is_file() and path.suffix not in SUPPORT and not path.name.startswith("."):
                found.files.append(str(path.relative_to(course.source)))
                own.add(path.stem)
    installed = packages_distributions()
    for module in sorted(modules - set(sys.stdlib_module_names) - own):
        if module in installed:
            found.packages.append(installed[module][0].lower())
        else:
            found.unknown.append(module)
    found.packages = sorted(set(found.packages))
    return found


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
    try:
        return ast.parse("\n".join(plain))
    except (SyntaxError, ValueError):
        return None


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
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
