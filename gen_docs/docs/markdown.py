"""A section's Markdown as safe HTML. Pure.

Raw HTML is shown as text; what the parser wrote passes a sanitiser with an allow-list. Where links and images lead is
asked of the page that shows the text: what it does not know stays text. Embeds are left for the page to fill.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final, cast

import nh3
from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup
from mdit_py_plugins.footnote import footnote_plugin

from gen_docs.bodies import ATTRIBUTES, MAX_RENDERED_BYTES, SCHEMES, TAGS
from gen_docs.docs.outline import split_pinned
from gen_docs.docs.renderer import Embed, Layout, SectionRenderer, Sheet
from gen_docs.drawing import Drawing

_TAGS: Final = TAGS | {"button", "figure", "figcaption", "img"}
_ATTRIBUTES: Final = ATTRIBUTES | {
    "a": {"href", "aria-label", "title"},
    "button": {"type", "hidden", "data-copy-from", "data-copied", "aria-label", "title"},
    "img": {"src", "alt", "title", "loading"},
    "ol": {"start", "aria-label"},
}
_PLACEHOLDER: Final = re.compile(r'<div class="embed" id="embed-([0-9]+)"></div>')
_FOOTNOTES: Final = ("ref", "block_open", "block_close", "open", "anchor")


class DocsMarkdown:
    """Lays texts out in one language of the interface. `embeds` are the words of fences that the page fills."""

    def __init__(self, drawing: Drawing, embeds: Iterable[str]) -> None:
        self._drawing: Final = drawing
        options = {"html": False, "tasklists": True, "alerts": True}
        parser = MarkdownIt("commonmark", options, renderer_cls=SectionRenderer)
        self._parser: Final = parser.enable(["table", "strikethrough"]).use(footnote_plugin, inline=False)
        renderer = cast("SectionRenderer", self._parser.renderer)
        renderer.drawing, renderer.embeds = drawing, frozenset(embeds)
        for name in _FOOTNOTES:  # the plugin has put its own there
            self._parser.add_render_rule(f"footnote_{name}", getattr(SectionRenderer, f"draw_footnote_{name}"))
        self._sanitiser: Final = nh3.Cleaner(tags=_TAGS, attributes=_ATTRIBUTES, url_schemes=SCHEMES, link_rel=None)

    def render(self, text: str, layout: Layout, *, without_title: bool = False) -> list[Markup | Embed]:
        """A text as HTML and embeds, in their order. `without_title` leaves its first heading to the page."""
        if len(text.encode("utf-8", "surrogatepass")) > MAX_RENDERED_BYTES:
            return [self._drawing.draw_raw(text)]
        sheet = Sheet(layout)
        env: dict[str, object] = {"sheet": sheet}
        tokens = _leave_out_titles(self._parser.parse(text, env))
        _mark_headings(tokens, layout)
        if without_title and tokens and tokens[0].type == "heading_open":
            del tokens[:3]
        html = self._parser.renderer.render(tokens, self._parser.options, env)
        pieces = _PLACEHOLDER.split(self._sanitiser.clean(layout.links.link_identifiers(html)))
        return [sheet.embeds[int(piece)] if at % 2 else Markup(piece) for at, piece in enumerate(pieces)]  # noqa: S704 - sanitised just here

    def title(self, words: str) -> Markup:
        """One line of Markdown as HTML without links."""
        inline = self._parser.parseInline(words, {})[0]
        kept = [token for token in inline.children or () if token.type not in _NOT_IN_TITLES]
        html = self._parser.renderer.render(kept, self._parser.options, {})
        return Markup(self._sanitiser.clean(html))  # noqa: S704 - sanitised just here


_NOT_IN_TITLES: Final = ("link_open", "link_close", "image", "footnote_ref")


def _leave_out_titles(tokens: list[Token]) -> list[Token]:
    """Tokens without the titles of admonitions, which are drawn in the reader's language."""
    starts = {at for at, token in enumerate(tokens) if token.type == "alert_title_open"}
    return [token for at, token in enumerate(tokens) if not starts & {at, at - 1, at - 2}] if starts else tokens


def _mark_headings(tokens: Sequence[Token], layout: Layout) -> None:
    """Gives headings the levels below the page's own, each at most one below the one before it, and their anchors."""
    above: list[int] = []
    for at, token in enumerate(tokens):
        if token.type == "heading_open":
            depth = int(token.tag[1])
            while above and above[-1] >= depth:
                above.pop()
            above.append(depth)
            if token.level == 0 and token.map and (anchor := layout.anchors.get(token.map[0])):
                token.attrSet("id", anchor)
                _leave_out_pinned(tokens[at + 1])
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(6, layout.top_level + len(above) - 1)}"


def _leave_out_pinned(inline: Token) -> None:
    if inline.children and inline.children[-1].type == "text":
        inline.children[-1].content = split_pinned(inline.children[-1].content)
