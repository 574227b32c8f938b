"""What goes wrong with a sandbox, and what to do about it."""


class SandboxError(Exception):
    """No sandbox of the wanted kind works here; the message names the remedy."""
