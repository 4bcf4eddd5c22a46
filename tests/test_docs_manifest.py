"""The sources of docs: which folders are pages, which files their sections, whose translations; and what is wrong."""

import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from docs_store import compile_once
from hypothesis import given
from hypothesis import strategies as st
from support import build, examples, outputs, write_files

from gen_docs import files as files_module
from gen_docs.catalogue import load_catalogue
from gen_docs.complaints import word_docs_problem
from gen_docs.docs.manifest import Docs, DocsPage, DocsProblem, read_docs
from gen_docs.files import Root
from gen_docs.tables import DeclarationError

LANGUAGES = ("en", "es", "ar")


def read(folder: Path, files: Mapping[str, Any], languages: tuple[str, ...] = LANGUAGES, docs: str = "d") -> Docs:
    """The docs of a repository whose folder `d` holds the given files."""
    return read_docs(Root(write_files(folder, {f"d/{name}": text for name, text in files.items()})), docs, languages)


def page_of(docs: Docs, route: str = "") -> DocsPage:
    return next(page for page in docs.pages if page.route == route)


def codes(docs: Docs) -> dict[str, str]:
    return {problem.path: problem.code for problem in docs.problems}


def digest(text: str | bytes) -> str:
    return hashlib.sha256(text if isinstance(text, bytes) else text.encode()).hexdigest()[:12]


# --- pages ---------------------------------------------------------------------------------------------------------


def test_folders_with_a_page_toml_are_pages_and_their_routes_are_their_paths(tmp_path: Path) -> None:
    docs = read(
        tmp_path,
        {
            "page.toml": 'title = "Home"',
            "a/page.toml": 'title = "A"\nsummary = "What A is."\norder = 2',
            "a/b/c/page.toml": 'title = "C"',
            "no-page/readme.txt": "",
        },
    )
    assert [(page.route, page.folder, page.title) for page in docs.pages] == [
        ("", "d", "Home"),
        ("a/", "d/a", "A"),
        ("a/b/c/", "d/a/b/c", "C"),
    ]
    assert (page_of(docs, "a/").summary, page_of(docs, "a/").order) == ("What A is.", 2)
    assert docs.problems == ()


def test_titles_and_summaries_by_language(tmp_path: Path) -> None:
    text = 'title = "T"\nsummary = "S"\n[titles]\nes = "Té"\nar = " "\n[summaries]\nes = "Su"'
    page = page_of(read(tmp_path, {"page.toml": text}))
    assert page.titles == {"es": "Té"}, "a title without words is none"
    assert page.summaries == {"es": "Su"}


def test_pages_stand_in_reading_order(tmp_path: Path) -> None:
    """Each before those below it; beside one another by order, then by route, those without an order last."""
    orders = {"": 9, "b": 1, "b/z": 1, "b/a": 2, "a": 2, "c": None, "a-b": None, "x/y": 3, "b/a/q": None, "neg": -1}
    docs = read(
        tmp_path,
        {
            f"{folder}/page.toml".lstrip("/"): f'title = "T"\n{"" if order is None else f"order = {order}"}'
            for folder, order in orders.items()
        },
    )
    wanted = ["", "neg/", "b/", "b/z/", "b/a/", "b/a/q/", "a/", "a-b/", "c/", "x/y/"]
    assert [page.route for page in docs.pages] == wanted


BAD_MANIFESTS: dict[str, tuple[str | bytes, str, str]] = {
    "no TOML": ("title = ", "docs-toml", "at end of document"),
    "no UTF-8": (b'title = "\xff"', "docs-toml", "utf-8"),
    "a number without end": ("title = 'T'\norder = " + "9" * 5000, "docs-toml", "digits"),
    "deep": ("a = " + "[" * 20_000, "docs-toml", ""),
    "no title": ('summary = "S"', "docs-key", "title: is missing"),
    "an empty title": ('title = " "', "docs-key", "title: is missing"),
    "a title that is no text": ("title = 3", "docs-key", "title: must be text, not a whole number"),
    "an order that is no number": (
        'title = "T"\norder = "first"',
        "docs-key",
        "order: must be a whole number, not text",
    ),
    "an unknown key": ('title = "T"\nsumary = "S"', "docs-key", "sumary: unknown key"),
    "titles that are no table": ('title = "T"\ntitles = "S"', "docs-key", "titles: must be a table, not text"),
    "a list": ("[[title]]", "docs-key", "title: must be text, not a list"),
}


@pytest.mark.parametrize("name", BAD_MANIFESTS)
def test_a_bad_page_toml_is_a_problem_and_its_page_stands(tmp_path: Path, name: str) -> None:
    text, code, words = BAD_MANIFESTS[name]
    docs = read(tmp_path, {"guide/page.toml": text, "guide/01-a.md": "# A"})
    (problem,) = docs.problems
    assert (problem.path, problem.line, problem.code) == ("d/guide/page.toml", 0, code)
    assert words in problem.value
    page = page_of(docs, "guide/")
    assert page.title in ("guide", "T")
    assert [section.name for section in page.sections] == ["a"]


def test_what_is_right_in_a_page_toml_counts_beside_what_is_wrong(tmp_path: Path) -> None:
    page = page_of(read(tmp_path, {"page.toml": 'summary = "S"\norder = 3\ntitle = ""'}))
    assert (page.title, page.summary, page.order) == ("d", "S", 3)


@pytest.mark.parametrize("text", ['﻿title = "T"', 'title = "T"\r\nsummary = "S"\r\n', "title = '''\nT'''"])
def test_a_page_toml_may_begin_with_a_mark_and_end_lines_as_it_likes(tmp_path: Path, text: str) -> None:
    docs = read(tmp_path, {"page.toml": text})
    assert (page_of(docs).title, docs.problems) == ("T", ())


@pytest.mark.parametrize(
    "folder",
    ["_a", "-a", "a b", "a%20b", "a&b", "index.md", "index.html", "con", "aux.x", "a.", "a~b", "a'b", "x" * 201],
)
def test_a_folder_whose_name_cannot_be_a_part_of_an_address_is_no_page(tmp_path: Path, folder: str) -> None:
    docs = read(tmp_path, {f"{folder}/page.toml": 'title = "T"', "page.toml": 'title = "T"'})
    assert [page.route for page in docs.pages] == [""]
    assert codes(docs) == {f"d/{folder}/page.toml": "docs-folder"}


@pytest.mark.parametrize("folder", ["a", "A-b_c.d", "2026", "über", "漢字", "हिन्दी", "e\u0301tude", "x" * 200])
def test_a_folder_may_be_named_in_any_script(tmp_path: Path, folder: str) -> None:
    docs = read(tmp_path, {f"{folder}/page.toml": 'title = "T"'})
    assert ([page.route for page in docs.pages], docs.problems) == ([f"{folder}/"], ())


def test_a_folder_with_a_dot_is_left_alone(tmp_path: Path) -> None:
    assert read(tmp_path, {".hidden/page.toml": "no TOML", ".hidden/a.md": ""}) == Docs("d")


def test_without_the_folder_there_are_no_docs(tmp_path: Path) -> None:
    assert read_docs(Root(tmp_path), "content/docs", LANGUAGES) == Docs("content/docs")


@pytest.mark.parametrize("docs", ["d", "d/", "./d", "x/../d"])
def test_the_folder_may_be_written_in_several_ways(tmp_path: Path, docs: str) -> None:
    found = read(tmp_path, {"a/page.toml": 'title = "T"', "a/01-b.md": "# B", "x": ""}, docs=docs.replace("x/../", ""))
    assert (found.folder, page_of(found, "a/").folder) == ("d", "d/a")


def test_the_root_itself_may_hold_the_docs(tmp_path: Path) -> None:
    root = Root(write_files(tmp_path, {"page.toml": 'title = "T"', "a/page.toml": 'title = "A"', "a/01-b.md": "# B"}))
    docs = read_docs(root, ".", LANGUAGES)
    assert [(page.route, page.folder) for page in docs.pages] == [("", ""), ("a/", "a")]
    assert docs.inner_of("a/01-b.md") == docs.path_of("a/01-b.md") == "a/01-b.md"
    assert docs.inner_of(".") == ""


def test_a_folder_outside_the_root_is_one_problem(tmp_path: Path) -> None:
    docs = read_docs(Root(tmp_path), "../elsewhere", LANGUAGES)
    assert docs.problems == (DocsProblem("../elsewhere", 0, "outside-root"),)


# --- sections ------------------------------------------------------------------------------------------------------


def test_sections_stand_in_the_order_of_their_file_names(tmp_path: Path) -> None:
    names = ["10-ten.md", "2-two.md", "01-a.b_c.md", "01-1-one.md", "007-漢字.md"]
    page = page_of(read(tmp_path, {"page.toml": 'title = "T"', **{name: f"# {name}" for name in names}}))
    assert [(section.name, section.text.path) for section in page.sections] == [
        ("漢字", "d/007-漢字.md"),
        ("1-one", "d/01-1-one.md"),
        ("a.b_c", "d/01-a.b_c.md"),
        ("ten", "d/10-ten.md"),
        ("two", "d/2-two.md"),
    ]


@pytest.mark.parametrize(
    "name", ["a.md", "README.md", "1a.md", "01-.md", "-a.md", "01-a b.md", '01-a"b.md', "01-a:b.md"]
)
def test_other_names_are_no_sections(tmp_path: Path, name: str) -> None:
    docs = read(tmp_path, {"page.toml": 'title = "T"', name: "# A"})
    assert page_of(docs).sections == ()
    assert codes(docs) == {f"d/{name}": "docs-name"}


def test_a_section_without_a_page_is_not_shown(tmp_path: Path) -> None:
    docs = read(tmp_path, {"page.toml": 'title = "T"', "a/01-b.md": "# B", "a/es/01-b.md": "# B"})
    assert codes(docs) == {"d/a/01-b.md": "docs-no-page", "d/a/es/01-b.md": "docs-no-page"}


def test_of_two_sections_with_one_name_the_second_has_its_number_in_its_anchor(tmp_path: Path) -> None:
    names = ["01-a.md", "02-03-a.md", "02-a.md", "03-a.md", "04-02-a.md"]
    docs = read(tmp_path, {"page.toml": 'title = "T"', **dict.fromkeys(names, "# A")})
    found = [section.name for section in page_of(docs).sections]
    assert found[:3] == ["a", "03-a", "02-a"]
    assert len(set(found)) == len(names)
    assert all(re.fullmatch(r"[\w.-]+", name) for name in found)
    assert {path: code for path, code in codes(docs).items() if code != "docs-same-name"} == {}
    (first, *_) = docs.problems
    assert (first.path, first.value) == ("d/02-a.md", "d/01-a.md")


def test_no_section_takes_an_anchor_that_every_page_has(tmp_path: Path) -> None:
    files = {"page.toml": 'title = "T"', "01-content.md": "# A", "02-voice.md": "# B"}
    docs = read(tmp_path, files)
    assert [section.name for section in page_of(docs).sections] == ["01-content", "02-voice"]
    assert docs.problems == ()


TEXTS: dict[str, tuple[str | bytes, str, int]] = {
    "plain": ("# A\n\nb\n", "# A\n\nb\n", 0),
    "CRLF": (b"# A\r\n\r\nb\r\n", "# A\n\nb\n", 0),
    "CR": (b"# A\rb", "# A\nb", 0),
    "a mark at the start": (b"\xef\xbb\xbf# A", "# A", 0),
    "front matter": ("---\ntitle: x\n---\n# A\n", "# A\n", 3),
    "front matter with CRLF and a mark": (b"\xef\xbb\xbf---\r\ntitle: x\r\n---\r\n# A\r\n", "# A\n", 3),
    "empty front matter": ("---\n---\n# A", "# A", 2),
    "front matter with lists and comments": ("---\n\ntags:\n- a\n# b\n---\n\n# A", "\n# A", 6),
    "front matter alone": ("---\ntitle: x\n---", "", 2),
    "rules at the start": ("---\n\nWords.\n\n---\n\n# A", "---\n\nWords.\n\n---\n\n# A", 0),
    "front matter that does not end": ("---\ntitle: x\n\n# A", "---\ntitle: x\n\n# A", 0),
    "an end in a line": ("---\ntitle: a---\nb: c\n---\n# A", "# A", 4),
    "front matter that is not at the start": ("\n---\na: b\n---\n", "\n---\na: b\n---\n", 0),
    "nothing": ("", "", 0),
    "a zero": ("a\0b", "a\0b", 0),
}


@pytest.mark.parametrize("name", TEXTS)
def test_what_a_file_says(tmp_path: Path, name: str) -> None:
    written, markdown, offset = TEXTS[name]
    docs = read(tmp_path, {"page.toml": 'title = "T"', "01-a.md": written})
    (section,) = page_of(docs).sections
    assert (section.text.markdown, section.text.offset, docs.problems) == (markdown, offset, ())


def test_a_file_that_is_no_text_is_not_shown(tmp_path: Path) -> None:
    docs = read(tmp_path, {"page.toml": 'title = "T"', "01-a.md": b"\xff\xfe", "02-b.md": "# B"})
    assert [section.name for section in page_of(docs).sections] == ["b"]
    assert codes(docs) == {"d/01-a.md": "docs-encoding"}


def test_links_out_of_the_root_are_not_followed(tmp_path: Path) -> None:
    write_files(tmp_path, {"secret.md": "# S", "secret.toml": 'title = "S"'})
    root = write_files(tmp_path / "root", {"d/page.toml": 'title = "T"', "d/a/x.txt": ""})
    (root / "d/01-a.md").symlink_to(tmp_path / "secret.md")
    (root / "d/a/page.toml").symlink_to(tmp_path / "secret.toml")
    (root / "d/02-loop.md").symlink_to("02-loop.md")
    docs = read_docs(Root(root), "d", LANGUAGES)
    assert [page.title for page in docs.pages] == ["T", "a"]
    assert set(codes(docs)) == {"d/01-a.md", "d/02-loop.md", "d/a/page.toml"}
    assert page_of(docs).sections == ()


# --- translations --------------------------------------------------------------------------------------------------

SOURCE = "# Begin\n\nWords.\n"
FRONTS = {
    f"---\nsource_digest: {digest(SOURCE)}\n---\n": True,
    f'---\nsource_digest: "{digest(SOURCE)}"\nby: somebody\n---\n': True,
    f"---\nby: somebody\nsource_digest:    '{digest(SOURCE)}'  \n---\n": True,
    f"---\r\nsource_digest: {digest(SOURCE)}\r\n---\r\n": True,
    "---\nsource_digest: 000000000000\n---\n": False,
    f"---\nsource_digest: {digest(SOURCE)[:-1]}\n---\n": False,
    f"---\nold_source_digest: {digest(SOURCE)}\n---\n": False,
    f"---\nby: somebody\n---\n\nsource_digest: {digest(SOURCE)}\n": False,
    "---\nsource_digest:\n---\n": False,
    "": False,
}


@pytest.mark.parametrize("front", FRONTS)
def test_a_translation_is_fresh_where_it_names_its_source(tmp_path: Path, front: str) -> None:
    docs = read(tmp_path, {"page.toml": 'title = "T"', "01-a.md": SOURCE, "es/01-a.md": front.encode() + b"# Para\n"})
    (section,) = page_of(docs).sections
    text, is_fresh = section.translations["es"]
    assert (is_fresh, text.path) == (FRONTS[front], "d/es/01-a.md")
    assert text.markdown.endswith("# Para\n")
    assert "ar" not in section.translations
    assert docs.problems == ()


def test_the_digest_is_that_of_the_bytes_of_the_source(tmp_path: Path) -> None:
    source = b"\xef\xbb\xbf---\r\na: b\r\n---\r\n# A\r\n"
    files = {
        "page.toml": 'title = "T"',
        "01-a.md": source,
        "es/01-a.md": f"---\nsource_digest: {digest(source)}\n---\n",
    }
    assert page_of(read(tmp_path, files)).sections[0].translations["es"][1] is True


def test_a_translation_of_nothing_is_a_problem(tmp_path: Path) -> None:
    files = {"page.toml": 'title = "T"', "01-a.md": "# A", "es/02-b.md": "# B", "es/a.md": "", "x/es/01-a.md": "# A"}
    assert codes(read(tmp_path, files)) == {
        "d/es/02-b.md": "docs-no-source",
        "d/es/a.md": "docs-name",
        "d/x/es/01-a.md": "docs-no-page",
    }


def test_a_translation_that_is_no_text_is_missing(tmp_path: Path) -> None:
    docs = read(tmp_path, {"page.toml": 'title = "T"', "01-a.md": "# A", "es/01-a.md": b"\xff"})
    assert page_of(docs).sections[0].translations == {}
    assert codes(docs) == {"d/es/01-a.md": "docs-encoding"}


def test_a_folder_of_translations_is_no_page(tmp_path: Path) -> None:
    files = {
        "a/page.toml": 'title = "A"',
        "a/01-b.md": "# B",
        "a/es/page.toml": 'title = "Es"',
        "a/es/01-b.md": "# B",
        "a/en/page.toml": 'title = "En"',
    }
    docs = read(tmp_path, files)
    assert [page.route for page in docs.pages] == ["a/"]
    assert codes(docs) == {"d/a/es/page.toml": "docs-language", "d/a/en/page.toml": "docs-language"}
    assert set(page_of(docs, "a/").sections[0].translations) == {"es"}


def test_without_other_languages_there_are_no_folders_of_translations(tmp_path: Path) -> None:
    files = {"page.toml": 'title = "T"', "01-a.md": "# A", "es/page.toml": 'title = "ES"', "es/01-a.md": "# A"}
    docs = read(tmp_path, files, languages=("en",))
    assert ([page.route for page in docs.pages], docs.problems) == (["", "es/"], ())


# --- other files ---------------------------------------------------------------------------------------------------


def test_files_beside_pages_are_those_that_a_browser_takes_for_no_page(tmp_path: Path) -> None:
    shown = ["a/b.png", "a/c.svg", "d.pdf", "no-ending", "x.json", "ü.png"]
    files = [*shown, "a/page.html", "b.HTM", "c.js", "01-a.md", "page.toml", "x.xhtml", ".hidden/a.png"]
    docs = read(tmp_path, dict.fromkeys(files, "x"))
    assert docs.files == tuple(f"d/{name}" for name in sorted(shown))


def test_what_a_link_leads_to_is_no_file_of_the_docs(tmp_path: Path) -> None:
    """Such as the settings of git, in which a machine that builds may keep a key."""
    root = write_files(tmp_path, {"d/page.toml": 'title = "T"', "d/own.txt": "own", ".git/config": "key"})
    (root / "d/link.txt").symlink_to("../.git/config")
    (root / "d/inner.txt").symlink_to("own.txt")
    (root / "d/folder").symlink_to("../.git")
    os.mkfifo(root / "d/pipe.txt")
    assert read_docs(Root(root), "d", LANGUAGES).files == ("d/own.txt",)


# --- routes that are taken -----------------------------------------------------------------------------------------

GRAPHS = 'languages = ["en", "es"]\ngraphs.plan = { title = "P", store = "p" }\n'
TAKEN = {
    "plan": "the graph 'plan'",
    "plan/item": "the graph 'plan'",
    "Plan": "the graph 'plan'",
    "es": "the language 'es'",
    "ES/a": "the language 'es'",
    "en": "the language 'en'",
    "assets": "the site's own files",
    "schemas/a": "the site's own files",
    "llms.txt": "the site's own files",
    "404.html": "the site's own files",
    "sitemap.xml/a": "the site's own files",
    "guide/A": "content/docs/Guide/a/page.toml",
}


@pytest.mark.parametrize("folder", TAKEN)
def test_a_route_is_taken_once_and_the_error_names_both(tmp_path: Path, folder: str) -> None:
    pages = {f"content/docs/{name}/page.toml": 'title = "T"' for name in ("Guide/a", folder)}
    site = build(write_files(tmp_path, {"gen-docs.toml": GRAPHS, **pages}))
    with pytest.raises(DeclarationError) as caught:
        list(site.artifacts())
    (mistake,) = caught.value.mistakes
    assert mistake.file == f"content/docs/{folder}/page.toml"
    assert f"would take the route /{folder}/, which is that of {TAKEN[folder]}" in str(caught.value)


@pytest.mark.parametrize("folder", ["plans", "a/plan", "essay", "a/assets", "sitemap", "robots"])
def test_a_route_that_only_resembles_one_is_free(tmp_path: Path, folder: str) -> None:
    files = {"gen-docs.toml": GRAPHS, f"content/docs/{folder}/page.toml": 'title = "T"'}
    assert f"{folder}/index.html" in outputs(build(write_files(tmp_path, files)))


# --- whatever is written -------------------------------------------------------------------------------------------

NAMES = (
    "page.toml", "01-a.md", "02-b.md", "a/page.toml", "a/01-a.md", "a/es/01-a.md", "a/es/page.toml", "es/01-a.md",
    "es/page.txt", "a/b/page.toml", "a/b/01-x.md", "a/README.md", "_x/page.toml", "a/p.png", "c/01-a.md",
    "a/02-content.md",
)  # fmt: skip
CONTENTS: st.SearchStrategy[str | bytes] = st.one_of(
    st.binary(max_size=60),
    st.text(max_size=60).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.sampled_from([
        b'title = "T"', b'title = "T"\norder = 3\n[titles]\nes = "E"', b"# A\n\n[b](../02-b.md#x) ![p](p.png)\n",
        b"---\n", b"---\nsource_digest: 0\n---\n# A {#content}\n\n## A\n", b"```graph plan\n```\n\n# \n",
        b"\r\r\n\n# A\r\n## A\r\n", b"[a](/es/a/) [b](#a) [c](javascript:x) [d](../../..)\n",
        b"> [!NOTE]\n> # A\n\n[^1]\n\n[^1]: a",
    ]),
)  # fmt: skip
STORES = st.dictionaries(st.sampled_from(NAMES), CONTENTS, max_size=10)


@pytest.fixture(scope="module")
def compiled() -> Iterator[None]:
    with compile_once():
        yield


def write_docs(folder: Path, files: dict[str, str | bytes]) -> Path:
    return write_files(
        folder, {"gen-docs.toml": GRAPHS, **{f"content/docs/{name}": content for name, content in files.items()}}
    )


@given(files=STORES)
@examples(400)
@pytest.mark.usefixtures("compiled")
def test_any_bytes_give_pages_or_problems(
    tmp_path_factory: pytest.TempPathFactory, files: dict[str, str | bytes]
) -> None:
    site = build(write_docs(tmp_path_factory.mktemp("any"), files))
    docs = site.links.library.docs
    assert {f"{page.route}index.html" for page in docs.pages} <= set(outputs(site))
    sections = [section for page in docs.pages for section in page.sections]
    shown = {
        text.path for section in sections for text in (section.text, *(t for t, _ in section.translations.values()))
    }
    blamed = {problem.path for problem in site.links.problems}
    blamed_pages = {Path(path).parent for path in blamed if path.endswith("page.toml")}
    for name in files:
        path = Path(f"content/docs/{name}")
        if name.endswith(".md") and str(path) not in shown | blamed:
            assert blamed_pages & set(path.parents), "what is not shown has been said"
    english = load_catalogue("en")
    assert all(word_docs_problem(problem, english) for problem in site.links.problems)


@given(files=STORES, chance=st.randoms(use_true_random=False))
@examples(100)
@pytest.mark.usefixtures("compiled")
def test_the_order_of_files_on_disk_does_not_matter(
    tmp_path_factory: pytest.TempPathFactory, files: dict[str, str | bytes], chance: Any
) -> None:
    folder = write_docs(tmp_path_factory.mktemp("order"), files)
    list_files = files_module._list_files

    def shuffle(place: bytes, suffix: bytes) -> list[tuple[bytes, str]]:
        listed = list(list_files(place, suffix))
        chance.shuffle(listed)
        return listed

    before = build(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files_module, "_list_files", shuffle)
        after = build(folder)
        assert (outputs(after), after.links.problems) == (outputs(before), before.links.problems)
