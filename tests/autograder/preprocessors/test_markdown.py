"""Formgrader's page of a submission, made as formgrader does it: nothing of a student's runs."""

import re

import pytest
from nbconvert.exporters import HTMLExporter
from nbformat import v4
from nbgrader.server_extensions.formgrader import handlers
from traitlets.config import Config, PyFileConfigLoader

from autograder.course.config import PLUGIN_TEXT, PROFILE

ACTIVE = re.compile(r"alert|javascript:|evil|<(iframe|form|input id=.mine|svg|math|style id)")
PICTURE = "iVBORw0KGgo="


@pytest.fixture
def page(tmp_path, monkeypatch):
    monkeypatch.delenv(PROFILE, raising=False)
    (tmp_path / "nbgrader_config.py").write_text(
        "c = get_config()\nimport os, sys\n" + PLUGIN_TEXT.format(profile=PROFILE)
    )
    config = PyFileConfigLoader("nbgrader_config.py", str(tmp_path)).load_config()
    config.merge(
        Config(
            HTMLExporter={
                "template_name": "formgrade",
                "extra_template_basedirs": [handlers.template_path],
            }
        )
    )
    names = ("assignment_id", "notebook_id", "submission_id", "student", "last_name", "first_name")
    about = dict.fromkeys((*names, "base_url", "notebook_path"), "x") | {"index": 1, "total": 2}

    def make(source, solution=True, **attachments):
        cell = v4.new_markdown_cell(source, attachments=attachments)
        if solution:
            cell.metadata["nbgrader"] = {"grade_id": "a", "solution": True, "grade": False}
        made, _ = HTMLExporter(config=config).from_notebook_node(
            v4.new_notebook(cells=[cell]), dict(about)
        )
        return made.partition('id="notebook-container"')[2]

    return make


@pytest.mark.parametrize("solution", [True, False])
@pytest.mark.parametrize(
    "source",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(2)>",
        "[x](javascript:alert(3))",
        "[x]: javascript:alert(4)\n\n[x]",
        "<form action=//evil><input id=mine class=score></form>",
        "<svg onload=alert(5)><math href=javascript:alert(6)>",
        "<iframe srcdoc='a'></iframe>",
        "![x](https://evil/x.png)",
    ],
)
def test_nothing_of_a_students_text_runs_or_loads(page, source, solution):
    made = page(f"before\n\n{source}\n\nafter", solution)
    assert "before" in made and "after" in made
    assert not ACTIVE.search(made.partition("before")[2])


def test_what_a_text_says_stays(page):
    made = page(
        "*a* $x<y$ ![p](attachment:p.png)\n\n|a|\n|-|\n|1|", **{"p.png": {"image/png": PICTURE}}
    )
    assert "<em>a</em> $x&lt;y$" in made
    assert f'src="data:image/png;base64,{PICTURE}"' in made
    assert "<td>1</td>" in made


def test_a_text_whose_picture_is_missing_is_shown_without_it(page):
    assert "[the picture p.png is missing]" in page("![p](attachment:p.png)")
