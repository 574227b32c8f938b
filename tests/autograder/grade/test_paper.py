"""What a receipt depends on of the course's side: cells and limits, and nothing else."""

import json

import msgspec
import pytest

from autograder.batch.task import encode_paper
from autograder.course.directory import CourseError
from autograder.grade.paper import Settings, open_paper, read, read_paper
from autograder.model import Limits
from tests.autograder.classroom import ASSIGNMENT, make_course, source_notebook
from tests.autograder.grade.homework import paper
from tests.submissions import assignment as numbers


def digest(change=lambda source, release: None):
    made = paper()
    name, source, release = made.notebooks[0]
    change(source, release)
    return read(
        msgspec.structs.replace(made, notebooks=((name, source, release), *made.notebooks[1:]))
    ).digest


def retitle(source, release):
    for notebook in (source, release):
        notebook["metadata"]["title"] = "Numbers again"


def reweight(source, release):
    for notebook in (source, release):
        numbers.find(notebook, "mean--example")["metadata"]["nbgrader"]["points"] = 5


def harden(source, release):
    numbers.find(source, "mean--negative")["source"] += "\nassert mean([1.0]) == 1.0"


def restage(source, release):
    for notebook in (source, release):
        numbers.find(notebook, "mean--example")["metadata"]["autograder"] = {"stage": 2}


def reword(source, release):
    for notebook in (source, release):
        notebook["cells"][0]["source"] = "# Numbers, again"


@pytest.mark.parametrize("change", [reweight, harden, restage, reword])
def test_the_digest_changes_with_every_cell_of_the_course(change):
    assert digest(change) != digest()


def test_the_digest_is_that_of_the_cells_alone():
    assert digest() == digest()
    assert digest(retitle) == digest()


def test_settings_count_but_not_how_strong_the_sandbox_is():
    assert Settings(sandbox="namespaces").digest == Settings(sandbox="auto").digest
    changed = [Settings(sandbox="none"), Settings(("scipy",)), Settings(limits=Limits(check=1))]
    assert len({s.digest for s in [*changed, Settings()]}) == 4


def test_a_worker_reads_the_same_assignment_from_bytes_and_once():
    data = encode_paper(paper())
    assert open_paper(data).digest == read(paper()).digest
    assert open_paper(bytes(data)) is open_paper(data)


def test_an_assignment_that_is_not_released_is_named_with_the_remedy(tmp_path):
    course = make_course(tmp_path / "course")
    with pytest.raises(CourseError, match=f"Run: autograder release {ASSIGNMENT}"):
        read_paper(course, ASSIGNMENT, Settings())


def test_a_release_that_no_longer_fits_its_source_is_refused(tmp_path):
    course = make_course(tmp_path / "course")
    path = course.notebook(course.release, ASSIGNMENT)
    path.parent.mkdir(parents=True)
    notebook = source_notebook()
    del notebook["cells"][2]
    path.write_text(json.dumps(notebook), encoding="utf-8")
    with pytest.raises(CourseError, match="double--small"):
        read_paper(course, ASSIGNMENT, Settings())
