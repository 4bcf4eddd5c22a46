"""How each part of a section is drawn: the parser's renderer, with links, code, tables and notes of our own. Pure."""

import re
from collections.abc import Mapping, MutableMapping, Sequence
from typing import Any, Final, Protocol

from markdown_it.common.utils import unescapeAll
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markupsafe import Markup, escape
from msgspec import Struct

from gen_docs.docs.outline import EMBEDS
from gen_docs.drawing import Drawing
from gen_docs.highlighting import highlight

_TITLE: Final = re.compile(r'\btitle="([^"]*)"')
_ALIGNED: Final = re.compile(r"text-align:(left|right|center)")

Tokens = Sequence[Token]
Env = MutableMapping[str, Any]


class SectionLinks(Protocol):
    """What the page that shows a text knows about where the text leads."""

    def find_target(self, written: str) -> str:
        """The address of a link, as written in the text, or "" where there is none."""

    def find_image(self, written: str) -> str:
        """The address of a picture that the site itself holds, or ""."""

    def link_identifiers(self, html: str) -> str:
        """HTML whose identifiers are links."""


class Layout(Struct, frozen=True):
    """How a text is laid out on its page: `anchors` are those of its headings by line, `has_title` tells whether the
    first of these is the section's own, and `prefix` keeps what the text itself numbers apart from the other
    sections'."""

    anchors: Mapping[int, str]
    has_title: bool
    prefix: str
    links: SectionLinks


class Embed(Struct, frozen=True):
    """What a text asks the page to show at a place: the word of the fence, what stands behind it, and the level of
    headings there."""

    name: str
    argument: str
    level: int


class Sheet:
    """What is known while one text is drawn."""

    def __init__(self, layout: Layout, level: int) -> None:
        """`level` is that of the heading above the text."""
        self.layout: Final = layout
        self.level = level
        self.embeds: Final[list[Embed]] = []
        self.codes = 0


class SectionRenderer(RendererHTML):
    """Draws tokens. A method is the rule of the token that it is named for; `env["sheet"]` is the text's `Sheet`."""

    drawing: Drawing

    def heading_open(self, tokens: Tokens, idx: int, _options: object, env: Env) -> str:
        env["sheet"].level = int(tokens[idx].tag[1])
        anchor = tokens[idx].attrGet("id")
        return f'<{tokens[idx].tag} id="{escape(anchor)}">' if anchor else f"<{tokens[idx].tag}>"

    def link_open(self, tokens: Tokens, idx: int, _options: object, env: Env) -> str:
        href = env["sheet"].layout.links.find_target(str(tokens[idx].attrGet("href") or ""))
        address = f' href="{escape(href)}"' if href else ""
        return f"<a{address}{_draw_title(tokens[idx])}>"

    def image(self, tokens: Tokens, idx: int, options: Any, env: Env) -> str:  # noqa: ANN401 - the parser's
        """A picture that the site holds; of any other the words, as a link unless they stand in one."""
        token = tokens[idx]
        links = env["sheet"].layout.links
        written, title = str(token.attrGet("src") or ""), _draw_title(token)
        words = escape(self.renderInlineAsText(token.children, options, env))
        if src := links.find_image(written):
            return f'<img src="{escape(src)}" alt="{words}"{title} loading="lazy">'
        depth = sum(each.nesting for each in tokens[:idx] if each.type in ("link_open", "link_close"))
        href = "" if depth else links.find_target(written)
        return f'<a href="{escape(href)}"{title}>{words}</a>' if href else str(words)

    def fence(self, tokens: Tokens, idx: int, _options: object, env: Env) -> str:
        """Code; or the place of an embed, which stands in no list and no quote, since what it shows is wide."""
        token, sheet = tokens[idx], env["sheet"]
        language, *rest = unescapeAll(token.info).split(maxsplit=1) or [""]
        argument = rest[0].strip() if rest else ""
        if language in EMBEDS and token.level == 0:
            sheet.embeds.append(Embed(language, argument, min(5, sheet.level + 1)))
            return f'<div class="embed" id="embed-{len(sheet.embeds) - 1}"></div>\n'
        title = _TITLE.search(argument)
        return self._draw_code(sheet, token.content, language, title[1] if title else "")

    def code_block(self, tokens: Tokens, idx: int, _options: object, env: Env) -> str:
        return self._draw_code(env["sheet"], tokens[idx].content, "", "")

    def _draw_code(self, sheet: Sheet, code: str, language: str, title: str) -> str:
        sheet.codes += 1
        shown = highlight(code, language) if language else None
        return str(self.drawing.draw_code(f"{sheet.layout.prefix}code-{sheet.codes}", title, shown or escape(code)))

    def s_open(self, *_: object) -> str:
        return "<del>"

    def s_close(self, *_: object) -> str:
        return "</del>"

    def table_open(self, *_: object) -> str:
        return self.drawing.open_table()

    def table_close(self, *_: object) -> str:
        return "</table></div>\n"

    def th_open(self, tokens: Tokens, idx: int, *_: object) -> str:
        return _open_cell(tokens[idx], ' scope="col"')

    def td_open(self, tokens: Tokens, idx: int, *_: object) -> str:
        return _open_cell(tokens[idx], "")

    def list_item_open(self, tokens: Tokens, idx: int, *_: object) -> str:
        """The box of a task stands in its first paragraph, where there is one."""
        is_done, follower = tokens[idx].meta.get("checked"), tokens[idx + 1]
        if is_done is None:
            return "<li>"
        if follower.type == "paragraph_open":
            follower.meta["is_done"] = is_done
            return "<li>"
        return f"<li>{self.drawing.draw_task(is_done=is_done)} "

    def paragraph_open(self, tokens: Tokens, idx: int, options: Any, env: Env) -> str:  # noqa: ANN401 - the parser's
        opening = self.renderToken(tokens, idx, options, env)
        is_done = tokens[idx].meta.get("is_done")
        return opening if is_done is None else f"{opening}{self.drawing.draw_task(is_done=is_done)} "

    def alert_open(self, tokens: Tokens, idx: int, *_: object) -> str:
        return self.drawing.open_alert(tokens[idx].info.lower())

    def draw_footnote_ref(self, tokens: Tokens, idx: int, _options: object, env: Env) -> str:
        prefix, number = env["sheet"].layout.prefix, _number(tokens[idx])
        place = _place_of_reference(prefix, tokens[idx])
        return f'<sup class="footnote-ref"><a href="#{prefix}fn-{number}" id="{place}">{number}</a></sup>'

    def draw_footnote_block_open(self, *_: object) -> str:
        return f'<section class="footnotes"><ol aria-label="{self.drawing.say("doc.footnotes")}">\n'

    def draw_footnote_block_close(self, *_: object) -> str:
        return "</ol></section>\n"

    def draw_footnote_open(self, tokens: Tokens, idx: int, _options: object, env: Env) -> str:
        return f'<li id="{env["sheet"].layout.prefix}fn-{_number(tokens[idx])}">'

    def draw_footnote_anchor(self, tokens: Tokens, idx: int, _options: object, env: Env) -> str:
        place = _place_of_reference(env["sheet"].layout.prefix, tokens[idx])
        label = self.drawing.say("doc.footnote.back", number=_number(tokens[idx]))
        return f' <a class="footnote-backref" href="#{place}" aria-label="{label}">↩</a>'


def _draw_title(token: Token) -> Markup:
    title = token.attrGet("title")
    return Markup(' title="{}"').format(title) if title else Markup("")


def _open_cell(token: Token, scope: str) -> str:
    aligned = _ALIGNED.search(str(token.attrGet("style") or ""))
    return f'<{token.tag} class="align-{aligned[1]}"{scope}>' if aligned else f"<{token.tag}{scope}>"


def _number(token: Token) -> int:
    return int(token.meta["id"]) + 1


def _place_of_reference(prefix: str, token: Token) -> str:
    again = token.meta.get("subId", 0)
    return f"{prefix}fnref-{_number(token)}" + (f"-{again}" if again else "")
