"""What a run prints: names as they are, whatever a terminal takes them for."""

from autograder.cli.summary import print_summary
from autograder.session.grading import Standing


def test_a_folders_name_is_shown_and_not_obeyed(capsys):
    names = ["[bold]ada[/]", "bo\x1b[2Jb"]
    print_summary("hw", [Standing(n, "hw", "not submitted", None, 3.0) for n in names], None)
    said = capsys.readouterr().out
    assert "[bold]ada[/]" in said and "\x1b[2J" not in said
