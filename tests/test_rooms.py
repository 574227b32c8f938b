"""Which room imports which: the contracts of pyproject.toml, and what they can't say."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def imported(folder):
    """Return the names that the modules of a folder import, with the file of each."""
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from ((alias.name, path.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                yield node.module, path.name


def test_every_contract_on_imports_is_kept():
    lint = Path(sys.executable).with_name("lint-imports")
    ran = subprocess.run(
        [lint, "--no-logo", "--no-cache"], cwd=ROOT, capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize(
    ("room", "allowed"),
    [
        ("solutions/reference", ("numpy",)),
        ("solutions/mistakes", ("numpy", "solutions.reference", "solutions.catalogue")),
        ("solutions/alternatives", ("numpy", "solutions.reference", "solutions.catalogue")),
    ],
)
def test_the_solutions_need_numpy_alone(room, allowed):
    standard = sys.stdlib_module_names
    others = {
        (name, file)
        for name, file in imported(room)
        if not name.startswith((*allowed, room.replace("/", ".")))
        and name.split(".")[0] not in standard
    }
    assert others == set()


def test_the_reference_uses_numpy_only():
    names = {name.split(".")[0] for name, _ in imported("solutions/reference")}
    assert names <= {"numpy", "solutions"}


def test_the_autograder_has_no_word_of_attention():
    words = ("attention", "softmax", "split_heads", "d_head", "n_heads")
    for path in (ROOT / "autograder").rglob("*.py"):
        text = path.read_text(encoding="utf-8").lower()
        assert [word for word in words if word in text] == [], path
