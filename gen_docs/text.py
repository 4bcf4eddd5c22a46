"""Small functions over text. Pure: no reading, no writing, no knowledge of stores."""

import difflib
import re
import unicodedata
from collections.abc import Iterable
from typing import Final

_UNPRINTABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]")


def printable(text: str) -> str:
    r"""Text that is safe on a terminal: control, direction and surrogate characters become `\xNN` or `\uNNNN`."""
    return _UNPRINTABLE.sub(lambda found: _escape(found[0]), text)


def _escape(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def one_line(text: str) -> str:
    """Text with every run of white space folded to one space."""
    return " ".join(text.split())


def escape_brackets(text: str) -> str:
    """Text as one line of Markdown in which no character begins or ends a link."""
    return one_line(text).replace("\\", "\\\\").replace("[", "\\[").replace("]", "\\]")


MAX_VALUE: Final = 200  # a finding shows what is wrong; the whole text stands in the item


def shorten(text: str) -> str:
    """Text as one line of a length that a sentence can hold; `…` says that it goes on."""
    text = one_line(text)
    return text if len(text) <= MAX_VALUE else text[:MAX_VALUE] + "…"


def closest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate that a person most likely meant by `word`, or None when none is near."""
    known = sorted(candidates)
    folded = {spelling_key(candidate): candidate for candidate in reversed(known)}
    if found := folded.get(spelling_key(word)):
        return found
    near = difflib.get_close_matches(word, known, n=1, cutoff=0.7)
    return near[0] if near else None


def spelling_key(name: str) -> str:
    """`Blocked-By`, `blocked by` and `blocked_by` have one key."""
    return name.casefold().replace("-", "").replace("_", "").replace(" ", "")


def is_one_edit_away(left: str, right: str) -> bool:
    """Whether one inserted, removed, changed or swapped letter turns `left` into `right`."""
    if left == right or abs(len(left) - len(right)) > 1:
        return False
    shorter, longer = sorted((left, right), key=len)
    start = next((at for at, letter in enumerate(shorter) if letter != longer[at]), len(shorter))
    if len(shorter) < len(longer):
        return shorter[start:] == longer[start + 1 :]
    rest, other = shorter[start:], longer[start:]
    return rest[1:] == other[1:] or (rest[1::-1] == other[:2] and rest[2:] == other[2:])


def fold_id(identifier: str) -> str:
    """The key under which two ids would fight for one folder on a file system that folds case or composes letters."""
    if identifier.isascii():
        return identifier.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", identifier).casefold())


def cut_to_bytes(text: str, limit: int) -> str:
    """Text of at most `limit` UTF-8 bytes before the `…` that says something was cut; shorter text as it is."""
    if len(text) * 4 <= limit:
        return text
    raw = text.encode("utf-8", "surrogatepass")
    if len(raw) <= limit:
        return text
    return raw[:limit].decode("utf-8", "ignore") + "…"


def label(name: str) -> str:
    """A field's name as people read it."""
    return name.replace("_", " ")
