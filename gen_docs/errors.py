"""The errors that a person can repair. Each line of their text says where, what, and what to do."""


class GenDocsError(Exception):
    """Something that stops a command. Its text is shown as it stands, and the exit code is 2."""
