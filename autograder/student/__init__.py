"""All that runs on the untrusted side.

The sandbox sees this package, the wire and the packages of the course, and nothing else of the
grader. So nothing here knows a check, an answer or the gradebook.
"""
