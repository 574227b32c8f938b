import pytest

from autograder.batch.settings import read_settings
from autograder.course import CourseDirectory, CourseError

UNUSABLE = {
    "an unknown sandbox": ("", {"sandbox": "of sand"}, "there is no sandbox 'of sand': use auto"),
    "no time": ("", {"timeout": 0.0}, "a timeout of 0 seconds leaves no time"),
    "an unknown setting": ("c.Autograder.package = ()", {}, r"c.Autograder: .*`package`"),
    "a wrong type": ("c.Autograder.memory = 'much'", {}, r"c.Autograder: .*int.*memory"),
}


@pytest.fixture
def course(tmp_path):
    (tmp_path / "nbgrader_config.py").write_text("c = get_config()\n")
    return CourseDirectory(tmp_path)


@pytest.mark.parametrize("case", UNUSABLE)
def test_what_can_not_be_meant_is_named(course, case):
    line, options, said = UNUSABLE[case]
    with (course.root / "nbgrader_config.py").open("a") as config:
        config.write(line + "\n")
    with pytest.raises(CourseError, match=said):
        read_settings(course, **options)


def test_the_command_line_goes_before_the_course(course):
    with (course.root / "nbgrader_config.py").open("a") as config:
        config.write("c.Autograder.timeout = 7\n")
    assert read_settings(course).limits.check == 7
    assert read_settings(course, timeout=3).limits.check == 3
