"""Docs pages as artifacts: what stands around a text, in every language, and in the twins and signposts."""

import hashlib
import itertools
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from docs_store import compile_once
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser, LexborNode
from support import bean, build, examples, outputs, write_files
from test_docs_outline import texts

from gen_docs.build import Build
from gen_docs.docs.library import Library
from gen_docs.docs.manifest import TAKEN_ANCHORS
from gen_docs.docs.pages import MAX_SIBLINGS

DECLARATION = """
title = "Plan"
languages = ["en", "es", "ar"]
base_url = "https://site.invalid/base/"
forge = { kind = "github", url = "https://forge.invalid/a/b" }
graphs.beans = { kind = "beans", store = ".beans" }
graphs.later = { title = "Later", store = "later" }
"""
BEGIN = """# Begin <here>

Words about app-1, `app-1` and #12.

## One

### Deep

## Two `code`
"""


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]


FILES: dict[str, str | bytes] = {
    "gen-docs.toml": DECLARATION,
    ".beans/app-1--first.md": bean("First"),
    "content/docs/page.toml": 'title = "Home & more"\nsummary = "What it <is>."\n[titles]\nes = "Inicio"',
    "content/docs/01-what.md": (
        "# What\n\n[the guide](guide/), [a part](guide/01-begin.md#two-code), ![p](guide/p.png)\n"
    ),
    "content/docs/guide/page.toml": (
        'title = "Guide"\nsummary = "How."\norder = 1\n[titles]\nes = "Guía"\n[summaries]\nes = "Cómo."'
    ),
    "content/docs/guide/01-begin.md": BEGIN,
    "content/docs/guide/02-untitled.md": "No title here.\n\n## Inner\n",
    "content/docs/guide/03-third.md": "# Third\n",
    "content/docs/guide/es/01-begin.md": (
        f"---\nsource_digest: {digest(BEGIN)}\n---\n# Empezar\n\n## Uno\n\n### Hondo\n\n## Dos\n"
    ),
    "content/docs/guide/es/02-untitled.md": "---\nsource_digest: 000000000000\n---\nSin título.\n\n## Dentro\n",
    "content/docs/guide/p.png": b"\x89PNG",
    "content/docs/guide/a/page.toml": 'title = "A"',
    "content/docs/guide/b/page.toml": 'title = "B"\norder = 1',
    "content/docs/panels/page.toml": 'title = "Panels"',
    "content/docs/panels/01-all.md": (
        "```graph beans\n```\n\n# Rules\n\n```rules\n```\n\n"
        "## Later\n\n```graph later\n```\n\n```graph nothing\n```\n"
    ),
}  # fmt: skip


TOP = "https://top.invalid/"


class Built:
    """A built site, and its pages as documents."""

    def __init__(self, site: Build) -> None:
        self.site = site
        self.files = outputs(site)

    @cache  # noqa: B019 - as long as the test runs
    def page(self, route: str = "") -> LexborHTMLParser:
        return LexborHTMLParser(self.files[f"{route}index.html"].decode())

    def text(self, name: str) -> str:
        return self.files[name].decode()


@pytest.fixture(scope="module", autouse=True)
def compiled() -> Iterator[None]:
    with compile_once():
        yield


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return Built(build(write_files(tmp_path_factory.mktemp("pages"), FILES)))


def words(node: LexborNode) -> str:
    return " ".join(node.text().split())


def links(built: Built, route: str, selector: str) -> list[tuple[str, str]]:
    """The words of links on a page, and where they lead as seen from the top of the site."""
    found = [(words(node), node.attributes["href"] or "") for node in built.page(route).css(f"{selector} a[href]")]
    return [(text, urljoin(f"{TOP}{route}", address).removeprefix(TOP)) for text, address in found]


# --- around a text -------------------------------------------------------------------------------------------------


def test_a_page_says_where_it_is(built: Built) -> None:
    assert links(built, "guide/a/", ".crumbs") == [("Home & more", ""), ("Guide", "guide/")]
    assert built.page().css(".crumbs") == []
    titles = {route: words(built.page(route).css("title")[0]) for route in ("", "guide/", "es/guide/")}
    assert titles == {"": "Home & more", "guide/": "Guide · Plan", "es/guide/": "Guía · Plan"}


def test_a_page_has_its_title_its_summary_and_its_sections(built: Built) -> None:
    page = built.page()
    assert words(page.css("h1")[0]) == "Home & more"
    assert words(page.css(".lead")[0]) == "What it <is>."
    assert page.css("meta[name=description]")[0].attributes["content"] == "What it <is>."
    assert [node.id for node in page.css(".docs-section h2")] == ["what"]
    assert built.page("guide/a/").css(".lead, meta[name=description]") == []


def test_what_is_on_a_page_is_listed_down_to_the_second_level(built: Built) -> None:
    assert links(built, "guide/", ".docs-contents") == [
        ("Begin <here>", "guide/#begin"),
        ("One", "guide/#one"),
        ("Two code", "guide/#two-code"),
        ("Inner", "guide/#inner"),
        ("Third", "guide/#third"),
    ]
    inner = [words(node) for node in built.page("guide/").css(".docs-contents .is-inner")]
    assert inner == ["One", "Two code"]
    assert built.page().css(".docs-contents") == [], "a list of one says nothing"


def test_headings_are_in_order_and_anchors_are_where_the_list_leads(built: Built) -> None:
    headings = [(node.tag, node.id) for node in built.page("guide/").css(".docs-text :is(h1,h2,h3,h4,h5,h6)")]
    assert headings == [
        ("h2", "begin"), ("h3", "one"), ("h4", "deep"), ("h3", "two-code"), ("h2", "inner"), ("h2", "third"),
    ]  # fmt: skip
    assert built.page("guide/").css("section#untitled") != []


def test_the_pages_around_a_page(built: Built) -> None:
    below = [("B", "guide/b/"), ("A", "guide/a/")]
    assert links(built, "guide/", ".docs-navigation") == [("Home & more", ""), *below, ("Panels", "panels/")]
    assert words(built.page("guide/").css(".docs-navigation [aria-current=page]")[0]) == "Guide"
    assert links(built, "guide/", ".docs-children") == below
    assert [words(node) for node in built.page().css(".docs-children .hint")] == ["How."]


def test_the_pager_leads_through_all_pages_in_reading_order(built: Built) -> None:
    routes = [""]
    while following := [route for _, route in links(built, routes[-1], ".pager") if route not in routes]:
        routes += following
    assert routes == ["", "guide/", "guide/b/", "guide/a/", "panels/"]
    assert links(built, "guide/a/", ".pager") == [("Previous: B", "guide/b/"), ("Next: Panels", "panels/")]


def test_every_section_leads_to_its_own_source(built: Built) -> None:
    start = "https://forge.invalid/a/b/edit/main/content/docs/guide/"
    sources = {
        route: [node.attributes["href"] for node in built.page(route).css(".docs-section a.docs-edit")]
        for route in ("guide/", "es/guide/")
    }
    assert sources == {
        "guide/": [f"{start}{name}.md" for name in ("01-begin", "02-untitled", "03-third")],
        "es/guide/": [f"{start}{name}.md" for name in ("es/01-begin", "es/02-untitled", "03-third")],
    }
    assert words(built.page("guide/").css(".docs-source code")[0]) == "content/docs/guide/"


def test_without_a_forge_there_is_nothing_to_edit(tmp_path: Path) -> None:
    page = Built(build(write_files(tmp_path, {**FILES, "gen-docs.toml": 'title = "P"'}))).page("guide/")
    assert page.css(".docs-edit") == []


def test_links_and_pictures_lead_from_the_page(built: Built) -> None:
    page = built.page()
    assert [address for _, address in links(built, "", ".docs-text .body")] == ["guide/", "guide/#two-code"]
    assert [node.attributes["src"] for node in page.css(".docs-text img")] == ["guide/p.png"]
    assert [node.attributes["src"] for node in built.page("es/").css(".docs-text img")] == ["../guide/p.png"]
    assert built.files["guide/p.png"] == b"\x89PNG"


def test_what_a_text_names_is_a_link(built: Built) -> None:
    assert links(built, "guide/", ".docs-text .body p") == [
        ("app-1", "beans/app-1/"),
        ("app-1", "beans/app-1/"),
        ("#12", "https://forge.invalid/a/b/issues/12"),
    ]


# --- languages -----------------------------------------------------------------------------------------------------


def test_sections_say_how_their_translation_stands(built: Built) -> None:
    stale, missing = "translation is-stale", "translation is-missing"
    wanted = {"guide/": [[], [], []], "es/guide/": [[], [stale], [missing]], "ar/guide/": [[], [], []]}
    for route, states in wanted.items():
        sections = built.page(route).css(".docs-section")
        found = [[node.attributes["class"] for node in section.css(".translation")] for section in sections]
        assert found == states


def test_a_page_of_which_nothing_is_translated_says_so_once(built: Built) -> None:
    counts = {
        route: len(built.page(route).css(".docs-head .translation")) for route in ("guide/", "es/guide/", "ar/guide/")
    }
    assert counts == {"guide/": 0, "es/guide/": 0, "ar/guide/": 1}


def test_a_text_has_the_language_and_the_direction_that_it_is_written_in(built: Built) -> None:
    def find(route: str) -> list[tuple[str | None, str | None]]:
        nodes = built.page(route).css(".docs-section .body, .docs-section h2")
        return [
            (node.attributes.get("lang"), node.attributes.get("dir")) for node in nodes if node.attributes.get("lang")
        ]

    assert set(find("es/guide/")) == {("es", "ltr"), ("en", "ltr")}
    assert set(find("ar/guide/")) == {("en", "ltr")}
    html = built.page("ar/guide/").css("html")[0]
    assert (html.attributes["lang"], html.attributes["dir"]) == ("ar", "rtl")


def test_a_fresh_translation_keeps_the_anchors_of_its_source(built: Built) -> None:
    ids = [node.id for node in built.page("es/guide/").css(".docs-text :is(h2, h3, h4)")]
    assert ids == ["begin", "one", "deep", "two-code", "inner", "third"]
    assert words(built.page("es/guide/").css("#two-code")[0]) == "Dos"


def test_pages_in_other_languages_have_their_titles_and_lead_to_one_another(built: Built) -> None:
    page = built.page("es/guide/")
    assert words(page.css("h1")[0]) == "Guía"
    assert words(page.css(".lead")[0]) == "Cómo."
    assert links(built, "es/guide/", ".crumbs") == [("Inicio", "es/")]
    assert links(built, "es/guide/", ".docs-children") == [("B", "es/guide/b/"), ("A", "es/guide/a/")]


def test_the_switch_of_languages_names_them_in_themselves(built: Built) -> None:
    page = built.page("es/guide/")
    assert links(built, "es/guide/", ".languages") == [("English", "guide/"), ("العربية", "ar/guide/")]
    assert words(page.css(".languages [aria-current]")[0]) == "español"
    alternates = {node.attributes["hreflang"]: node.attributes["href"] for node in page.css("link[hreflang]")}
    assert alternates == {
        "en": "https://site.invalid/base/guide/",
        "es": "https://site.invalid/base/es/guide/",
        "ar": "https://site.invalid/base/ar/guide/",
    }
    assert page.css("link[rel=canonical]")[0].attributes["href"] == "https://site.invalid/base/es/guide/"


def test_with_one_language_there_is_no_switch(tmp_path: Path) -> None:
    files = {"content/docs/page.toml": 'title = "T"', "content/docs/01-a.md": "# A"}
    built = Built(build(write_files(tmp_path, files)))
    assert built.page().css(".languages, link[hreflang], .translation") == []


@pytest.mark.parametrize("tag", ["en", "xx", "abc-Latn-XY", "zh-Hans", "de-1996", "sr-Latn"])
def test_a_language_that_nobody_knows_keeps_its_tag(tmp_path: Path, tag: str) -> None:
    files = {"gen-docs.toml": f'languages = ["fr", "{tag}"]', "content/docs/page.toml": 'title = "T"'}
    page = Built(build(write_files(tmp_path, files))).page(f"{tag}/")
    assert len(words(page.css(".languages [aria-current]")[0])) > 1


# --- embeds --------------------------------------------------------------------------------------------------------


def test_a_panel_stands_where_the_text_asks_for_it(built: Built) -> None:
    page = built.page("panels/")
    panels = {node.attributes["data-panel"]: node for node in page.css(".docs-text .panel")}
    assert list(panels) == ["beans", "later"]
    assert panels["beans"].attributes["data-index"] == "../assets/beans/index.json"
    assert panels["beans"].css("h2.panel-title"), "no heading is above it"
    assert panels["later"].css("h4.panel-title"), "a heading of the third level is"
    assert words(page.css(".docs-text .warning")[-1]) == "No state graph named nothing is declared."


def test_all_rules_are_listed(built: Built) -> None:
    from gen_docs.rulebook import RULEBOOK

    table = built.page("panels/").css("table.rules")[0]
    assert [words(node.css("code")[0]) for node in table.css("tbody tr")] == list(RULEBOOK)


def test_no_page_uses_an_anchor_twice(built: Built) -> None:
    twice = {
        name: found
        for name in built.files
        if name.endswith("index.html")
        and (
            found := [
                each for each, n in Counter(node.id for node in built.page(name[:-10]).css("[id]")).items() if n > 1
            ]
        )
    }
    assert twice == {}


def test_the_same_embed_may_stand_twice_on_a_page(tmp_path: Path) -> None:
    fences = "```graph beans\n```\n\n```rules\n```\n"
    files = {**FILES, "content/docs/02-a.md": fences * 2, "content/docs/03-b.md": f"# B\n\n{fences}"}
    page = Built(build(write_files(tmp_path, files))).page()
    ids = [node.id for node in page.css("[id]")]
    assert len(page.css(".panel")) == len(page.css("table.rules")) == 3
    assert len(ids) == len(set(ids))


# --- many pages ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """A page with fifty below it."""
    pages = {f"content/docs/p/{at:02}/page.toml": f'title = "P{at}"' for at in range(50)}
    files = {"content/docs/page.toml": 'title = "T"', "content/docs/p/page.toml": 'title = "All"', **pages}
    return Built(build(write_files(tmp_path_factory.mktemp("many"), files)))


@pytest.mark.parametrize(("at", "first"), [(0, 0), (9, 0), (10, 0), (11, 1), (25, 15), (40, 30), (49, 30)])
def test_a_page_names_those_nearest_to_it_and_how_many_more_there_are(many: Built, at: int, first: int) -> None:
    entries = [words(node) for node in many.page(f"p/{at:02}/").css(".docs-navigation li")]
    assert entries == [*(f"P{first + n}" for n in range(MAX_SIBLINGS)), "30 more pages beside it"]
    current = [words(node) for node in many.page(f"p/{at:02}/").css(".docs-navigation [aria-current]")]
    assert current == [f"P{at}"]


def test_the_page_above_lists_all_of_them(many: Built) -> None:
    page = many.page("p/")
    assert len(page.css(".docs-children li")) == 50
    assert len(page.css(".docs-navigation li li")) == MAX_SIBLINGS


def test_what_stands_in_each_page_does_not_grow_with_the_number_of_pages(many: Built) -> None:
    sizes = [len(many.files[f"p/{at:02}/index.html"]) for at in range(50)]
    assert max(sizes) < min(sizes) * 1.1


def test_pages_without_a_page_above_them_lead_to_the_nearest_there_is(tmp_path: Path) -> None:
    """Without a home page of the docs, and with folders that are no pages."""
    files = {f"content/docs/{name}/page.toml": f'title = "{name}"' for name in ("a", "a/b/c", "x/y")}
    built = Built(build(write_files(tmp_path, files)))
    assert built.page().css("h1"), "the small home page of a site without docs"
    assert links(built, "a/b/c/", ".crumbs") == [("a", "a/")]
    assert links(built, "x/y/", ".crumbs") == []
    assert links(built, "x/y/", ".docs-navigation") == [("a", "a/")]
    assert links(built, "a/", ".docs-children") == [("a/b/c", "a/b/c/")]


# --- twins and signposts -------------------------------------------------------------------------------------------


def test_the_twin_of_a_page(built: Built) -> None:
    assert built.text("index.md") == (
        "# Home & more\n\nWhat it <is>.\n\n# What\n\n"
        "[the guide](guide/index.md), [a part](guide/index.md#two-code), ![p](guide/p.png)\n"
    )
    assert built.text("es/guide/index.md").startswith("# Guía\n\nCómo.\n\n# Empezar\n\n## Uno\n")
    assert "source_digest" not in built.text("es/guide/index.md")
    assert built.page("es/guide/").css("link[rel=alternate][type='text/markdown']")[0].attributes["href"] == "index.md"


TWINS = {
    "[a](guide/01-begin.md#one) [b](/beans/)": "[a](guide/index.md#one) [b](beans/index.md)",
    "[a](/beans/app-1/)": "[a](beans/app-1/index.md)",
    '[a](guide/ "Title") ![b](<guide/p.png>)': '[a](guide/index.md "Title") ![b](guide/p.png)',
    "[a][b]\n\n[b]: guide/ 'T'": "[a][b]\n\n[b]: guide/index.md 'T'",
    "[a](/later/) [b](/)": "[a](later/) [b](index.md)",
    "[a](missing.md) [b](javascript:x)": "[a](missing.md) [b](javascript:x)",
    "[a](https://example.invalid/(b)) <https://c.invalid>": "[a](<https://example.invalid/(b)>) <https://c.invalid>",
    "`[a](guide/)` [b](guide/)": "`[a](guide/)` [b](guide/index.md)",
    "```\n[a](guide/)\n```\n\n[b](guide/)": "```\n[a](guide/)\n```\n\n[b](guide/index.md)",
    "> ```\n> [a](guide/)\n> ```": "> ```\n> [a](guide/)\n> ```",
    "[^a]\n\n[^a]: guide/": "[^a]\n\n[^a]: guide/",
    "<a@b.invalid>": "<a@b.invalid>",
    "```graph beans\nignored\n```\n\nWords": "[Beans](beans/index.md)\n\nWords",
    "```graph later\n```": "[Later](later/)",
    "```graph nothing\n```\n\nWords": "Words",
    "- ```graph beans\n  ```": "- ```graph beans\n  ```",
    "# A {#b}\r\n\r\nc": "# A {#b}\n\nc",
    "\n\n\nWords\n\n\n": "Words",
}  # fmt: skip


@pytest.mark.parametrize("text", TWINS)
def test_the_text_of_a_twin(tmp_path: Path, text: str) -> None:
    """As it is written, but its links lead where those of the page do, and embeds are what they show."""
    site = build(write_files(tmp_path, {**FILES, "content/docs/01-what.md": text}))
    twin = next(artifact for artifact in site.artifacts() if artifact.path == "index.md").content().decode()
    assert twin.partition("What it <is>.\n\n")[2] == f"{TWINS[text]}\n"


def test_the_rules_in_a_twin(built: Built) -> None:
    twin = built.text("panels/index.md")
    assert "\n- `parent-unknown` (" in twin
    assert "```" not in twin


def test_programs_find_every_page(built: Built) -> None:
    guide = built.text("llms.txt")
    assert "## Docs\n\n- [Home & more](index.md): What it <is>.\n- [Guide](guide/index.md): How.\n" in guide
    assert "\n- [B](guide/b/index.md)\n" in guide
    addresses = re.findall(r"<loc>([^<]*)</loc>", built.text("sitemap.xml"))
    pages = {name.removesuffix("index.html") for name in built.files if name.endswith("index.html")}
    assert Counter(addresses) == Counter(f"https://site.invalid/base/{route}" for route in pages)
    assert "ar/guide/b/" in pages


def test_without_docs_nothing_speaks_of_them(tmp_path: Path) -> None:
    built = Built(
        build(write_files(tmp_path, {".beans/app-1--a.md": bean(), ".beans.yml": "beans:\n  path: .beans\n"}))
    )
    assert "## Docs" not in built.text("llms.txt")
    assert "Docs" not in [words(node) for node in built.page().css("header a")]


# --- whatever is written -------------------------------------------------------------------------------------------


def anchors_in(html: bytes) -> list[str]:
    """The ids of a page's sections and headings: what is numbered in a section has a `:`."""
    page = LexborHTMLParser(html.decode())
    ids = [node.id or "" for node in page.css("[id]")]
    assert len(ids) == len(set(ids))
    levels = [int((node.tag or "")[1:]) for node in page.css("h1, h2, h3, h4, h5, h6")]
    assert [pair for pair in itertools.pairwise(levels) if pair[1] - pair[0] > 1] == [], "no level is left out"
    return [each for each in ids if ":" not in each and each not in TAKEN_ANCHORS]


def check_anchors(library: Library, files: dict[str, bytes]) -> None:
    for language in library.languages:
        for route in library.pages:
            found = anchors_in(files[f"{library.route_in(language, route)}index.html"])
            assert sorted(found) == sorted(library.anchors_of(route, language))


TEXTS = st.one_of(
    texts(),
    st.lists(
        st.sampled_from([
            "# A", "## A", "## B {#a}", "### A-1", "## One", "## Content", "# Voice {#content}", "## two:embed-0",
            "A\n---", "> ## A", "- # B", "> #### C", "##### D", "```graph beans\n```", "# {#a}", "#", "```rules\n```",
            "Words[^1]\n\n[^1]: note", "## `A`",
            "## ![A](b)",
        ]),
        max_size=8,
    ).map("\n\n".join),
)  # fmt: skip


ANCHORED = 'languages = ["en", "es"]\ngraphs.beans = { kind = "beans", store = ".beans" }\n'


@given(sources=st.lists(TEXTS, min_size=1, max_size=3), translations=st.lists(TEXTS, max_size=2), data=st.data())
@examples(300)
def test_anchors_are_unique_on_every_page_and_those_that_links_are_checked_against(
    tmp_path_factory: pytest.TempPathFactory, sources: list[str], translations: list[str], data: Any
) -> None:
    names = data.draw(st.lists(st.sampled_from(["one", "a", "a-1", "content", "two", "b"]), min_size=3, max_size=3))
    files = {f"content/docs/{at}-{names[at]}.md": text for at, text in enumerate(sources)}
    files |= {f"content/docs/es/{at}-{names[at]}.md": text for at, text in enumerate(translations)}
    declared = {"gen-docs.toml": ANCHORED, ".beans/app-1--a.md": bean(), "content/docs/page.toml": 'title = "T"'}
    site = build(write_files(tmp_path_factory.mktemp("anchors"), {**declared, **files}))
    check_anchors(site.links.library, outputs(site))


def test_anchors_of_the_pages_above(built: Built) -> None:
    check_anchors(built.site.links.library, built.files)
