"""Identifiers in text: items, issues, changes, commits, addresses and files that a text names. Pure.

Items and files are found by membership: what names nothing stays text, and so does a word of a language that happens to
be an id. What only a forge resolves is found by its form. `templates/assets/js/identifiers.js` finds the same;
`tests/identifiers.json` holds the two together.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal, TypeAlias

from msgspec import Struct

from gen_docs.ids import ItemRef
from gen_docs.names import Name, Names

Sort = Literal["item", "issue", "pull", "commit", "url", "file"]


class Ticket(Struct, frozen=True):
    """An issue or a change. `repository` is `owner/name`, "" for the site's own."""

    repository: str
    number: str


class Place(Struct, frozen=True):
    """A file by its path from the root, and a line in it, "" for the whole."""

    path: str
    line: str


Target: TypeAlias = ItemRef | Ticket | Place | str
Spans: TypeAlias = Sequence[tuple[int, int]]


class Match(Struct, frozen=True):
    """What `text[start:end]` names. A commit and an address are their own text."""

    start: int
    end: int
    sort: Sort
    target: Target


_WORD: Final = re.compile(r"\w(?:[\w-]*\w)?")
_GOES_ON: Final = frozenset("/@+\\-#")  # what makes a word part of something longer, on either side of it
_ENDING: Final = re.compile(r"\.[A-Za-z]\w{0,9}(?![\w/@-]|\.\w)(?::([1-9]\d{0,6})(?!\w))?")
_PATH_BACKWARDS: Final = re.compile(r"[\w@+./-]*[\w@+-](?![~:%])")
_PARENTHESES: Final = re.compile(r"\(([^()\s\0][^()\n\0]{0,200})\)")
# HTML is searched as it stands: an address ends where a character is written that cannot be in one.
_URL: Final = re.compile(
    r"https?://(?=[^\W_]|\[)(?:(?!&(?:lt|gt|quot|#[0-9]+|#x[0-9a-f]+);)[^\s\0-\x20\x7f-\xa0<>\"`\u200b-\u200f"
    r"\u2018-\u201f\u2026-\u202e\u2066-\u2069\u3000-\u303f\uff00-\uff0f])+"
)
_TICKET: Final = re.compile(r"#([1-9]\d{0,6})(?![\w-]|[/@+.]\w)")
_REPOSITORY_BACKWARDS: Final = re.compile(r"([0-9A-Za-z._-]{1,100}/[0-9A-Za-z-]{0,38}[0-9A-Za-z])(?![\w/@+.#&-])")
_PULL: Final = r"PRs?|[Pp]ull(?: [Rr]equests?)?|MRs?|[Mm]erge [Rr]equests?"
_ISSUE: Final = (
    r"GH|[Ii]ssues?|[Bb]ugs?|[Ff]ix(?:e[sd])?|[Cc]lose[sd]?|[Rr]esolve[sd]?|[Rr]ef(?:s|erences)?|[Rr]eopen(?:s|ed)?"
)
_KEYWORD: Final = re.compile(rf"(?<![\w/@+.-])(?:({_PULL})|{_ISSUE}):?[ \xa0]?$")
_LOOK_BACK: Final = 160  # how far before a sign the beginning of what it belongs to is looked for
_AFTER_COMMIT: Final = re.compile(r"ommits?:?[ \xa0]([0-9a-f]{7,40})(?![\w-]|[/@+.]\w)")
_COMMIT: Final = re.compile(r"(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{7,40}")

# What is no part of an id's word becomes a space: cutting a text into words so is what makes finding fast.
_CUTS: Final = bytes(each if each >= 0x80 or chr(each).isalnum() or each in b"-_" else 0x20 for each in range(256))
# The same for what is no letter beyond ASCII: quotes, dashes, points and brackets, as UTF-8.
_MARKS: Final = re.compile(
    rb"\xc2[\xa0\xa1\xab\xb7\xbb\xbf]|\xe2\x80[\x80-\xbf]|\xe2\x81[\x80-\xaf]|\xe3\x80[\x80-\xbf]"
    rb"|\xef\xbc[\x81-\x8f\x9a-\xa0]"
)


def _list_words(text: str) -> set[bytes]:
    data = text.encode("utf-8", "replace")
    return set((data if text.isascii() else _MARKS.sub(b" ", data)).translate(_CUTS).split())


def find_identifiers(text: str, names: Names, spans: Spans = ()) -> list[Match]:
    """What a text names, in order and without overlaps. `spans` are the starts and ends of its code spans."""
    found = [each for start, end in spans if (each := _find_whole(text[start:end], start, names))]
    named = names.by_bytes.keys() & _list_words(text)
    if named:
        found += _find_words(text, {names.by_bytes[each] for each in named}, names)
        found += leave_out(spans, _find_in_parentheses(text, names))
        found += leave_out(spans, _find_after_unit(text, names))
    if "." in text:
        found += _find_files(text, names)
    if names.urls:
        found += leave_out(spans, _find_tickets(text)) if "#" in text else ()
        found += leave_out(spans, _find_after_commit(text)) if "ommit" in text else ()
    if "://" in text:
        found += _find_urls(text)
    return _drop_overlaps(found) if found else found


def leave_out(spans: Spans, matches: Iterable[Match]) -> Iterator[Match]:
    """The matches that stand outside all spans, such as code spans."""
    starts = [start for start, _ in spans]
    for each in matches:
        index = bisect_right(starts, each.start) - 1
        if index < 0 or each.start >= spans[index][1]:
            yield each


def _find_whole(text: str, offset: int, names: Names) -> Match | None:
    """What a whole code span names."""
    inner = text.strip()
    start = offset + text.find(inner)
    end = start + len(inner)
    if (name := names.words.get(inner)) and not name.is_plain:
        return Match(start, end, "item", name.item)
    if names.urls and _COMMIT.fullmatch(inner):
        return Match(start, end, "commit", inner)
    found = next(_find_tickets(inner), None) if names.urls and "#" in inner else None
    if found and found.end == len(inner) and (not found.start or _KEYWORD.fullmatch(inner[: found.start])):
        return Match(start + found.start, end, found.sort, found.target)
    return None


def _find_words(text: str, words: Iterable[str], names: Names) -> Iterator[Match]:
    """Ids that can be no word of a language, wherever they stand."""
    for word in words:
        name = names.words[word]
        at = -1 if name.is_plain else text.find(word)
        while at >= 0:
            end = at + len(word)
            if _stands_alone(text, at, end, names):
                yield Match(at, end, "item", name.item)
            at = text.find(word, end)


def _stands_alone(text: str, start: int, end: int, names: Names) -> bool:
    """Whether a word is part of nothing longer, such as a path. Ids with a slash between them are a list."""
    before, after = text[start - 1] if start else " ", text[end : end + 1]
    if before == "_" or after == "_" or before.isalnum() or after.isalnum():
        return False
    if after == "." and text[end + 1 : end + 2].isalnum():
        return False
    if before == "/":
        preceding = _WORD.match(text[max(0, start - _LOOK_BACK) : start - 1][::-1])
        return preceding is not None and preceding[0][::-1] in names.words and after not in _GOES_ON
    if after == "/":
        following = _WORD.match(text, end + 1)
        return following is not None and following[0] in names.words and before not in _GOES_ON
    return (
        before not in _GOES_ON
        and after not in _GOES_ON
        and not (before == "." and start > 1 and text[start - 2] != " ")
    )


def _find_in_parentheses(text: str, names: Names) -> Iterator[Match]:
    for found in _PARENTHESES.finditer(text) if "(" in text else ():
        if (name := names.words.get(found[1])) and not name.is_plain:
            yield Match(found.start(1), found.end(1), "item", name.item)


def _find_after_unit(text: str, names: Names) -> Iterator[Match]:
    """Ids after the word for what they name: `bean 2krx`."""
    for unit, graphs in names.graphs_of.items():
        at = text.find(unit)
        while at >= 0:
            end = at + len(unit)
            word = _WORD.match(text, end + 1) if text[end : end + 1] in (" ", "\xa0") else None
            name = names.words.get(word[0]) if word else None
            before = text[at - 1] if at else " "
            is_word = not (before.isalnum() or before == "_" or before in _GOES_ON)
            if word and name and name.item.graph in graphs and is_word and _ends(text, word.end(), name):
                yield Match(word.start(), word.end(), "item", name.item)
            at = text.find(unit, end)


def _ends(text: str, end: int, name: Name) -> bool:
    """Whether nothing that belongs to a word follows; after an id that could be a word the sentence must pause, since
    "the bean date field" names no bean."""
    after, rest = text[end : end + 1], text[end + 1 : end + 2]
    if name.is_plain:
        return after in ("", ")", "]", ",", ";", ":", "<", "\n") or (after == "." and not rest.isalnum())
    return after not in _GOES_ON and not (after == "." and rest.isalnum())


def _find_files(text: str, names: Names) -> Iterator[Match]:
    for ending in _ENDING.finditer(text):
        window = text[max(0, ending.start() - _LOOK_BACK) : ending.start()][::-1]
        body = _PATH_BACKWARDS.match(window)
        if body is None:
            continue
        start = ending.start() - body.end()
        path = text[start : ending.start()] + ending[0].partition(":")[0]
        is_whole = text[start - 1 : start] not in ("/", ".") if start else True
        if is_whole and not path.startswith("@") and names.has_file(path):
            yield Match(start, ending.end(), "file", Place(path, ending[1] or ""))


def _find_tickets(text: str) -> Iterator[Match]:
    """`#123`, `owner/name#123`, and what a keyword before them says they are; below ten only after one."""
    for found in _TICKET.finditer(text):
        before = text[max(0, found.start() - _LOOK_BACK) : found.start()]
        last = before[-1:]
        if last.isalnum() or last in ("_", "-", "."):
            owner = _REPOSITORY_BACKWARDS.match(before[::-1])
            if owner is None or owner[1].startswith((".", "..")):
                continue
            repository = owner[1][::-1]
            yield Match(found.start() - len(repository), found.end(), "issue", Ticket(repository, found[1]))
        elif last not in ("&", "/", "#", "@", "+"):
            keyword = _KEYWORD.search(before)
            if keyword or len(found[1]) > 1:
                sort: Sort = "pull" if keyword and keyword[1] else "issue"
                yield Match(found.start(), found.end(), sort, Ticket("", found[1]))


def _find_after_commit(text: str) -> Iterator[Match]:
    for found in _AFTER_COMMIT.finditer(text):
        if _COMMIT.fullmatch(found[1]):
            yield Match(found.start(1), found.end(1), "commit", found[1])


def _find_urls(text: str) -> Iterator[Match]:
    for found in _URL.finditer(text):
        address = _end_address(found[0])
        if address.partition("://")[2] and not text[found.start() - 1 : found.start()].isalnum():
            yield Match(found.start(), found.start() + len(address), "url", address)


def _end_address(written: str) -> str:
    """An address without the punctuation of the sentence around it; its own brackets stay."""
    end = len(written)
    while end:
        last = written[end - 1]
        if written.endswith("&amp;", 0, end):
            end -= 5
            continue
        if last == ")" and written.count(")", 0, end) <= written.count("(", 0, end):
            break
        if last not in ".,;:!?'*_~)]}|":
            break
        end -= 1
    return written[:end]


def _drop_overlaps(found: list[Match]) -> list[Match]:
    """Matches in order; of those that overlap the address, then the one that begins first, then the longest."""
    kept: list[Match] = []
    urls = sorted((each for each in found if each.sort == "url"), key=lambda each: each.start)
    starts = [each.start for each in urls]

    def is_in_address(each: Match) -> bool:
        index = bisect_right(starts, each.start) - 1
        return index >= 0 and each.start < urls[index].end

    for each in sorted(found, key=lambda each: (each.start, -each.end, each.sort)):
        if (each.sort == "url" or not is_in_address(each)) and (not kept or each.start >= kept[-1].end):
            kept.append(each)
    return kept
