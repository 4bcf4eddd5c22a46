"""Routes: ids of any alphabet as segments that any file system and server takes, and links that work in any folder."""

import posixpath
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser
from support import bean, build, outputs, write_beans

from gen_docs.routes import MAX_SEGMENT_BYTES, item_route, relative_link, segment

CASES = sorted((Path(__file__).parent / "cases").iterdir())


@pytest.mark.parametrize(
    ("identifier", "expected"),
    [
        ("app-o7eq", "app-o7eq"),
        ("Csl26", "Csl26"),
        ("a_b.c", "a_b.c"),
        ("naïve", "naïve"),
        ("珊瑚-1", "珊瑚-1"),
        ("خطة", "خطة"),
        ("a b", "a b"),
        ("100%", "100%"),
        ("a~b", "a~7Eb"),
        ("a/b", "a~2Fb"),
        ("a\\b", "a~5Cb"),
        ("a\tb\n", "a~09b~0A"),
        ("\x00", "~00"),
        ("\x7f", "~7F"),
        ("\x85", "~C2~85"),
        (".env", "~2Eenv"),
        ("..", "~2E~2E"),
        (".", "~2E"),
        ("_site", "~5Fsite"),
        ("a_", "a_"),
        ("end.", "end~2E"),
        ("end..", "end.~2E"),
        ("end ", "end~20"),
        ("con", "~63on"),
        ("CON", "~43ON"),
        ("aux.notes", "~61ux.notes"),
        ("nul", "~6Eul"),
        ("com1", "~63om1"),
        ("lpt9.x", "~6Cpt9.x"),
        ("COM¹", "~43OM¹"),
        ("console", "console"),
        ("con-1", "con-1"),
        ("com", "com"),
        ("com10", "com10"),
        ("index.html", "~69ndex.html"),
        ("Index.MD", "~49ndex.MD"),
        ("index", "index"),
    ],
)
def test_an_id_becomes_a_segment(identifier: str, expected: str) -> None:
    assert segment(identifier) == expected


@given(st.text(min_size=1, max_size=40), st.text(min_size=1, max_size=40))
def test_two_ids_never_have_one_segment(left: str, right: str) -> None:
    assert (segment(left) == segment(right)) == (left == right)


@given(st.text(min_size=1, max_size=400))
def test_a_segment_is_a_name_that_any_system_takes(identifier: str) -> None:
    made = segment(identifier)
    assert 0 < len(made.encode()) <= MAX_SEGMENT_BYTES
    assert not set(made) & {"/", "\\", "\0", "\n"}
    assert made[0] not in "._"
    assert made[-1] not in ". "
    assert made.lower().partition(".")[0] not in {"con", "prn", "aux", "nul", "com1", "lpt1"}


@pytest.mark.parametrize("letter", ["a", "é", "語", "\U0001f400", "/"])
def test_a_long_id_keeps_its_beginning_and_ends_in_a_digest_of_it_all(letter: str) -> None:
    left, right = segment(letter * 300 + "x"), segment(letter * 300 + "y")
    assert left != right
    assert left.partition("~~")[0] == right.partition("~~")[0]
    assert len(left.partition("~~")[2]) == 16
    assert len(left.encode()) <= MAX_SEGMENT_BYTES


def test_an_item_s_folder_stands_in_its_graph_s() -> None:
    assert item_route("beans", "a/b") == "beans/a~2Fb/"


@pytest.mark.parametrize(
    ("target", "page", "link"),
    [
        ("", "", "./"),
        ("", "beans/", "../"),
        ("", "beans/app-1/", "../../"),
        ("beans/", "", "beans/"),
        ("beans/", "todos/", "../beans/"),
        ("beans/app-1/", "beans/app-1/", "../../beans/app-1/"),
        ("assets/beans/index.json", "es/beans/", "../../assets/beans/index.json"),
        ("beans/a b/", "", "beans/a%20b/"),
        ("beans/100%/", "", "beans/100%25/"),
        ("beans/a?b#c/", "", "beans/a%3Fb%23c/"),
        ("beans/a~2Fb/", "", "beans/a~2Fb/"),
        ("beans/é/", "", "beans/%C3%A9/"),
        ('beans/"<&>/', "", "beans/%22%3C&%3E/"),
        ("http:/", "", "http%3A/"),
    ],
)
def test_a_link_is_relative_to_its_page(target: str, page: str, link: str) -> None:
    assert relative_link(target, page) == link


@given(st.text(min_size=1, max_size=20), st.integers(0, 3))
def test_a_link_leads_to_its_target_from_any_depth(identifier: str, depth: int) -> None:
    route = item_route("g", identifier)
    page = "x/" * depth
    link = relative_link(route, page)
    assert not urlsplit(link).scheme
    assert not urlsplit(link).netloc
    assert posixpath.normpath(posixpath.join("/", page, unquote(link))) == "/" + route.rstrip("/")


def internal_links(page: str, html: bytes) -> list[str]:
    """The output paths that a page's relative links lead to."""
    tree = LexborHTMLParser(html.decode())
    found: list[str] = []
    for name, nodes in (("href", tree.css("[href]")), ("src", tree.css("[src]"))):
        for node in nodes:
            parts = urlsplit(node.attributes[name] or "")
            if not parts.scheme and not parts.netloc and parts.path:
                path = posixpath.normpath(posixpath.join(posixpath.dirname(page), unquote(parts.path)))
                found.append(
                    posixpath.join(path, "index.html").removeprefix("./") if parts.path.endswith("/") else path
                )
    return found


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_every_relative_link_of_every_page_leads_to_a_file_of_the_site(case: Path) -> None:
    made = outputs(build(case / "input"))
    pages = [path for path in made if path.endswith(".html") and path != "404.html"]
    assert pages
    broken = [(page, link) for page in pages for link in internal_links(page, made[page]) if link not in made]
    assert broken == []


def test_the_link_check_sees_a_link_that_leads_nowhere() -> None:
    page = b'<a href="../gone/"></a><a href="https://x.example/"></a><a href="#a"></a><img src="a%20b.png">'
    assert internal_links("beans/index.html", page) == ["gone/index.html", "beans/a b.png"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_no_link_depends_on_where_the_site_lies(case: Path) -> None:
    for path, content in outputs(build(case / "input")).items():
        if path.endswith(".html") and path != "404.html":
            for node in LexborHTMLParser(content.decode()).css("[href], [src]"):
                link = node.attributes.get("href") or node.attributes.get("src") or ""
                assert not link.startswith("/"), f"{path}: {link}"


def test_no_two_files_of_a_site_differ_only_in_case(tmp_path: Path) -> None:
    beans = {f"{name}--x.md": bean(name) for name in ("App-1", "app-1", "É-1", "é-1", "ß", "ss")}
    paths = list(outputs(build(write_beans(tmp_path, beans))))
    assert len({path.casefold() for path in paths}) == len(paths)


def test_ids_that_fold_to_one_name_share_the_page_of_the_first_by_bytes(tmp_path: Path) -> None:
    made = outputs(build(write_beans(tmp_path, {"app-1--x.md": bean("Lower"), "APP-1--y.md": bean("Upper")})))
    assert "beans/APP-1/index.html" in made
    assert "beans/app-1/index.html" not in made
    page = made["beans/APP-1/index.html"].decode()
    assert "Lower" in page
    assert "Upper" in page


def test_ids_that_fold_to_one_name_are_two_ids_elsewhere(tmp_path: Path) -> None:
    beans = {"app-1--x.md": bean("Lower"), "APP-1--y.md": bean("Upper"), "z--z.md": bean(blocked_by=["App-1"])}
    site = build(write_beans(tmp_path, beans))
    graph = site.graphs[0].graph
    assert set(graph.ids.files) == {"APP-1", "app-1", "z"}
    assert "App-1" not in graph.ids.files
