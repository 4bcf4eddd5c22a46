"""A section's Markdown as safe HTML. Pure.

Raw HTML is shown as text; what the parser wrote passes a sanitiser with an allow-list. Where links and images lead is
asked of the page that shows the text: what it does not know stays text. Embeds are left for the page to fill.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, cast

import nh3
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup
from mdit_py_plugins.footnote import footnote_plugin
from msgspec import Struct

from gen_docs.bodies import ATTRIBUTES, MAX_RENDERED_BYTES, SCHEMES, TAGS
from gen_docs.docs.outline import Levels, split_pinned
from gen_docs.docs.renderer import Embed, Layout, SectionRenderer, Sheet
from gen_docs.drawing import Drawing
from gen_docs.text import one_line

_TAGS: Final = TAGS | {"button", "figure", "figcaption", "img"}
_ATTRIBUTES: Final = ATTRIBUTES | {
    "a": {"href", "aria-label", "title"},
    "button": {"type", "hidden", "data-copy-from", "data-copied", "aria-label", "title"},
    "img": {"src", "alt", "title", "loading"},
    "ol": {"start", "aria-label"},
}
_PLACEHOLDER: Final = re.compile(r'<div class="embed" id="embed-([0-9]+)"></div>')
_TITLE_END: Final = '<div class="embed" id="embed-0"></div>'
_FOOTNOTES: Final = ("ref", "block_open", "block_close", "open", "anchor")
TOP_LEVEL: Final = 2  # of headings: the page's own is above


class Laid(Struct, frozen=True):
    """A text laid out: its title, "" where it has none, and the rest as HTML and embeds, in their order."""

    title: Markup
    pieces: list[Markup | Embed]


class DocsMarkdown:
    """Lays texts out in one language of the interface."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing: Final = drawing
        options = {"html": False, "tasklists": True, "alerts": True}
        parser = MarkdownIt("commonmark", options, renderer_cls=SectionRenderer)
        self._parser: Final = parser.enable(["table", "strikethrough"]).use(footnote_plugin, inline=False)
        renderer = cast("SectionRenderer", self._parser.renderer)
        renderer.drawing = drawing
        for name in _FOOTNOTES:  # the plugin has put its own there
            self._parser.add_render_rule(f"footnote_{name}", getattr(SectionRenderer, f"draw_footnote_{name}"))
        self._sanitiser: Final = nh3.Cleaner(tags=_TAGS, attributes=_ATTRIBUTES, url_schemes=SCHEMES, link_rel=None)

    def render(self, text: str, layout: Layout) -> Laid:
        if len(text.encode("utf-8", "surrogatepass")) > MAX_RENDERED_BYTES:
            return Laid(Markup(""), [self._drawing.draw_raw(text)])
        sheet = Sheet(layout, TOP_LEVEL if layout.has_title else TOP_LEVEL - 1)
        env: dict[str, object] = {"sheet": sheet}
        tokens = _leave_out_titles(self._parser.parse(text, env))
        _mark_headings(tokens, layout.anchors)
        html = self._draw(tokens, env, has_title=layout.has_title)
        title, *pieces = _PLACEHOLDER.split(self._sanitiser.clean(layout.links.link_identifiers(html)))
        drawn = [
            sheet.embeds[int(piece)] if at % 2 else Markup(piece)  # noqa: S704 - sanitised just here
            for at, piece in enumerate(pieces[1:])
        ]
        return Laid(Markup(title), drawn)  # noqa: S704 - sanitised just here

    def _draw(self, tokens: Sequence[Token], env: dict[str, object], *, has_title: bool) -> str:
        """The title, the place where it ends, and the rest."""
        title: Sequence[Token] = ()
        if has_title and tokens and tokens[0].type == "heading_open":
            title, tokens = tokens[1:2], tokens[3:]
        pieces = (self._parser.renderer.render(each, self._parser.options, env) for each in (title, tokens))
        return _TITLE_END.join(pieces)


def _leave_out_titles(tokens: list[Token]) -> list[Token]:
    """Tokens without the titles of admonitions, which are drawn in the reader's language."""
    starts = {at for at, token in enumerate(tokens) if token.type == "alert_title_open"}
    return [token for at, token in enumerate(tokens) if not starts & {at, at - 1, at - 2}] if starts else tokens


def _mark_headings(tokens: Sequence[Token], anchors: Mapping[int, str]) -> None:
    """Gives headings their anchors, and levels below the page's own. A heading without words is none."""
    levels = Levels(TOP_LEVEL)
    for at, token in enumerate(tokens):
        if token.type != "heading_open":
            continue
        words, closing = tokens[at + 1], tokens[at + 2]
        if not find_words(words):
            for each in (token, closing):
                each.type, each.hidden = each.type.replace("heading", "paragraph"), True
            continue
        token.tag = closing.tag = f"h{levels.add(int(token.tag[1]))}"
        _leave_out_pinned(words)
        if token.level == 0 and token.map and (anchor := anchors.get(token.map[0])):
            token.attrSet("id", anchor)


def find_words(inline: Token) -> str:
    """What a heading says, without markup and without its pinned anchor."""
    return one_line(split_pinned(_list_words(inline)))


def _list_words(token: Token) -> str:
    if token.children and token.type in ("inline", "image"):
        return "".join(map(_list_words, token.children))
    return token.content if token.type in ("text", "code_inline") else " " * (token.type == "softbreak")


def _leave_out_pinned(inline: Token) -> None:
    if inline.children and inline.children[-1].type == "text":
        inline.children[-1].content = split_pinned(inline.children[-1].content)
