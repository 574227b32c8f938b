"""What the page's Python can import of the course, as an archive.

A running class gets only the functions that live cells use, and no answer that its pages withhold.
"""

import ast
import io
import re
import zipfile
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from autograder.authoring import Course, Solution, read_exercise
from autograder.authoring.cells import Given
from live.reference import FENCE, PACKAGE

FIGURES = "figures"
REFERENCE_FOLDER = Path(*PACKAGE.split("."))
# What names a reader's mistake: it needs NumPy alone.
DIAGNOSE = [
    f"autograder/diagnose/{name}.py"
    for name in ("__init__", "values", "raised", "signature", "match")
]
# What is packed: the folder it is in, and the file or package.
UNPACKED = (
    *(("", name) for name in ("solutions/__init__.py", "autograder/__init__.py", *DIAGNOSE)),
    ("", REFERENCE_FOLDER),
    ("book", FIGURES),
)


@cache
def parsed(file: Path) -> ast.Module:
    """Read a module."""
    return ast.parse(file.read_text())


def imports(tree: ast.AST, package: str) -> dict[str, str]:
    """Return what code imports from a package: ``module.name`` by the name that it gets."""
    return {
        alias.asname or alias.name: f"{node.module.removeprefix(f'{package}.')}.{alias.name}"
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(f"{package}.")
        for alias in node.names
    }


def functions(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    """Return the functions of a module."""
    return {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}


def scope(root: Path, module: str) -> dict[str, str]:
    """Return the reference functions that a reference module can call, by their name in it."""
    tree = parsed(root / REFERENCE_FOLDER / f"{module}.py")
    return {name: f"{module}.{name}" for name in functions(tree)} | imports(tree, PACKAGE)


def calls(tree: ast.AST, names: dict[str, str]) -> set[str]:
    """Return what code mentions of a scope."""
    return {
        names[node.id] for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id in names
    }


def reached(root: Path, wanted: Iterable[str]) -> set[str]:
    """Return functions together with all that they call."""
    found, left = set(), list(wanted)
    while left:
        name = left.pop()
        if name in found:
            continue
        found.add(name)
        module, function = name.split(".")
        node = functions(parsed(root / REFERENCE_FOLDER / f"{module}.py"))[function]
        left += calls(node, scope(root, module))
    return found


def needed(root: Path, code: str, home: str | None = None) -> set[str]:
    """Return the reference functions that a cell needs, directly or through figures.

    Parameters
    ----------
    root : Path
        The folder of the book.
    code : str
        The cell.
    home : str or None
        For the definition of a reference function, its module, whose names it may use.
    """
    tree = ast.parse(code)
    wanted = set(imports(tree, PACKAGE).values())
    if home:
        wanted |= calls(tree, scope(root, home))
    left, figures = {name.split(".")[0] for name in imports(tree, FIGURES).values()}, set()
    while left:
        figure = left.pop()
        figures.add(figure)
        inside = parsed(root / "book" / FIGURES / f"{figure}.py")
        wanted |= set(imports(inside, PACKAGE).values())
        left |= {name.split(".")[0] for name in imports(inside, FIGURES).values()} - figures
    return reached(root, wanted)


def withheld(root: Path, course: Course, documents: Iterable[Path]) -> set[str]:
    """Return the answers to exercises that neither a page nor a student's notebook shows."""
    exercises = [read_exercise(path, course) for path in course.exercises]
    answers, given = (
        {
            function.dotted.removeprefix(f"{PACKAGE}.")
            for exercise in exercises
            for cell in exercise.of(kind)
            for function in cell.functions
        }
        for kind in (Solution, Given)
    )
    shown = {
        fence["name"]
        for document in documents
        for fence in re.finditer(FENCE, document.read_text())
    }
    return answers - given - shown


def pruned(file: Path, kept: set[str]) -> str:
    """Return the source of a reference module with the kept functions alone."""
    source, tree = file.read_text(), parsed(file)
    pieces = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and f"{file.stem}.{node.name}" not in kept:
            continue
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(PACKAGE):
            names = imports(ast.Module([node], []), PACKAGE)
            left = [alias for alias in node.names if names[alias.asname or alias.name] in kept]
            if left:
                pieces.append(ast.unparse(ast.ImportFrom(node.module, left, 0)))
            continue
        pieces.append(ast.get_source_segment(source, node))
    return "\n\n".join(pieces) + "\n"


def course_zip(root: Path, kept: set[str] | None = None) -> bytes:
    """Pack the reference functions, all or the kept ones, the figures, and what names mistakes.

    Equal files give equal bytes.
    """
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for folder, name in UNPACKED:
            place = root / folder / name
            for file in [place] if place.is_file() else sorted(place.rglob("*.py")):
                is_cut = kept is not None and file.parent == root / REFERENCE_FOLDER
                text = pruned(file, kept) if is_cut else file.read_text()
                info = zipfile.ZipInfo(file.relative_to(root / folder).as_posix())  # of 1980
                archive.writestr(info, text, zipfile.ZIP_DEFLATED)
    return content.getvalue()
