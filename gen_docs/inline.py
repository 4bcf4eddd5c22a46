"""Inline text: code spans told from prose, and identifiers drawn as links. Pure."""

import re
from collections.abc import Callable
from typing import Final

from markupsafe import Markup, escape

from gen_docs.identifiers import Match, find_identifiers, leave_out
from gen_docs.names import Names

_CODE_SPAN: Final = re.compile(r"<code>([^<]*)</code>")
_LEFT_ALONE: Final = re.compile(r"<(a|pre)[ >].*?</\1>", re.DOTALL)


def link_html(html: str, names: Names, draw: Callable[[Match, str], str]) -> str:
    """HTML as a Markdown parser writes it, with identifiers drawn as links.

    `draw` is given a match and its text as HTML, and answers HTML. What stands in a link, in preformatted text or in a
    tag is left alone. The HTML is searched as it stands, since what is special in it stands in no identifier but an
    address.
    """
    spans = [found.span(1) for found in _CODE_SPAN.finditer(html)] if "<code>" in html else []
    matches = find_identifiers(html, names, spans)
    if not matches:
        return html
    barred = [found.span() for found in _LEFT_ALONE.finditer(html)]
    pieces: list[str] = []
    done = 0
    for match in leave_out(barred, matches):
        if html.rfind("<", 0, match.start) > html.rfind(">", 0, match.start):
            continue
        pieces += [html[done : match.start], draw(match, html[match.start : match.end])]
        done = match.end
    return "".join([*pieces, html[done:]])


_TICKS: Final = re.compile(r"`+")


def split_code(text: str) -> list[tuple[str, bool]]:
    """A line of text with code spans in backticks, in pieces, each with whether it is code; empty ones are left out."""
    runs = list(_TICKS.finditer(text))
    partners = _pair(runs)
    pieces: list[tuple[str, bool]] = []
    begun = at = 0
    while at < len(runs):
        partner = partners[at]
        if partner is None:
            at += 1
            continue
        opening, closing = runs[at], runs[partner]
        code = text[opening.end() : closing.start()]
        if code.startswith(" ") and code.endswith(" ") and code.strip():
            code = code[1:-1]
        pieces += [(text[begun : opening.start()], False), (code, True)]
        begun, at = closing.end(), partner + 1
    return [piece for piece in [*pieces, (text[begun:], False)] if piece[0]]


def draw_code(text: str) -> Markup:
    """A line of text as HTML, with its code spans."""
    pieces = split_code(text)
    html = "".join(f"<code>{escape(piece)}</code>" if is_code else escape(piece) for piece, is_code in pieces)
    return Markup(html)  # noqa: S704 - every piece is escaped


def _pair(runs: list[re.Match[str]]) -> list[int | None]:
    """For every run of backticks the next one of the same length."""
    partners: list[int | None] = [None] * len(runs)
    last: dict[str, int] = {}
    for at in range(len(runs) - 1, -1, -1):
        partners[at] = last.get(runs[at][0])
        last[runs[at][0]] = at
    return partners
