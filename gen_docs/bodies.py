"""Bodies: an item's Markdown as safe HTML. Pure.

A native parser shows raw HTML as text; what it wrote is then adjusted by tag (nothing else can look like a tag by
then) and passed through a sanitiser with an allow-list. Links are http, https, mailto, or to a footnote of the same
text; where else a link or an image leads is asked of the page that shows the body, and what it does not know stays
text.
"""

import re
from html import unescape
from itertools import accumulate
from typing import Final, Protocol

import comrak
import nh3
from markupsafe import Markup, escape

from gen_docs.catalogue import Catalogue
from gen_docs.drawing import Drawing
from gen_docs.highlighting import highlight

MAX_RENDERED_BYTES: Final = 256 * 1024
MAX_HTML_LENGTH: Final = 4 * 1024 * 1024  # references to one footnote are cheap to write, and each is linked back
MAX_QUOTES: Final = 100  # the sanitiser's time grows with the square of the depth, which only quotes do not bound

TAGS: Final = {
    "a", "blockquote", "br", "code", "del", "div", "em", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre",
    "section", "span", "strong", "sup", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
ATTRIBUTES: Final = {
    "*": {"class", "id"},
    "a": {"href", "aria-label", "rel", "title"},
    "div": {"role", "tabindex", "aria-label"},
    "pre": {"tabindex"},
    "ol": {"start"},
    "span": {"role", "aria-label"},
    "th": {"scope"},
}
SCHEMES: Final = {"http", "https", "mailto"}

_HEADING = re.compile(r"<(/?)h([1-6])>")
_LINKED_IMAGE = re.compile(r'(<a href="[^"]*"[^>]*>)\s*<img src="[^"]*" alt="([^"]*)"[^>]*/>\s*(?=</a>)')
_IMAGE = re.compile(r'<img src="([^"]*)" alt="([^"]*)"[^>]*/>')
_LINK = re.compile(r'<a href="([^"]*)"')
_TASK = re.compile(r'<input type="checkbox"( checked="")? disabled="" />')
_ALIGN = re.compile(r'<(t[hd]) align="(left|right|center)">')
_FOOTNOTE = re.compile(r'<li id="fn-|id="fnref-')
_CODE = re.compile(r'(<pre tabindex="0"><code class="language-([^"]*)">)(.*?)(?=</code></pre>)', re.DOTALL)


class Links(Protocol):
    """What the page that shows a text knows about where the text leads."""

    def find_target(self, written: str) -> str:
        """The address of a relative link, or "" where there is none."""

    def link_identifiers(self, html: str) -> str:
        """HTML whose identifiers are links."""


class Bodies:
    """Renders bodies in one language."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._drawing: Final = Drawing(catalogue)
        self._extensions: Final = comrak.ExtensionOptions()
        for name in ("table", "tasklist", "strikethrough", "footnotes"):
            setattr(self._extensions, name, True)
        self._options: Final = comrak.RenderOptions()
        self._options.escape = True
        self._sanitiser: Final = nh3.Cleaner(tags=TAGS, attributes=ATTRIBUTES, url_schemes=SCHEMES, link_rel=None)

    def render(self, body: str, links: Links, *, top_level: int, prefix: str) -> Markup:
        """A body as HTML with headings from `top_level` down, "" for an empty one. `prefix` keeps its anchors apart."""
        if not body or body.isspace():
            return Markup("")
        if len(body) * 4 > MAX_RENDERED_BYTES and len(body.encode("utf-8", "surrogatepass")) > MAX_RENDERED_BYTES:
            return self._drawing.draw_raw(body)
        html = comrak.render_markdown(body, extension_options=self._extensions, render_options=self._options)
        if len(html) > MAX_HTML_LENGTH or _measure_quotes(html) > MAX_QUOTES:
            return self._drawing.draw_raw(body)
        html = _shift_headings(html, top_level)
        if "<img " in html:
            html = _IMAGE.sub(r'<a href="\1">\2</a>', _LINKED_IMAGE.sub(r"\1\2", html))
        if "<a " in html:
            html = _LINK.sub(lambda found: _keep_link(found[1], links, prefix), html)
            html = _FOOTNOTE.sub(lambda found: found[0].replace('id="', f'id="{prefix}'), html)
        html = links.link_identifiers(html)
        if "<input " in html:
            html = _TASK.sub(lambda found: self._drawing.draw_task(is_done=bool(found[1])), html)
        if "<table>" in html:
            html = self._frame_tables(html)
        if "<pre>" in html:
            html = html.replace("<pre>", '<pre tabindex="0">')  # wide code scrolls, by the keyboard too
            html = _CODE.sub(lambda found: found[1] + str(highlight(unescape(found[3]), found[2]) or found[3]), html)
        return Markup(self._sanitiser.clean(html))  # noqa: S704 - sanitised just here

    def _frame_tables(self, html: str) -> str:
        html = _ALIGN.sub(r'<\1 class="align-\2">', html)
        return html.replace("<table>", self._drawing.open_table()).replace("</table>", "</table></div>")


_QUOTE = re.compile(r"<(/?)blockquote>")


def _measure_quotes(html: str) -> int:
    """How deep quotes are nested."""
    if html.count("<blockquote>") <= MAX_QUOTES:
        return 0
    return max(accumulate(-1 if found[1] else 1 for found in _QUOTE.finditer(html)))


def _keep_link(target: str, links: Links, prefix: str) -> str:
    """The start of a link: kept where it leads to the web, to a footnote, or to what the page knows."""
    if target.startswith(("#fn-", "#fnref-")):
        return f'<a href="#{prefix}{target[1:]}"'
    written = unescape(target)
    if written.lower().startswith(("http://", "https://")):
        return f'<a rel="nofollow" href="{target}"'
    if written.lower().startswith("mailto:"):
        return f'<a href="{target}"'
    found = links.find_target(written)
    return f'<a href="{escape(found)}"' if found else "<a"


def _shift_headings(html: str, top_level: int) -> str:
    """Headings below the page's own, each at most one level below the one before it."""
    if "<h" not in html:
        return html
    above: list[int] = []

    def shift(found: re.Match[str]) -> str:
        if not found[1]:
            level = int(found[2])
            while above and above[-1] >= level:
                above.pop()
            above.append(level)
        return f"<{found[1]}h{min(6, top_level + len(above) - 1)}>"

    return _HEADING.sub(shift, html)
