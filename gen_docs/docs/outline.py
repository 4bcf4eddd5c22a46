"""What a section's text names, found without drawing it: its headings, and where it leads to. Pure.

The outlines of all pages are needed before the first page is drawn, to know which anchors there are. A native parser
makes them in a thirtieth of the time that drawing takes; a test holds its reading and that of the drawing parser
together.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from html import unescape
from typing import Final
from urllib.parse import unquote

import comrak
from msgspec import Struct

from gen_docs.bodies import MAX_RENDERED_BYTES
from gen_docs.text import one_line

EMBEDS: Final = ("graph", "rules")  # words of fences that a page fills
# What of the parser's HTML matters: quotes and lists, which headings may stand in; headings; fences with an argument;
# links and pictures. In what it writes for a text no other `<` begins a tag.
_PART: Final = re.compile(
    r"<(?P<end>/?)(?:blockquote|ul|ol|section)\b"
    r'|<h(?P<level>[1-6]) data-sourcepos="(?P<heading>\d+):[^"]*">(?P<words>.*?)</h[1-6]>'
    r'|<pre data-sourcepos="(?P<fence>\d+):[^"]*"><code(?=[^>]* class="language-(?P<embed>graph|rules)")'
    r'(?:(?=[^>]* data-meta="(?P<argument>[^"]*)"))?',
    re.DOTALL,
)
_REFERENCE: Final = re.compile(r'<(?:a|img) data-sourcepos="(\d+):[^"]*" (?:href|src)="([^"]*)"')
_SILENT: Final = re.compile(r'<sup data-sourcepos.*?</sup>|<img [^>]*?alt="([^"]*)"[^>]*>|<[^>]*>', re.DOTALL)
_PINNED: Final = re.compile(r"[ \t]*\{#([\w.-]+)\}[ \t]*$")
# The drawing parser knows no HTML; so this one may see none either. Addresses in angle brackets stay.
_HTML: Final = re.compile(
    r"(\]\(\s*<|\]:\s*<)|<(?=[A-Za-z/!?])(?![A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*>|[^\s<>@]+@[^\s<>]+>)"
)


class Heading(Struct, frozen=True):
    """A heading that stands in no quote and no list: its line from 0, its level from 0 for the highest of a text, its
    words without markup, and its pinned anchor, "" for none."""

    line: int
    level: int
    title: str
    pinned: str


class Reference(Struct, frozen=True):
    """A place to which a text leads, on a line from 0, as written."""

    line: int
    written: str


class Fence(Struct, frozen=True):
    """A fence that the page fills: its line from 0, its word, and what stands behind that."""

    line: int
    word: str
    argument: str


class Outline(Struct, frozen=True):
    """`has_title`: whether the text begins with a heading."""

    headings: tuple[Heading, ...] = ()
    references: tuple[Reference, ...] = ()
    embeds: tuple[Fence, ...] = ()
    has_title: bool = False


def outline(text: str) -> Outline:
    """The headings of a text and every place to which it leads; nothing of one that is too large to be laid out."""
    if len(text.encode("utf-8", "surrogatepass")) > MAX_RENDERED_BYTES:
        return Outline()
    known = _HTML.sub(lambda found: found[1] or "&lt;", text) if "<" in text else text
    html = comrak.render_markdown(known, extension_options=_EXTENSIONS, render_options=_OPTIONS)
    parts = list(_list_parts(html))
    first = _PART.match(html)
    return Outline(
        tuple(_read_headings(parts)),
        tuple(Reference(int(line) - 1, _spell(target, text)) for line, target in _REFERENCE.findall(html)),
        tuple(_read_fence(found) for found, depth in parts if found["fence"] and not depth),
        has_title=first is not None and first["level"] is not None and bool(_read_words(first["words"])),
    )


def _list_parts(html: str) -> Iterator[tuple[re.Match[str], int]]:
    """Headings and fences, each with how many quotes and lists it stands in."""
    depth = 0
    for found in _PART.finditer(html):
        if found["end"] is not None:
            depth += -1 if found["end"] else 1
        else:
            yield found, depth


def _read_headings(parts: Iterable[tuple[re.Match[str], int]]) -> Iterator[Heading]:
    """The headings in no quote and no list; the others count for the levels of these. One without words is none."""
    levels = Levels(0)
    for found, depth in parts:
        if found["level"] and (title := _read_words(found["words"])):
            level = levels.add(int(found["level"]))
            if not depth:
                pinned = _PINNED.search(found["words"])
                yield Heading(int(found["heading"]) - 1, level, title, pinned[1] if pinned else "")


def _read_words(html: str) -> str:
    return one_line(unescape(_SILENT.sub(lambda each: each[1] or "", split_pinned(html))))


def _read_fence(found: re.Match[str]) -> Fence:
    return Fence(int(found["fence"]) - 1, found["embed"], unescape(found["argument"] or "").strip())


def _spell(target: str, text: str) -> str:
    """A target as its author wrote it, as far as that can be told from the encoded form that the parser gives."""
    encoded = unescape(target)
    plain = unquote(encoded)
    return plain if encoded not in text and plain in text else encoded


def split_pinned(words: str) -> str:
    """The words of a heading without its pinned anchor."""
    return _PINNED.sub("", words)


class Levels:
    """The levels that the headings of a text have on its page: from `top` down, each at most one below the one before
    it."""

    def __init__(self, top: int) -> None:
        self._top: Final = top
        self._above: Final[list[int]] = []

    def add(self, depth: int) -> int:
        """The level of the next heading, which is written with `depth` signs."""
        while self._above and self._above[-1] >= depth:
            self._above.pop()
        self._above.append(depth)
        return min(6, self._top + len(self._above) - 1)


_NOT_IN_SLUG: Final = re.compile(r"[^\w\- ]")


def slug(title: str) -> str:
    """The anchor that a heading gets from its words: as the forges make it."""
    kept = _NOT_IN_SLUG.sub(_keep_mark, title.strip().lower())
    return kept.replace(" ", "-") or "section"


def _keep_mark(found: re.Match[str]) -> str:
    """What is a part of a letter, such as an accent or, in many scripts, a vowel."""
    return found[0] if unicodedata.category(found[0]).startswith("M") else ""


def _choose_extensions() -> comrak.ExtensionOptions:
    """What the drawing parser knows too."""
    options = comrak.ExtensionOptions()
    for name in ("table", "tasklist", "strikethrough", "footnotes"):
        setattr(options, name, True)
    return options


def _choose_options() -> comrak.RenderOptions:
    """Where everything stands, and targets as they are: nobody is shown this HTML."""
    options = comrak.RenderOptions()
    for name in ("escape", "unsafe_", "sourcepos", "full_info_string"):
        setattr(options, name, True)
    return options


_EXTENSIONS: Final = _choose_extensions()
_OPTIONS: Final = _choose_options()
