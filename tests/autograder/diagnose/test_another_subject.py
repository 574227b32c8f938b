"""A course without a word of this one, as the guide for authors shows it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy
import pytest

import autograder
from autograder.course.create import new_course
from autograder.course.directory import CourseError
from autograder.diagnose.cells import read
from autograder.diagnose.match import diagnose

GUIDE = Path(__file__).parents[3] / "exercises" / "README.md"
REFERENCE = '''\
def mean(x):
    """Return the mean of an array."""
    return x.sum() / len(x)
'''
COURSE = """\
title = "Sums"
course_id = "sums"
references = "sums.reference"
mistakes = "sums.mistakes"
probes = "sums.probes"
"""
EXERCISE = """\
# Sums

```{code-cell} ipython3
:locked: true

import numpy as np
```

```{code-cell} ipython3
:solution: sums.reference.mean
```

```{code-cell} ipython3
:check: mean--small
:points: 1
:stage: 2

# The mean of three numbers.
assert mean(np.array([1.0, 2.0, 6.0])) == 3
```
"""


@pytest.fixture
def exercises(tmp_path):
    """Return a directory of exercises, with the guide's two modules beside it."""
    blocks = re.findall(r"^```python\n(.*?)^```$", GUIDE.read_text(encoding="utf-8"), re.M | re.S)
    mistakes, probes = (block for block in blocks if "sums.reference" in block)
    folder, package = tmp_path / "exercises", tmp_path / "sums"
    folder.mkdir()
    package.mkdir()
    (folder / "course.toml").write_text(COURSE)
    (folder / "01_mean.md").write_text(EXERCISE)
    for name, text in {"reference": REFERENCE, "mistakes": mistakes, "probes": probes}.items():
        (package / f"{name}.py").write_text(text)
    return folder


def test_the_mistake_of_the_guide_is_named(exercises, tmp_path):
    made = new_course(tmp_path / "course", exercises)
    known = read(made.root / "diagnosis", "01_mean")["functions"]["mean"]
    assert (
        diagnose(known, lambda x: sum(x) / (len(x) - 1))["message"] == "You divide by one too few."
    )
    assert diagnose(known, lambda x: x.mean()) is None
    assert diagnose(known, lambda x: x.sum()) is None


def test_two_courses_have_different_probes(exercises, tmp_path):
    one, other = (
        read(new_course(tmp_path / name, exercises).root / "diagnosis", "01_mean")
        for name in ("one", "other")
    )
    assert one != other


def test_the_table_says_which_probes_were_chosen(exercises, tmp_path):
    table = tmp_path / "deep" / "table.md"
    command = [sys.executable, "-m", "autograder.diagnose", exercises, "--table", table]
    ran = subprocess.run(command, input="", capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout)["01_mean"]["functions"]["mean"]["mistakes"][0]["ids"] == ["M1"]
    assert "1 mistakes, 1 names, 1 probes of 1 candidates: five numbers." in table.read_text()


def test_a_course_without_probes_has_no_diagnosis(exercises, tmp_path):
    (exercises / "course.toml").write_text(COURSE.replace('probes = "sums.probes"\n', ""))
    made = new_course(tmp_path / "course", exercises)
    assert list((made.root / "diagnosis").iterdir()) == []
    assert read(made.root / "diagnosis", "01_mean") == {"functions": {}}


def test_a_probe_that_fails_is_told_and_nothing_is_written(exercises, tmp_path):
    probes = exercises.parent / "sums" / "probes.py"
    probes.write_text(probes.read_text().replace("(rng.standard_normal(5),)", "1 / 0"))
    with pytest.raises(CourseError, match="ZeroDivisionError"):
        new_course(tmp_path / "course", exercises)
    assert not (tmp_path / "course").exists()


@pytest.mark.parametrize("module", ["values", "raised", "signature", "match"])
def test_what_a_page_runs_needs_numpy_alone(module):
    program = (
        "import sys, numpy.random\n"
        "before = set(sys.modules)\n"
        f"import autograder.diagnose.{module}\n"
        "added = {'.'.join(name.split('.')[:2]) for name in set(sys.modules) - before}\n"
        "print(*sorted(n for n in added if n.split('.')[0] not in sys.stdlib_module_names))"
    )
    # Without the site's own hooks, which import what they like.
    path = os.pathsep.join(str(Path(m.__file__).parents[1]) for m in (numpy, autograder))
    ran = subprocess.run(
        [sys.executable, "-S", "-c", program],
        env={"PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    assert ran.stdout.strip() == "autograder autograder.diagnose", ran.stderr
