"""Reads the texts of a script: its strings and its templates, which may hold code that holds templates again."""

import re
from collections.abc import Iterator
from typing import NamedTuple

_SKIPPED = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_STRING = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'")
_REGEX = re.compile(r"/(?![/*])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n\[])+/[a-z]*")
_BEFORE_REGEX = re.compile(r"(?:[(,=:\[!&|?{};]|\breturn|=>)\s*$|^\s*$")
_BRACKETS = re.compile(r"\([^()\[\]{}]*\)|\[[^()\[\]{}]*\]|\{[^()\[\]{}]*\}")
_PROPERTY = re.compile(r"(?:^|,)\s*([\w$]+)")
_TAG = re.compile(r"[\w$]+$")
LOOK_BACK = 40


class Text(NamedTuple):
    """A string, or a template in its pieces between the holes. `tag` is the function that a template is given to, ""
    for none; `before` is what stands before it, and `start` and `end` say where it stands itself, marks and all."""

    pieces: tuple[str, ...]
    tag: str
    before: str
    start: int
    end: int


def read_texts(source: str) -> Iterator[Text]:
    """Every text of a script, those in the holes of a template before the template itself."""
    yield from _read_code(source, 0, [])


def read_names(source: str, at: int) -> set[str]:
    """The names of the properties of the object whose brace stands at a place of a script."""
    closed: list[int] = []
    pieces, last = [], at + 1
    for text in sorted(_read_code(source, at + 1, closed), key=lambda text: text.start):
        if text.start >= last:  # else it stands in a template that has been left out
            pieces.append(source[last : text.start])
            last = text.end
    inside = _SKIPPED.sub("", "".join([*pieces, source[last : closed[0]]]))
    while (outer := _BRACKETS.sub("", inside)) != inside:
        inside = outer
    return set(_PROPERTY.findall(inside))


def _read_code(source: str, at: int, end: list[int]) -> Iterator[Text]:
    """The texts of code, up to the end or to the brace that closes a hole, whose place is put into `end`."""
    depth = 0
    while at < len(source):
        if found := _SKIPPED.match(source, at) or _match_regex(source, at):
            at = found.end()
        elif found := _STRING.match(source, at):
            yield Text((found[0][1:-1],), "", _look_back(source, at), at, found.end())
            at = found.end()
        elif source[at] == "`":
            closed: list[int] = []
            yield from _read_template(source, at, closed)
            at = closed[0]
        elif source[at] == "}" and depth == 0:
            break
        else:
            depth += {"{": 1, "}": -1}.get(source[at], 0)
            at += 1
    end.append(at)


def _read_template(source: str, start: int, end: list[int]) -> Iterator[Text]:
    pieces = [""]
    at = start + 1
    while source[at] != "`":
        if source.startswith("${", at):
            closed: list[int] = []
            yield from _read_code(source, at + 2, closed)
            at = closed[0] + 1
            pieces.append("")
        else:
            width = 2 if source[at] == "\\" else 1
            pieces[-1] += source[at : at + width]
            at += width
    end.append(at + 1)
    tag = _TAG.search(source[max(0, start - LOOK_BACK) : start])
    yield Text(tuple(pieces), tag[0] if tag else "", _look_back(source, start), start, at + 1)


def _match_regex(source: str, at: int) -> re.Match[str] | None:
    if source[at] != "/" or not _BEFORE_REGEX.search(source[max(0, at - LOOK_BACK) : at]):
        return None
    return _REGEX.match(source, at)


def _look_back(source: str, at: int) -> str:
    return source[max(0, at - LOOK_BACK) : at]
