"""What a section's text names, found line by line without laying it out: its headings, and where it leads to. Pure.

Laying out a text costs fifty times as much, and is done page by page when the page is written; the outlines of all
pages are needed before the first, to know which anchors there are. A test holds the two readings of a text together.
"""

import re
from collections.abc import Iterator
from typing import Final, Literal

from msgspec import Struct

from gen_docs.fences import split_fences
from gen_docs.inline import split_code

_HEADING: Final = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_PINNED: Final = re.compile(r"[ \t]*\{#([^\s{}]+)\}[ \t]*$")
_TARGET: Final = re.compile(r"\]\([ \t]*(?:<([^<>]*)>|([^\s()<]+(?:\([^\s()]*\)[^\s()]*)*))")
_DEFINITION: Final = re.compile(r" {0,3}\[(?!\^)[^\]]+\]:[ \t]*(?:<([^<>]*)>|(\S+))")
_EMBED: Final = re.compile(r" {0,3}(?:`{3,}|~{3,})[ \t]*graph[ \t]+(\S+)[ \t]*$")
_ESCAPED: Final = re.compile(r"\\([!-/:-@\[-`{-~])")
_MARKUP: Final = re.compile(r"!?\[((?:[^\[\]]|\[[^\]]*\])*)\]\([^)]*\)|[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}|`+")


class Heading(Struct, frozen=True):
    """A heading: its line from 0, how many `#` it has, its words without markup, and its pinned anchor, "" for none."""

    line: int
    depth: int
    title: str
    pinned: str


class Reference(Struct, frozen=True):
    """A place to which a text leads, on a line from 0, as written; or the id of a graph that it embeds."""

    line: int
    written: str
    sort: Literal["link", "graph"] = "link"


class Outline(Struct, frozen=True):
    headings: tuple[Heading, ...]
    references: tuple[Reference, ...]


def outline(text: str) -> Outline:
    """The headings of a text that begin with `#`, and every place to which it leads."""
    headings: list[Heading] = []
    references: list[Reference] = []
    for number, line, part in split_fences(text.split("\n")):
        if part == "open" and (embed := _EMBED.match(line)):
            references.append(Reference(number, embed[1], "graph"))
        elif part == "text":
            if heading := _HEADING.match(line):
                headings.append(_read_heading(number, heading))
            references += (Reference(number, written) for written in _find_targets(line))
    return Outline(tuple(headings), tuple(references))


def _read_heading(line: int, found: re.Match[str]) -> Heading:
    words = found[2] or ""
    pinned = _PINNED.search(words)
    title = plain_words(words[: pinned.start()] if pinned else words)
    return Heading(line, len(found[1]), title, pinned[1] if pinned else "")


def split_pinned(words: str) -> str:
    """The words of a heading without its pinned anchor."""
    return _PINNED.sub("", words)


def plain_words(text: str) -> str:
    """One line of Markdown as words."""
    while (plain := _MARKUP.sub(lambda found: found[1] or "", text)) != text:
        text = plain
    return _ESCAPED.sub(r"\1", text).strip()


def _find_targets(line: str) -> Iterator[str]:
    if "](" not in line and "]:" not in line:
        return
    prose = "".join("`" if is_code else piece for piece, is_code in split_code(line))
    definition = _DEFINITION.match(prose)
    for found in [*([definition] if definition else []), *_TARGET.finditer(prose)]:
        if written := found[1] or found[2]:
            yield _ESCAPED.sub(r"\1", written)


_NOT_IN_SLUG: Final = re.compile(r"[^\w\- ]")


def slug(title: str) -> str:
    """The anchor that a heading gets from its words: as the forges make it."""
    return _NOT_IN_SLUG.sub("", title.strip().lower()).replace(" ", "-") or "section"
