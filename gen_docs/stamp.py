"""The stamp of a build: which commit was built, and when. It is told, never looked up; no projection holds it. Pure."""

import re

from msgspec import Struct

from gen_docs.dates import parse_date
from gen_docs.errors import GenDocsError


class StampError(GenDocsError):
    """A commit or a time that is none."""


class Stamp(Struct, frozen=True):
    """`commit` is a whole or shortened name, `time` an RFC 3339 instant; each may be ""."""

    commit: str
    time: str


def make_stamp(commit: str, time: str) -> Stamp | None:
    """A stamp of what is known, None of nothing. Raises StampError."""
    if not commit and not time:
        return None
    if commit and not re.fullmatch(r"[0-9a-f]{7,64}", commit):
        raise StampError(f"--commit {commit}: must be the hexadecimal name of a commit")
    instant = parse_date(time) if time else ""
    if instant is None:
        raise StampError(f"--time {time}: must be a time such as 2026-01-31T09:30:00Z")
    return Stamp(commit, instant)
