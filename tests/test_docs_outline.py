"""Outlines: what the native parser reads in a text is what the drawing parser draws."""

from collections import Counter
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import examples
from test_docs_markdown import DOCS

from gen_docs.bodies import MAX_RENDERED_BYTES
from gen_docs.docs.markdown import find_words
from gen_docs.docs.outline import Fence, Heading, Outline, Reference, outline, slug

# --- the two readings ----------------------------------------------------------------------------------------------


def read_tokens(text: str) -> dict[str, Any]:
    """What the drawing parser's tokens name: targets, headings, and fences that a page fills, with their lines."""
    targets: Counter[str] = Counter()
    headings: list[tuple[int, str]] = []
    fences: list[tuple[int, str]] = []
    tokens = DOCS._parser.parse(text, {})
    for at, token in enumerate(tokens):
        line = token.map[0] if token.map else -1
        if token.level == 0 and token.type == "heading_open" and find_words(tokens[at + 1]):
            headings.append((line, find_words(tokens[at + 1])))
        elif token.level == 0 and token.type == "fence" and token.info.split()[:1] in (["graph"], ["rules"]):
            fences.append((line, " ".join(token.info.split())))
        for child in token.children or ():
            if child.type in ("link_open", "image"):
                targets[unquote(str(child.attrGet("href") or child.attrGet("src") or ""))] += 1
    return {"targets": targets, "headings": headings, "fences": fences}


def read_outline(text: str) -> dict[str, Any]:
    found = outline(text)
    return {
        "targets": Counter(unquote(each.written) for each in found.references),
        "headings": [(each.line, each.title) for each in found.headings],
        "fences": [(each.line, f"{each.word} {each.argument}".strip()) for each in found.embeds],
    }


INLINES = (
    "words", "*slanted*", "snake_case", "`[c](code{n}.md)`", "``[c](code{n}.md) ` ``", "[w](t{n}.md)",
    "[w](<t {n}.md>)", '[w *x*](t{n}.md "A title")', "![alt](p{n}.png)", "[![alt](i{n}.png)](l{n}.md)", "[w][r{n}]",
    "[r{n}]", "![w][r{n}]",
    "<https://example.invalid/{n}>", "<a{n}@example.invalid>", "\\[w](e{n}.md)", "<b title='[q](h{n}.md)'>",
    "**[w](s{n}.md)**", "~~[w](d{n}.md)~~", "[w](ä{n}.md)", "[w](a%20{n}.md)", "[w](a(b){n}.md)", "[w](a\\){n}.md)",
    "w[^{n}]", "[w](p{n}.md#a)", "[w](#a{n})", "&lt;[w](n{n}.md)&gt;", "[[w]](b{n}.md)", "[w](t{n}.md?a=b&amp;c=d)",
    "[w]()", "[`c`](k{n}.md)", "[two\nlines](m{n}.md)", "<!-- [x](y{n}.md) -->", "a | b", "x < y", "[w]{n}",
)  # fmt: skip
CODE = ("[c](code{n}.md)", "# no heading", "> [q](code{n}.md)", "", "[r{n}]: code{n}.md", "    deep", "~~", "``")


class Writer:
    """Draws a text in which all is set apart by empty lines, as one writes by hand. Every target is another one."""

    def __init__(self, draw: Any) -> None:
        self._draw = draw
        self._count = 0
        self.definitions: list[str] = []

    def write(self, depth: int) -> str:
        makers: list[Any] = [
            self.paragraph,
            self.heading,
            self.code,
            self.table,
            self.html,
            self.indented,
            self.rule,
        ]
        makers += [self.nested] * 2 if depth else []
        blocks = [self._choose(makers)(depth) for _ in range(self._draw(st.integers(1, 4)))]
        return "\n\n".join(blocks)

    def _choose(self, options: Any) -> Any:
        return self._draw(st.sampled_from(options))

    def _inline(self) -> str:
        self._count += 1
        written = self._choose(INLINES).replace("{n}", str(self._count))
        if f"r{self._count}]" in written:
            self.definitions.append(f"[r{self._count}]: def{self._count}.md")
        if f"[^{self._count}]" in written:
            self.definitions.append(f"[^{self._count}]: A note with [a link](note{self._count}.md).")
        return str(written)

    def paragraph(self, _: int) -> str:
        return (
            "".join(self._inline() + self._choose((" ", " ", "\n")) for _ in range(self._draw(st.integers(1, 3)))) + "."
        )

    def heading(self, _: int) -> str:
        words = " ".join(self._inline().replace("\n", " ") for _ in range(self._draw(st.integers(0, 2))))
        if self._draw(st.integers(0, 4)) == 0:
            return f"Words {words}\n{self._choose(('===', '---'))}"
        signs = "#" * self._draw(st.integers(1, 6))
        return f"{signs} {words}{self._choose(('', '', ' {#pin}', ' ##', ' {#pin} #'))}"

    def code(self, _: int) -> str:
        fence = self._choose(("```", "````", "~~~"))
        info = self._choose(("", "python", "graph beans", " graph  beans", "rules", "graph", 'x title="[t](u.md)"'))
        lines = [self._choose(CODE).replace("{n}", str(self._count)) for _ in range(self._draw(st.integers(0, 3)))]
        return "\n".join([f"{fence}{info}", *lines, fence])

    def table(self, _: int) -> str:
        cells = [self._inline().replace("\n", " ").replace("|", "/") for _ in range(4)]
        return f"| {cells[0]} | {cells[1]} |\n|---|:-:|\n| {cells[2]} | {cells[3]} |"

    def html(self, _: int) -> str:
        return f"<div class='x'>\n{self._inline()}\n</div>"

    def indented(self, _: int) -> str:
        return f"Words:\n\n    [c](code{self._count}.md)\n    # no heading"

    def rule(self, _: int) -> str:
        return "***"

    def nested(self, depth: int) -> str:
        marker = self._choose(("> ", "> [!NOTE]\n> Words.\n> ", "- ", "1. ", "10) ", "- [ ] Words.\n\n  ", "*   "))
        last = marker.rpartition("\n")[2]
        indent = "> " if last.startswith(">") else " " * len(last)
        lines = self.write(depth - 1).split("\n")
        return str(marker + f"\n{indent}".join(lines))


@st.composite
def texts(draw: Any) -> str:
    writer = Writer(draw)
    text = writer.write(depth=2)
    return "\n\n".join([text, *writer.definitions])


@given(texts())
@examples(3000)
def test_both_parsers_read_the_same(text: str) -> None:
    assert read_outline(text) == read_tokens(text)


@given(texts())
@examples(800)
def test_a_reference_stands_on_the_line_that_it_names(text: str) -> None:
    """But for those whose target is defined elsewhere, and for what is spelt with escapes."""
    lines = text.split("\n")
    for reference in outline(text).references:
        if not reference.written.startswith(("def", "a)", "https:", "mailto:")) and "&" not in reference.written:
            assert reference.written in "\n".join(lines[reference.line : reference.line + 2])


# Where the two still differ: nothing that one writes on purpose, and nothing that breaks a page.
LIMITS = {
    "a note that is defined twice": "[^1]: [a](b.md)\n[^1]: [a](b.md)\n\n[^1]",
    "a note directly below a quote": "> q\n[^1]: [a](b.md)",
    "an underlined heading directly below a definition": "[d]: e.md\nWords\n===",
    "indented code directly below a definition": "[d]: e.md\n    [a](b.md)",
    "an admonition whose text is not quoted": "> [!NOTE]\n    [a](b.md)",
    "a task that begins with code": "- [ ] ```\n  [a](b.md)\n  ```",
    "a scheme that is refused": "[a](javascript:b)",
}


@pytest.mark.parametrize("name", LIMITS)
def test_the_known_limits_are_limits_still(name: str) -> None:
    assert read_outline(LIMITS[name]) != read_tokens(LIMITS[name])


# --- cases ---------------------------------------------------------------------------------------------------------

HEADINGS = {
    "# A": [(0, 0, "A", "")],
    "text\n\n## A\n#### B\n### C\n# D": [(2, 0, "A", ""), (3, 1, "B", ""), (4, 1, "C", ""), (5, 0, "D", "")],
    "# A {#b}\n## C  {#d-e.f} ##": [(0, 0, "A", "b"), (1, 1, "C", "d-e.f")],
    "A\n=\nB\nc\n---": [(0, 0, "A", ""), (2, 1, "B c", "")],
    "# `a_b` *c* [d](e) ![f](g) <h> \\* &amp;": [(0, 0, "a_b c d f <h> * &", "")],
    "# a_b_c 2 * 3": [(0, 0, "a_b_c 2 * 3", "")],
    "# A[^1]\n\n[^1]: b": [(0, 0, "A", "")],
    "# `{#a}`\n# B {#c d}\n# C{#}\n# D {#e:f}": [
        (0, 0, "{#a}", ""),
        (1, 0, "B {#c d}", ""),
        (2, 0, "C{#}", ""),
        (3, 0, "D {#e:f}", ""),
    ],
    "> # A\n\n- # B\n\n#\n\n# &nbsp;\n\n# {#c}": [],
    "> ## A\n\n### B": [(2, 1, "B", "")],
    "```\n# A\n```\n\n    # B\n\n\\# C\n\n#D\n\n####### E": [],
    "# A {#b}\n": [(0, 0, "A", "b")],
}


@pytest.mark.parametrize("text", HEADINGS)
def test_headings(text: str) -> None:
    assert outline(text).headings == tuple(Heading(*heading) for heading in HEADINGS[text])


TITLED = ("# A", "\n\n  ## A", "A\n===", "[a]: b\n\n# C")
UNTITLED = ("a\n# B", "> # A", "#\n# A", "# {#a}", "", "- # A", "    # A", "<!-- a -->\n# B", "[a]: b")


@pytest.mark.parametrize("text", TITLED + UNTITLED)
def test_a_text_has_a_title_where_it_begins_with_a_heading(text: str) -> None:
    assert outline(text).has_title is (text in TITLED)


REFERENCES = {
    "[a](b.md)\n\n![c](d/e.png 'f')": [(0, "b.md"), (2, "d/e.png")],
    "[a](<b c.md>) [d](e%20f.md) [g](ä.md) [h](%C3%BC.md)": [
        (0, "b c.md"),
        (0, "e%20f.md"),
        (0, "ä.md"),
        (0, "%C3%BC.md"),
    ],
    "[a][b]\n\n[c]: unused.md\n[b]: used.md": [(0, "used.md")],
    "[a]() [b](#c) [d](?e)": [(0, ""), (0, "#c"), (0, "?e")],
    "`[a](b)` \\[c](d) [e]\n\n    [f](g)\n\n```\n[h](i)\n```": [],
    "> ```\n> [a](b)\n> ```\n>\n> [c](d)": [(4, "d")],
    "- ```\n  [a](b)\n  ```\n- [c](d)": [(3, "d")],
    "<p>[a](b.md)</p>\n\n<img src='x'> [c](d.md)": [(0, "b.md"), (2, "d.md")],
    "<https://a.invalid/b> <c@d.invalid>": [(0, "https://a.invalid/b"), (0, "mailto:c@d.invalid")],
    "[a](javascript:b) [c](//d) [e](ftp://f)": [(0, "javascript:b"), (0, "//d"), (0, "ftp://f")],
    "a[^1]\n\n[^1]: [b](c.md)\n[^2]: [d](e.md)": [(2, "c.md")],
}


@pytest.mark.parametrize("text", REFERENCES)
def test_references(text: str) -> None:
    assert outline(text).references == tuple(Reference(*reference) for reference in REFERENCES[text])


def test_fences_that_a_page_fills() -> None:
    text = "```graph beans\n```\n\n~~~ rules\n~~~\n\n```graph  a b\n```\n\n- ```graph c\n  ```\n\n```graphs d\n```\n"
    assert outline(text).embeds == (Fence(0, "graph", "beans"), Fence(3, "rules", ""), Fence(6, "graph", "a b"))


def test_a_text_that_is_not_laid_out_names_nothing() -> None:
    assert outline("# A\n\n[b](c)\n\n" + "d" * MAX_RENDERED_BYTES) == Outline()


SLUGS = {
    "Hello World": "hello-world",
    "  What's new? (2026)  ": "whats-new-2026",
    "a_b-c": "a_b-c",
    "A & B": "a--b",
    "C++": "c",
    "漢字 テスト": "漢字-テスト",
    "Über uns": "über-uns",
    "हिन्दी": "हिन्दी",
    "e\u0301tude": "e\u0301tude",
    "!?": "section",
    "😀": "section",
    "a\u200bb\u202e": "ab",
}


@pytest.mark.parametrize("title", SLUGS)
def test_an_anchor_is_made_of_words_as_the_forges_make_it(title: str) -> None:
    assert slug(title) == SLUGS[title]


@given(st.text())
@examples(800)
def test_any_text_has_an_outline_and_any_title_an_anchor(text: str) -> None:
    found = outline(text)
    assert all(0 <= each.line < text.count("\n") + text.count("\r") + 1 for each in found.headings)
    assert not any(character.isspace() or character in "\"'<>&:#" for character in slug(text))
