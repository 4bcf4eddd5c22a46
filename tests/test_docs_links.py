"""Where the links of docs lead, what is said of those that lead nowhere, and which files are published for them."""

from pathlib import Path

import pytest
from support import bean, build, outputs, write_files

from gen_docs.docs.library import Library, assign_anchors
from gen_docs.docs.links import MAX_SUGGESTED, Links, Place, Target
from gen_docs.docs.manifest import DocsProblem
from gen_docs.docs.outline import Heading

DECLARATION = """
title = "Plan"
languages = ["en", "es"]
base_url = "https://site.invalid/"
graphs.beans = { kind = "beans", store = ".beans" }
graphs.later = { title = "Later", store = "later" }
"""
FORGE = '[forge]\nkind = "github"\nurl = "https://forge.invalid/a/b"\n'
VIEW = "https://forge.invalid/a/b/blob/main/"
PAGE = 'title = "T"'
BEGIN = "# Begin\n\n## Go on {#on}\n\n## Größe\n\n### Deep\n"
FILES: dict[str, str | bytes] = {
    "content/docs/page.toml": PAGE,
    "content/docs/01-what.md": "# What\n",
    "content/docs/logo.svg": "<svg/>",
    "content/docs/es/01-what.md": "# Qué\n",
    "content/docs/es/local.png": "x",
    "content/docs/guide/page.toml": PAGE,
    "content/docs/guide/01-begin.md": BEGIN,
    "content/docs/guide/02-next.md": "# Next\n\n## After\n",
    "content/docs/guide/es/01-begin.md": "# Empezar\n\n## Seguir\n",
    "content/docs/guide/es/bild.png": "x",
    "content/docs/guide/a picture.png": "x",
    "content/docs/guide/page.html": "<script>1</script>",
    "content/docs/guide/notes": "x",
    "content/docs/guide/sub/page.toml": PAGE,
    "content/docs/other/page.toml": PAGE,
    "content/docs/other/01-one.md": "# One\n",
    "content/docs/folder.d/x.txt": "x",
    ".beans/app-1--first.md": bean("First"),
    ".beans/archive/app-2--second.md": bean("Second", "completed"),
    "README.md": "x",
    "src/main file.py": "x",
    ".git/config": "key",
}


def links_of(folder: Path, forge: str = FORGE, **more: str | bytes) -> Links:
    site = build(write_files(folder, {"gen-docs.toml": DECLARATION + forge, **FILES, **more}))
    return site.links


@pytest.fixture(scope="module")
def links(tmp_path_factory: pytest.TempPathFactory) -> Links:
    return links_of(tmp_path_factory.mktemp("links"))


def place_of(links: Links, path: str, language: str) -> Place:
    """The place of a file of the docs, on the page in a language."""
    for page in links.library.docs.pages:
        for section in page.sections:
            if path in (section.text.path, *(text.path for text, _ in section.translations.values())):
                return Place(page, language, path)
    raise LookupError(path)


GUIDE = "content/docs/guide/01-begin.md"
HERE = Target("page", "guide/")

FROM_GUIDE: dict[str, Target | None] = {
    # the page itself
    "": HERE,
    "#on": Target("page", "guide/", "on"),
    "#begin": Target("page", "guide/", "begin"),
    "#größe": Target("page", "guide/", "größe"),
    "#gr%C3%B6%C3%9Fe": Target("page", "guide/", "größe"),
    "#nowhere": None,
    "#content": None,
    "?x=1": HERE,
    # files of sections
    "02-next.md": Target("page", "guide/", "next"),
    "./02-next.md#after": Target("page", "guide/", "after"),
    "02-next.md#on": Target("page", "guide/", "on"),
    "02-next.md#nowhere": None,
    "02-next.md?plain=1#after": Target("page", "guide/", "after"),
    "../other/01-one.md": Target("page", "other/", "one"),
    "../01-what.md": Target("page", "", "what"),
    "es/01-begin.md": Target("page", "es/guide/", "begin"),
    "es/01-begin.md#seguir": Target("page", "es/guide/", "seguir"),
    "03-missing.md": None,
    # folders of pages
    ".": HERE,
    "./": HERE,
    "../guide/": HERE,
    "page.toml": HERE,
    "sub": Target("page", "guide/sub/"),
    "sub/": Target("page", "guide/sub/"),
    "../other/#one": Target("page", "other/", "one"),
    "../other/page.toml#one": Target("page", "other/", "one"),
    "../": Target("page", ""),
    "..": Target("page", ""),
    "../other/#nowhere": None,
    "../missing/": None,
    "subpage.toml": None,
    # files beside pages
    "a%20picture.png": Target("file", "guide/a picture.png"),
    "a picture.png": Target("file", "guide/a picture.png"),
    "notes": Target("file", "guide/notes"),
    "../logo.svg": Target("file", "logo.svg"),
    "../es/local.png": Target("file", "es/local.png"),
    "es/bild.png": Target("file", "guide/es/bild.png"),
    "missing.png": None,
    "page.html": Target("web", f"{VIEW}content/docs/guide/page.html"),
    "../folder.d": Target("web", f"{VIEW}content/docs/folder.d"),
    # routes from the top of the site
    "/": Target("page", ""),
    "/index.html": Target("page", ""),
    "/guide/": HERE,
    "/guide": HERE,
    "/guide/index.html": HERE,
    "/guide/#on": Target("page", "guide/", "on"),
    "/guide/#nowhere": None,
    "/guide/a%20picture.png": Target("file", "guide/a picture.png"),
    "/es/guide/": Target("page", "es/guide/"),
    "/es/guide/#seguir": Target("page", "es/guide/", "seguir"),
    "/es/guide/#on": None,
    "/es/": Target("page", "es/"),
    "/en/guide/": None,
    "/beans/": Target("page", "beans/"),
    "/beans/#tile-open": Target("page", "beans/", "tile-open"),
    "/later/": Target("page", "later/"),
    "/beans/app-1/": Target("page", "beans/app-1/"),
    "/beans/app-9/": None,
    "/es/beans/": Target("page", "es/beans/"),
    "/es/beans/app-1/": None,
    "/assets/beans/index.json": Target("file", "assets/beans/index.json"),
    "/assets/beans/badge.json": Target("file", "assets/beans/badge.json"),
    "/assets/later/index.json": None,
    "/schemas/beans-1.json": Target("file", "schemas/beans-1.json"),
    "/llms.txt": Target("file", "llms.txt"),
    "/sitemap.xml": Target("file", "sitemap.xml"),
    "/missing/": None,
    "/content/docs/guide/": None,
    "/etc/passwd": None,
    # items and other files of the repository
    "../../../.beans/app-1--first.md": Target("page", "beans/app-1/"),
    "../../../.beans/archive/app-2--second.md#x": Target("page", "beans/app-2/"),
    "../../../README.md": Target("web", f"{VIEW}README.md"),
    "../../../src/main%20file.py#L3": Target("web", f"{VIEW}src/main%20file.py#L3"),
    "../../../missing.py": None,
    # out of the root
    "../../../../x": None,
    "../../../..": None,
    "%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd": None,
    "..\\other\\": None,
    "a%00b": None,
    "%ff": None,
    # addresses
    "https://example.invalid/a#b": Target("web", "https://example.invalid/a#b"),
    "HTTP://example.invalid": Target("web", "HTTP://example.invalid"),
    "mailto:a@example.invalid": Target("web", "mailto:a@example.invalid"),
    "//example.invalid/a": None,
    "javascript:alert(1)": None,
    "JavaScript:alert(1)": None,
    "data:text/html,x": None,
    "file:///etc/passwd": None,
    "ftp://example.invalid": None,
    "vbscript:x": None,
}  # fmt: skip


@pytest.mark.parametrize("written", FROM_GUIDE)
def test_where_a_link_of_a_section_leads(links: Links, written: str) -> None:
    assert links.find(written, place_of(links, GUIDE, "en")) == FROM_GUIDE[written]


FROM_TRANSLATION: dict[str, Target | None] = {
    "": Target("page", "es/guide/"),
    "#seguir": Target("page", "es/guide/", "seguir"),
    "#on": None,
    "01-begin.md": Target("page", "es/guide/", "begin"),
    "02-next.md": Target("page", "es/guide/", "next"),  # as in the text that was translated
    "../02-next.md": Target("page", "es/guide/", "next"),
    "../other/": Target("page", "es/other/"),
    "../../other/": Target("page", "es/other/"),
    "../../es/01-what.md": Target("page", "es/", "what"),
    "bild.png": Target("file", "guide/es/bild.png"),
    "a%20picture.png": Target("file", "guide/a picture.png"),
    "/guide/": Target("page", "es/guide/"),
    "/guide/#seguir": Target("page", "es/guide/", "seguir"),
    "/es/other/#one": Target("page", "es/other/", "one"),
    "/beans/": Target("page", "es/beans/"),
}


@pytest.mark.parametrize("written", FROM_TRANSLATION)
def test_a_translation_leads_to_pages_in_its_language(links: Links, written: str) -> None:
    place = place_of(links, "content/docs/guide/es/01-begin.md", "es")
    assert links.find(written, place) == FROM_TRANSLATION[written]


STAND_INS: dict[str, Target | None] = {
    "#on": Target("page", "es/guide/"),  # which the translation does not have
    "#begin": Target("page", "es/guide/", "begin"),
    "#after": Target("page", "es/guide/", "after"),
    "#nowhere": None,
    "01-begin.md#on": Target("page", "es/guide/", "begin"),
    "../other/#nowhere": None,
}


@pytest.mark.parametrize("written", STAND_INS)
def test_the_source_that_stands_in_for_a_translation_leads_as_near_as_it_can(links: Links, written: str) -> None:
    place = place_of(links, "content/docs/guide/02-next.md", "es")
    assert links.find(written, place) == STAND_INS[written]


def test_without_a_forge_what_the_site_does_not_show_is_text_and_no_problem(tmp_path: Path) -> None:
    text = "# A\n\n[a](../../../README.md) [b](page.html) [c](../../../missing)\n"
    links = links_of(tmp_path, "", **{"content/docs/guide/03-a.md": text})
    place = place_of(links, GUIDE, "en")
    assert links.find("../../../README.md", place) == links.find("page.html", place) == Target("text")
    assert [problem.value for problem in links.problems] == ["../../../missing"]


def test_a_link_on_the_disk_is_nothing_that_the_site_can_show(tmp_path: Path) -> None:
    """Else a change of the docs could publish whatever lies in the root."""
    (tmp_path / "content/docs/guide").mkdir(parents=True)
    (tmp_path / "content/docs/guide/key.txt").symlink_to("../../../.git/config")
    site = build(
        write_files(
            tmp_path,
            {"gen-docs.toml": DECLARATION, **FILES, "content/docs/guide/03-a.md": "![a](key.txt) [b](key.txt)"},
        )
    )
    written = outputs(site)
    assert "guide/key.txt" not in written
    assert b"key" not in [content for name, content in written.items() if not name.endswith((".html", ".md"))]


# --- files ---------------------------------------------------------------------------------------------------------


def test_only_files_that_a_page_shows_or_links_are_published(tmp_path: Path) -> None:
    text = "![a](a%20picture.png) [b](notes) [c](/logo.svg) [d](/assets/beans/index.json) [e](page.html)\n"
    site = build(write_files(tmp_path, {"gen-docs.toml": DECLARATION, **FILES, "content/docs/guide/03-a.md": text}))
    assert site.links.files == {
        "guide/a picture.png": "content/docs/guide/a picture.png",
        "guide/notes": "content/docs/guide/notes",
        "logo.svg": "content/docs/logo.svg",
    }
    written = outputs(site)
    assert written["guide/a picture.png"] == b"x"
    assert {"guide/page.html", "es/local.png", "folder.d/x.txt"}.isdisjoint(written)


@pytest.mark.parametrize(
    "name", ["beans/x.png", "beans", "assets/x.png", "schemas/x.json", "llms.txt", "robots.txt", "sitemap.xml", "es"]
)
def test_no_file_takes_the_place_of_what_the_site_itself_has(tmp_path: Path, name: str) -> None:
    files = {key: text for key, text in FILES.items() if not key.startswith("content/docs/es/")}
    files |= {f"content/docs/{name}": "mine", "content/docs/02-a.md": f"[a]({name}) ![b]({name})"}
    site = build(write_files(tmp_path, {"gen-docs.toml": DECLARATION, **files}))
    assert site.links.files == {}
    paths = [artifact.path for artifact in site.artifacts()]
    assert len(paths) == len(set(paths))
    assert b"mine" not in outputs(site).values()


def test_a_picture_leaves_a_translated_page_its_place(tmp_path: Path) -> None:
    files = {
        "content/docs/p.png/page.toml": PAGE,
        "content/docs/es/p.png": "x",
        "content/docs/02-a.md": "![a](es/p.png)",
    }
    assert links_of(tmp_path, **files).files == {}


# --- problems and suggestions --------------------------------------------------------------------------------------

SUGGESTIONS = {
    "02-nxt.md": "02-next.md",
    "01_begin.md": "01-begin.md",
    "../othr/": "../other/",
    "../other/01-on.md": "../other/01-one.md",
    "../Guide/": "../guide/",
    "subb/": "sub/",
    "/gide/": "/guide/",
    "/bean/": "/beans/",
    "/beans/app-3/": "/beans/app-2/",
    "#begn": "#begin",
    "#On": "#on",
    "02-next.md#aftr": "02-next.md#after",
    "../other/#on": "../other/#one",
    "/es/guide/#segir": "/es/guide/#seguir",
    "#gr%C3%B6se": "#größe",
    "#quite-another-thing": "",
    "https:/typo": "",
    "javascript:x": "",
    "zzzzzzzz": "",
}


@pytest.mark.parametrize("written", SUGGESTIONS)
def test_a_link_that_leads_nowhere_is_a_problem_with_the_nearest_thing_there_is(tmp_path: Path, written: str) -> None:
    path = "content/docs/guide/01-begin.md"
    links = links_of(tmp_path, **{path: f"---\na: b\n---\n{BEGIN}\nWords and\n[a link](<{written}>).\n"})
    assert links.problems == (DocsProblem(path, 13, "docs-link", written, SUGGESTIONS[written]),)


def test_problems_of_translations_name_their_own_files(tmp_path: Path) -> None:
    path = "content/docs/guide/es/01-begin.md"
    links = links_of(tmp_path, **{path: "---\nsource_digest: 0\n---\n# E\n\n[a](02-nxt.md) [b](#segir)\n\n## Seguir\n"})
    assert links.problems == (
        DocsProblem(path, 6, "docs-link", "#segir", "#seguir"),
        DocsProblem(path, 6, "docs-link", "02-nxt.md", "../02-next.md"),
    )


def test_a_graph_that_is_not_declared_is_a_problem(tmp_path: Path) -> None:
    text = "# A\n\n```graph bean\n```\n\n```graph beans\n```\n\n```graph\n```\n"
    links = links_of(tmp_path, **{"content/docs/02-a.md": text})
    assert links.problems == (
        DocsProblem("content/docs/02-a.md", 3, "docs-graph", "bean", "beans"),
        DocsProblem("content/docs/02-a.md", 9, "docs-graph", "", ""),
    )


def test_with_very_many_problems_the_last_have_no_suggestion(tmp_path: Path) -> None:
    text = "\n\n".join("[a](02-nxt.md)" for _ in range(MAX_SUGGESTED + 50))
    problems = links_of(tmp_path, **{"content/docs/guide/03-a.md": text}).problems
    assert len(problems) == MAX_SUGGESTED + 50
    assert [problem.suggestion for problem in problems].count("02-next.md") == MAX_SUGGESTED


def test_problems_of_files_and_of_links_stand_by_their_places(tmp_path: Path) -> None:
    files = {"content/docs/02-b.md": "[a](b)\n\n[c](d)", "content/docs/a.md": "", "content/docs/guide/page.toml": "="}
    problems = links_of(tmp_path, **files).problems
    assert [(problem.path, problem.line) for problem in problems] == [
        ("content/docs/02-b.md", 1),
        ("content/docs/02-b.md", 3),
        ("content/docs/a.md", 0),
        ("content/docs/guide/page.toml", 0),
    ]


# --- anchors -------------------------------------------------------------------------------------------------------


def anchors(*headings: str | tuple[str, str], used: set[str] | None = None) -> list[str]:
    """The anchors of headings with these words, or with words and a pinned anchor."""
    pairs = [(each, "") if isinstance(each, str) else each for each in headings]
    return assign_anchors([Heading(at, 0, words, pinned) for at, (words, pinned) in enumerate(pairs)], used or set())


def test_anchors_are_made_of_words_and_none_is_given_twice() -> None:
    assert anchors("A b", "A b", "a-b", "A b-1", "C") == ["a-b", "a-b-1", "a-b-2", "a-b-1-1", "c"]
    assert anchors("Content", "One", used={"content", "one", "one-1"}) == ["content-1", "one-2"]


def test_what_is_pinned_keeps_its_anchor() -> None:
    assert anchors("Go", ("Other", "go"), "Go") == ["go-1", "go", "go-2"]
    assert anchors(("A", "x"), ("B", "x"), used={"x"}) == ["x-1", "x-2"]


def test_very_many_headings_of_the_same_words_have_anchors_at_once() -> None:
    found = anchors(*["A"] * 50_000)
    assert len(set(found)) == len(found)
    assert found[-1] == "a-49999"


def library_of(folder: Path, source: str, translation: str) -> Library:
    files = {
        "content/docs/03-z.md": source,
        "content/docs/es/03-z.md": translation,
        "content/docs/04-y.md": "# Y\n## Uno\n",
    }
    return links_of(folder, **files).library


@pytest.mark.parametrize(
    ("translation", "wanted"),
    [
        ("# Z\n## Uno\n## Dos\n", ["one", "two"]),
        ("# Z\n### Uno\n### Dos\n", ["one", "two"]),
        ("# Z\n## Uno\n", ["uno-1"]),
        ("# Z\n## Uno\n## Dos\n## One\n", ["uno-1", "dos", "one-1"]),
        ("Nada.\n\n## One\n", ["one-1"]),
        ("Nada.\n", []),
    ],
)
def test_a_translation_has_the_anchors_of_its_source_where_its_headings_are_alike(
    tmp_path: Path, translation: str, wanted: list[str]
) -> None:
    """So that links go on to work; else its own, which none on the page has."""
    library = library_of(tmp_path, "# Z\n## One\n## Two\n", translation)
    section = library.sections_of(library.pages[""], "es")[1]
    assert [entry.anchor for entry in section.entries] == wanted
    every = [entry.anchor for each in library.sections_of(library.pages[""], "es") for entry in each.entries]
    assert len(every) == len(set(every))
