"""Where untrusted code runs: the levels, the trial that finds one, and attacks that test it."""

from autograder.sandbox.errors import SandboxError
from autograder.sandbox.levels import Level, probe
from autograder.sandbox.process import WarmProcess

__all__ = ["Level", "SandboxError", "WarmProcess", "probe"]
