"""Run the command without its script: python -m autograder.cli."""

from autograder.cli import app

app(prog_name="autograder")
