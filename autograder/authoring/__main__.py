"""Check a directory of exercises: ``python -m autograder.authoring DIR``."""

import sys

from autograder.authoring.exercise import check_course


def main(arguments: list[str]) -> int:
    """Print the errors of a directory; return 1 if there are any."""
    if len(arguments) != 1:
        print("usage: python -m autograder.authoring DIR", file=sys.stderr)
        return 2
    errors = check_course(arguments[0])
    for error in errors:
        print(error)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
