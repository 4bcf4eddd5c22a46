"""Markdown as HTML: one table of cases for both renderers, that of bodies and that of docs; and what only docs have.

`markdown-cases.json` says what a text becomes, in the plain form that `simplify` gives. Where the two renderers differ
on purpose everywhere, `simplify` takes it away; where they differ in one case, the case names the difference.
"""

import json
import re
from collections.abc import Callable, Mapping
from html import escape
from html.parser import HTMLParser
from typing import Any

import pytest
from browser.hostile import HOSTILE
from hypothesis import given
from hypothesis import strategies as st
from support import IS_THOROUGH, PROJECT, examples

from gen_docs.bodies import MAX_RENDERED_BYTES, Bodies
from gen_docs.catalogue import load_catalogue
from gen_docs.docs.markdown import DocsMarkdown, Laid
from gen_docs.docs.renderer import Embed, Layout
from gen_docs.drawing import Drawing

TABLE: dict[str, Any] = json.loads((PROJECT / "tests" / "markdown-cases.json").read_text("utf-8"))
ENGLISH = load_catalogue("en")
BODIES = Bodies(ENGLISH)
DOCS = DocsMarkdown(Drawing(ENGLISH))


class AnyLinks:
    """A page that knows everything that is relative: where it leads is shown as it is written."""

    def find_target(self, written: str) -> str:
        return written if written.startswith(("http:", "https:", "mailto:")) or ":" not in written else ""

    def find_image(self, written: str) -> str:
        return "" if ":" in written else written

    def link_identifiers(self, html: str) -> str:
        return html


def lay(text: str, *, has_title: bool = False, anchors: Mapping[int, str] | None = None) -> Laid:
    return DOCS.render(text, Layout(anchors or {}, has_title=has_title, prefix="s:", links=AnyLinks()))


def draw(text: str) -> str:
    return "".join(map(str, lay(text).pieces))


# --- both renderers ------------------------------------------------------------------------------------------------

# What differs everywhere, and is no matter of these cases:
ATTRIBUTES_OF_ONE = {
    ("a", "rel"),  # bodies are written by strangers: their links vouch for nothing
    ("th", "scope"),  # docs say which cells a heading is for
    ("ol", "aria-label"),  # docs name their footnotes
    ("code", "id"),  # from which docs copy
    ("code", "class"),  # where the parser of bodies names the language
    ("ul", "class"),  # where the parser of docs marks a list of tasks
    ("ol", "class"),
    ("img", "loading"),
}
FRAMES_OF_DOCS = {"button", "figure", "figcaption"}  # around code
BLOCKS = "blockquote|br|div|h[1-6]|hr|li|ol|p|pre|section|table|tbody|td|th|thead|tr|ul"
BLOCK = re.compile(rf"\s*(</?(?:{BLOCKS})\b[^>]*>)\s*")


class Simple(HTMLParser):
    """HTML without what differs everywhere, with footnotes numbered as they come."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self._silent = 0
        self._in_pre = False
        self._anchors: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in ("button", "figcaption")
        self._in_pre = self._in_pre or tag == "pre"
        if tag not in FRAMES_OF_DOCS and not self._silent:
            kept = {name: value or "" for name, value in attrs if (tag, name) not in ATTRIBUTES_OF_ONE}
            written = (f' {name}="{escape(self._number(name, kept[name]))}"' for name in sorted(kept))
            self.pieces.append(f"<{tag}{''.join(written)}>")

    def handle_endtag(self, tag: str) -> None:
        if tag not in FRAMES_OF_DOCS and not self._silent:
            self.pieces.append(f"</{tag}>")
        self._silent -= tag in ("button", "figcaption")
        self._in_pre = self._in_pre and tag != "pre"

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.pieces.append(escape(data if self._in_pre else re.sub(r"\s+", " ", data), quote=False))

    def _number(self, name: str, value: str) -> str:
        is_anchor = name in ("id", "href") and re.match(r"#?s:fn(ref)?-", value)
        return re.sub(r"s:.*", self._count, value) if is_anchor else value

    def _count(self, found: re.Match[str]) -> str:
        return self._anchors.setdefault(found[0], f"note-{len(self._anchors) + 1}")


def simplify(html: str) -> str:
    reader = Simple()
    reader.feed(html)
    reader.close()
    return BLOCK.sub(r"\1", "".join(reader.pieces)).strip()


RENDERERS: dict[str, Callable[[str], str]] = {
    "docs": draw,
    "bodies": lambda text: str(BODIES.render(text, AnyLinks(), top_level=2, prefix="s:")),
}


@pytest.mark.parametrize("case", TABLE["cases"], ids=lambda case: case["name"])
@pytest.mark.parametrize("name", RENDERERS)
def test_both_renderers_say_the_same(name: str, case: dict[str, str]) -> None:
    wanted = case["bodies"] if name == "bodies" and "differs" in case else case["html"]
    assert simplify(RENDERERS[name](case["markdown"])) == wanted


def test_the_table_names_every_difference_and_no_other() -> None:
    differing = [case for case in TABLE["cases"] if "bodies" in case]
    assert {case["differs"] for case in TABLE["cases"] if "differs" in case} == set(TABLE["differences"])
    assert [case["name"] for case in differing if "differs" not in case or case["bodies"] == case["html"]] == []
    names = [case["name"] for case in TABLE["cases"]]
    assert len(names) == len(set(names)) > 100


# --- what only docs have -------------------------------------------------------------------------------------------


def test_the_title_is_left_to_the_page_with_its_marks() -> None:
    laid = lay("# The `build` *command*, a_b_c [x](y.md) {#pin}\n\nWords.", has_title=True)
    assert laid.title == 'The <code>build</code> <em>command</em>, a_b_c <a href="y.md">x</a>'
    assert laid.pieces == ["<p>Words.</p>\n"]


def test_a_text_without_a_title_keeps_all_its_headings() -> None:
    laid = lay("Words.\n\n# One")
    assert (laid.title, str(laid.pieces[0])) == ("", "<p>Words.</p>\n<h2>One</h2>\n")


def test_headings_have_the_anchors_that_the_library_gives_to_their_lines() -> None:
    html = str(lay("# T\n\n## One {#pinned}\n\ntext\n\nTwo\n---\n", has_title=True, anchors={2: "a", 6: "b"}).pieces[0])
    assert html == '<h3 id="a">One</h3>\n<p>text</p>\n<h3 id="b">Two</h3>\n'


@pytest.mark.parametrize("text", ["#", "# {#pinned}", "## #", "# &nbsp;", "# ![](a.png)"])
def test_a_heading_without_words_is_none(text: str) -> None:
    assert "<h" not in draw(text)


def test_the_words_of_a_picture_are_those_of_its_heading() -> None:
    assert draw("# ![a *b*](c.png)") == '<h2><img src="c.png" alt="a b" loading="lazy"></h2>\n'


def test_code_has_its_title_and_a_button_that_copies_from_it() -> None:
    html = draw('```python title="a/<b>.py"\nx = 1\n```\n\n    y\n')
    assert html.count('<figure class="code">') == 2
    assert "<figcaption>a/&lt;b&gt;.py</figcaption>" in html
    assert re.findall(r'data-copy-from="([^"]*)"', html) == re.findall(r'<code id="([^"]*)"', html)
    assert re.findall(r'<code id="([^"]*)"', html) == ["s:code-1", "s:code-2"]
    assert 'hidden=""' in html
    assert 'aria-label="Copy this code"' in html


@pytest.mark.parametrize("info", ['python title="a.py"', 'python   title="a.py"', 'python\ttitle="a.py" more'])
def test_a_title_stands_behind_the_language(info: str) -> None:
    html = draw(f"```{info}\nimport os\n```")
    assert "<figcaption>a.py</figcaption>" in html
    assert '<span class="t-keyword">import</span>' in html


def test_embeds_stand_between_the_pieces_of_their_text() -> None:
    text = "a\n\n```graph beans\n```\n\n# H\n\n## I\n\n~~~ rules\nignored\n~~~\n\n```graph\n```\n"
    one, first, two, second, three, third, four = lay(text).pieces
    assert [str(each).strip() for each in (one, two, three, four)] == ["<p>a</p>", "<h2>H</h2>\n<h3>I</h3>", "", ""]
    assert (first, second, third) == (Embed("graph", "beans", 2), Embed("rules", "", 4), Embed("graph", "", 4))


def test_an_embed_is_below_the_heading_above_it() -> None:
    assert lay("# T\n\n```rules\n```", has_title=True).pieces[1] == Embed("rules", "", 3)
    deep = lay("# A\n## B\n### C\n#### D\n##### E\n\n```rules\n```").pieces[1]
    assert deep == Embed("rules", "", 5), "a panel has headings of its own below it"


@pytest.mark.parametrize("text", ["- ```graph beans\n  ```", "> ```rules\n> ```", "1. a\n\n   ~~~graph beans\n   ~~~"])
def test_a_fence_in_a_list_or_a_quote_is_code_whatever_its_word(text: str) -> None:
    laid = lay(text)
    assert [type(piece) for piece in laid.pieces if isinstance(piece, Embed)] == []
    assert "<figure" in str(laid.pieces[0])


def test_no_text_can_look_like_an_embed() -> None:
    forged = '<div class="embed" id="embed-0"></div>'
    for text in (forged, f"`{forged}`", f"```\n{forged}\n```", f'```x title="{forged}"\n```', f"[{forged}]({forged})"):
        assert not any(isinstance(piece, Embed) for piece in lay(text).pieces)


@pytest.mark.parametrize("name", ["note", "tip", "important", "warning", "caution"])
def test_an_admonition_has_its_title_in_the_language_of_the_page(name: str) -> None:
    html = draw(f"> [!{name.upper()}]\n> Words.\n>\n> - more\n>\n> ```\n> code\n> ```")
    title = ENGLISH.text(f"doc.alert.{name}")
    assert html.startswith(
        f'<div class="alert is-{name}" role="note"><p class="alert-title">{title}</p>\n<p>Words.</p>'
    )
    assert html.rstrip().endswith("</div>")
    assert f"[!{name.upper()}]" not in html


def test_what_a_section_numbers_has_the_name_of_the_section_before_it() -> None:
    html = draw("a[^x] b[^x]\n\n[^x]: Note.\n")
    ids = re.findall(r' id="([^"]*)"', html)
    assert ids == ["s:fnref-1", "s:fnref-1-1", "s:fn-1"]
    assert set(re.findall(r'href="#([^"]*)"', html)) == set(ids)


def test_a_footnote_of_a_title_has_a_way_back() -> None:
    laid = lay("# Title[^1]\n\n[^1]: Note.", has_title=True)
    assert 'id="s:fnref-1"' in laid.title
    assert 'href="#s:fnref-1"' in str(laid.pieces[0])


def test_a_text_that_is_too_large_is_shown_as_it_is_written() -> None:
    text = "# <b>" + "é" * (MAX_RENDERED_BYTES // 2)
    laid = lay(text)
    assert laid.title == ""
    assert str(laid.pieces[0]).endswith(f'<pre class="raw" tabindex="0">{escape(text)}</pre>')


# --- whatever is written -------------------------------------------------------------------------------------------

TAGS = {
    "a", "blockquote", "br", "button", "code", "del", "div", "em", "figcaption", "figure", "h2", "h3", "h4", "h5",
    "h6", "hr", "img", "li", "ol", "p", "pre", "section", "span", "strong", "sup", "table", "tbody", "td", "th",
    "thead", "tr", "ul",
}  # fmt: skip
ATTRIBUTES = {
    "alt", "aria-label", "class", "data-copied", "data-copy-from", "hidden", "href", "id", "loading", "role", "scope",
    "src", "start", "tabindex", "title", "type",
}  # fmt: skip
EMPTY = {"br", "hr", "img"}


class Inspection(HTMLParser):
    """What could do harm in a piece of HTML, and what does not balance."""

    def __init__(self) -> None:
        super().__init__()
        self.faults: list[str] = []
        self._open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.faults += [] if tag in TAGS else [f"<{tag}>"]
        self._open += [] if tag in EMPTY else [tag]
        for name, value in attrs:
            address = (value or "").strip().lower()
            scheme = address.partition(":")[0] if re.match(r"[a-z][a-z0-9+.-]*:", address) else ""
            is_safe = scheme in ("", "http", "https", "mailto") or address.startswith("s:")
            if name not in ATTRIBUTES or (name in ("href", "src") and not is_safe):
                self.faults.append(f"{name}={value}")

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open.pop() != tag:
            self.faults.append(f"</{tag}>")

    def close(self) -> None:
        super().close()
        self.faults += [f"open: {tag}" for tag in self._open]


def inspect(html: str) -> list[str]:
    reader = Inspection()
    reader.feed(html)
    reader.close()
    return reader.faults


class AllLinks(AnyLinks):
    """A page that lets everything through: what stays safe then is so by the sanitiser."""

    def find_target(self, written: str) -> str:
        return written

    def find_image(self, written: str) -> str:
        return written


def inspect_text(text: str, *, has_title: bool = False) -> list[str]:
    laid = DOCS.render(text, Layout({}, has_title=has_title, prefix="s:", links=AllLinks()))
    return [fault for piece in (laid.title, *laid.pieces) if not isinstance(piece, Embed) for fault in inspect(piece)]


def test_the_inspection_finds_what_it_looks_for() -> None:
    assert inspect('<script src="x">') == ["<script>", "open: script"]
    assert inspect('<p onclick="x"><a href="JavaScript:x">y</p>') == [
        "onclick=x", "href=JavaScript:x", "</p>", "open: p",
    ]  # fmt: skip


def everywhere(text: str) -> str:
    """A text in every place that Markdown has for one."""
    line = " ".join(text.split("\n"))
    return "\n\n".join([
        f"~~~~~~ {line}\n{text}\n~~~~~~", text, f"# {line} {{#{line}}}", f"> {line}", f"- [x] {line}",
        f"| {line} | b |\n|---|---|\n| {line} | {line} |", f"[label]({line})", f'[label](<{line}> "{line}")',
        f"[{line}](https://example.invalid/)", f"![{line}]({line})", f"<{line}>", f"[ref][r]\n\n[r]: {line}",
        f"*{line}* **{line}** `{line}` ~~{line}~~", f"note[^n]\n\n[^n]: {line}", f"> [!NOTE]\n> {line}",
        f'```x title="{line}"\n```', f"```graph {line}\n```", f"<div title='{line}'>{line}</div>",
    ])  # fmt: skip


@pytest.mark.parametrize("at", [0, 3, *(pytest.param(at, marks=pytest.mark.full) for at in (1, 2, 4, 5, 6, 7))])
def test_hostile_texts_stay_text(at: int) -> None:
    for text in HOSTILE[at::8]:  # texts of every sort
        assert inspect_text(everywhere(text)) == [], text
        assert inspect_text(f"# {text}\n\n{text}", has_title=True) == [], text


@given(st.text())
@examples(400)
def test_any_text_is_laid_out(text: str) -> None:
    assert inspect_text(text) == []
    assert inspect_text(text, has_title=True) == []


@pytest.mark.parametrize(
    "unit",
    [
        "> ", "- ", "[", "![", "*a ", "`a", "[a](", "[^1]", "x[^1]\n\n[^1]: a\n\n", "|a", "# a\n", "1. ", "```\n",
        "[a]: b\n", "~~", "<", "> [!NOTE]\n", "- [ ] a\n", "***a", "\\", "&", "a\n\n", "| a | b |\n|--|--|\n| x |\n\n",
    ],
)  # fmt: skip
def test_what_repeats_without_end_is_laid_out(unit: str) -> None:
    """Parsers that go back and forth in such a text are known to take minutes, or to fall down."""
    assert inspect_text(unit * ((12_000 if IS_THOROUGH else 6_000) // len(unit))) == []
