import pytest

from autograder.course.directory import CourseError
from autograder.course.doctor import examine


def by_subject(findings):
    return {finding.subject: finding for finding in findings}


def test_this_machine_can_grade(course):
    findings = by_subject(examine(str(course.root)))
    assert [name for name, finding in findings.items() if finding.needed and not finding.ok] == []
    assert findings["new gradebook"].found.endswith("alembic")
    assert findings["assignments"].found == "01_sums"


def test_a_course_that_others_can_read_is_noted_with_the_remedy(course):
    course.source.chmod(0o755)
    note = by_subject(examine(str(course.root)))["private source"]
    assert not note.ok
    assert note.remedy.endswith(f"chmod 700 {course.source}")


def test_outside_a_course_the_machine_alone_is_tried(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert not by_subject(examine())["course"].ok
    with pytest.raises(CourseError):
        examine(str(tmp_path))
