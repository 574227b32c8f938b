"""Grade nbgrader courses: fast, apart from the student's code, and with a reason for each point."""
