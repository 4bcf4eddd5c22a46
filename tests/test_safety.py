"""Work items are text written by agents and strangers: nothing in them runs, leaves the root or stops a build."""

import ast
import os
import re
import socket
import stat
import subprocess
import tempfile
import tomllib
import unicodedata
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from urllib.parse import quote as percent
from urllib.parse import unquote, urljoin, urlsplit

import orjson
import pytest
from click.testing import CliRunner, Result
from hypothesis import example, given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser
from support import (
    PROJECT,
    bean,
    build,
    examples,
    findings,
    item,
    judged,
    outputs,
    projection,
    write_beans,
    write_files,
)

from gen_docs.bodies import MAX_RENDERED_BYTES, Bodies
from gen_docs.catalogue import load_catalogue
from gen_docs.cli import main
from gen_docs.files import MAX_FILE_BYTES, Root
from gen_docs.git import _run
from gen_docs.routes import is_device_name, segment
from gen_docs.text import fold_id

CONFIG = '[graphs.beans]\nkind = "beans"\nstore = ".beans"\n'
PRIVATE = "the secret of another folder"


def invoke(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


def problems(folder: Path) -> list[tuple[str, str]]:
    return [(problem.path, problem.code) for problem in judged(build(folder)).graph.problems]


def problem_of(folder: Path, text: str | bytes) -> str:
    """The code of the problem that a file with this text is; "" when it gives an item."""
    write_beans(folder, {"app-aaaa": text})
    found = judged(build(folder)).graph
    assert len(found.items) + len(found.problems) == 1
    return found.problems[0].code if found.problems else ""


# Reading what a page would do

BODY_TAGS = {
    "a", "blockquote", "br", "code", "del", "div", "em", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre",
    "section", "span", "strong", "sup", "table", "tbody", "td", "th", "thead", "tr", "ul",
}  # fmt: skip
BODY_ATTRIBUTES = {"aria-label", "class", "href", "id", "rel", "role", "scope", "start", "tabindex", "title"}
PAGE_TAGS = BODY_TAGS | {
    "article", "bdi", "dd", "details", "dl", "dt", "footer", "h1", "header", "link", "main", "meta", "nav", "progress",
    "script", "summary", "time", "title", "svg", "path", "use", "button", "label", "input", "select", "option",
    "template", "noscript", "search", "output", "strong", "em", "colgroup", "col", "caption", "dialog", "form",
}  # fmt: skip
SCHEMES = {"", "http", "https", "mailto"}


def scheme_of(address: str) -> str:
    """The scheme as a browser reads it: without the white space and control characters that it drops."""
    seen = re.sub(r"[\x00-\x20]", "", address)
    found = re.match(r"([A-Za-z][A-Za-z0-9+.-]*):", seen)
    return found[1].lower() if found else ""


def elements(html: str) -> list[tuple[str, dict[str, str | None]]]:
    found = [(node.tag or "", dict(node.attributes)) for node in LexborHTMLParser(html).css("*")]
    return [(tag, attributes) for tag, attributes in found if tag not in ("html", "head", "body")]


def check_body(html: str) -> None:
    """What a rendered body may hold."""
    for tag, attributes in elements(html):
        assert tag in BODY_TAGS, tag
        assert set(attributes) <= BODY_ATTRIBUTES, (tag, attributes)
        assert scheme_of(attributes.get("href") or "") in SCHEMES, attributes


def check_page(html: str) -> None:
    """What a whole page may hold: nothing that runs but the site's own scripts, by address."""
    for tag, attributes in elements(html):
        assert tag in PAGE_TAGS, tag
        assert not [name for name in attributes if name.startswith("on") or name in ("style", "srcdoc", "formaction")]
        if tag == "script":
            assert re.fullmatch(r"(\.\./)*assets/_site/[\w/.-]+\.js", attributes.get("src") or ""), attributes
        elif tag != "link":
            for name in ("href", "src", "action", "xlink:href"):
                assert scheme_of(attributes.get(name) or "") in SCHEMES, attributes
    tree = LexborHTMLParser(html)
    assert [node for node in tree.css("script") if (node.text() or "").strip()] == []


def pages(files: dict[str, bytes]) -> dict[str, str]:
    return {path: content.decode() for path, content in files.items() if path.endswith(".html")}


def text_of(html: str, selector: str) -> str:
    node = LexborHTMLParser(html).css_first(selector)
    assert node is not None, selector
    return node.text() or ""


class Nowhere:
    """A page that knows of nothing where a text could lead."""

    def find_target(self, written: str) -> str:  # noqa: ARG002 - as the protocol has it
        return ""

    def link_identifiers(self, html: str) -> str:
        return html


def render(body: str) -> str:
    return str(Bodies(load_catalogue("en")).render(body, Nowhere(), top_level=3, prefix="text0-"))


# Links that leave the root


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A folder beside the repository, of the same form as its store."""
    return write_files(tmp_path / "outside", {"app-zzzz--secret.md": bean(PRIVATE), "file.md": PRIVATE})


@pytest.mark.parametrize(
    "target", ["../../outside/app-zzzz--secret.md", "/etc/hostname", "../../outside", "/dev/zero", "../.."]
)
def test_a_link_that_leaves_the_root_is_not_followed(tmp_path: Path, outside: Path, target: str) -> None:
    root = write_beans(tmp_path / "repo", {"app-aaaa": bean()})
    (root / ".beans/app-link--x.md").symlink_to(target)
    is_folder = (root / ".beans" / target).is_dir()
    assert problems(root) == ([] if is_folder else [(".beans/app-link--x.md", "link-outside-root")])
    everything = b"".join(outputs(build(root)).values())
    assert PRIVATE.encode() not in everything
    assert outside.is_dir()


def test_a_link_through_another_link_that_leaves_the_root_is_not_followed(tmp_path: Path, outside: Path) -> None:
    root = write_beans(tmp_path / "repo", {"app-aaaa": bean()})
    (root / "hop").symlink_to(outside)
    (root / ".beans/app-link--x.md").symlink_to("../hop/app-zzzz--secret.md")
    assert problems(root) == [(".beans/app-link--x.md", "link-outside-root")]


def test_a_folder_link_in_a_store_is_not_entered(tmp_path: Path, outside: Path) -> None:
    root = write_beans(tmp_path / "repo", {"app-aaaa": bean()})
    (root / ".beans/more").symlink_to(outside)
    (root / ".beans/again").symlink_to(".")
    assert [each["id"] for each in projection(build(root))["items"]] == ["app-aaaa"]
    assert problems(root) == []


def test_a_link_to_a_file_of_the_root_is_read(tmp_path: Path) -> None:
    root = write_beans(tmp_path / "repo", {"app-aaaa": bean("One")})
    (root / ".beans/app-link--x.md").symlink_to("app-aaaa--slug.md")
    assert item(build(root), "app-link").values["title"] == "One"


@pytest.mark.parametrize("target", ["../outside", "/", "../repo-not", "hop"])
def test_a_store_that_is_a_link_out_of_the_root_is_refused(tmp_path: Path, outside: Path, target: str) -> None:
    root = write_files(tmp_path / "repo", {".beans.yml": "beans:\n  path: plan\n"})
    write_files(tmp_path / "repo-not", {"app-yyyy--x.md": bean(PRIVATE)})
    (root / "hop").symlink_to(outside)
    (root / "plan").symlink_to(target)
    site = build(root)
    assert judged(site).graph.defect == ("outside-root", "plan")
    assert PRIVATE.encode() not in b"".join(outputs(site).values())


def test_a_root_that_is_itself_a_link_is_read(tmp_path: Path) -> None:
    write_beans(tmp_path / "repo", {"app-aaaa": bean("One")})
    (tmp_path / "link").symlink_to("repo")
    assert outputs(build(tmp_path / "link")) == outputs(build(tmp_path / "repo"))


# Front matter


def front(*lines: str) -> str:
    return "\n".join(["---", "title: One", *lines, "---", "", "Text.", ""])


BOMB = ["a: &a [x, x, x, x, x, x, x, x, x]"] + [
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]" for before, name in zip("abcdefgh", "bcdefghi", strict=True)
]


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (BOMB, "yaml-alias"),
        (["a: &a x"], "yaml-alias"),
        (["tags: [&a x, *a]"], "yaml-alias"),
        (["? &a x", ": y"], "yaml-alias"),
        (["a: &a {b: *a}"], "yaml-alias"),
        (["<<: *nothing"], "yaml-alias"),
        (["a: !!python/object/apply:os.system [true]"], "yaml-tag"),
        (["a: !!str 3"], "yaml-tag"),
        (["a: !<tag:yaml.org,2002:str> 3"], "yaml-tag"),
        (["a: ! x"], "yaml-tag"),
        (["a: !!binary aGk="], "yaml-tag"),
        (["tags: !!set {a, b}"], "yaml-tag"),
        (["a: " + "[" * 33 + "]" * 33], "yaml-depth"),
        (["a: " + "{b: " * 5000], "yaml-depth"),
        (["a: " + "x" * 66_000], "front-matter-too-long"),
        (["a: |", *["  line"] * 10_000], "front-matter-too-long"),
        (["# " + "ü" * 40_000], "front-matter-too-long"),
        (["[a, b]: c"], "yaml-key"),
        (["a: \x07"], "yaml-character"),
        (["a: 'open"], "yaml-syntax"),
        (["...", "--- x", "b: c"], "yaml-syntax"),
        (["a: `x`"], "unquoted-value"),
    ],
)
def test_front_matter_that_could_expand_or_run_is_a_problem(tmp_path: Path, lines: list[str], code: str) -> None:
    assert problem_of(tmp_path, front(*lines)) == code


def test_front_matter_of_exactly_64_kb_is_read_and_one_byte_more_is_not(tmp_path: Path) -> None:
    start = "title: One\nextra: '"
    filler = "y" * (65_536 - len(start) - 2)
    assert problem_of(tmp_path, f"---\n{start}{filler}'\n---\n") == ""
    assert problem_of(tmp_path, f"---\n{start}{filler}y'\n---\n") == "front-matter-too-long"


@pytest.mark.parametrize(
    "written", ["on", "NO", "1.10", "61e5", "0x1F", "0o17", "1_000", "2026-01-02", "12:30:45", ".inf", "=", "<<"]
)
def test_a_scalar_stays_the_text_of_its_source(tmp_path: Path, written: str) -> None:
    write_beans(tmp_path, {"app-aaaa": bean(written, tags=[written], other=written)})
    (found,) = projection(build(tmp_path))["items"]
    assert (found["title"], found["tags"], found["extra"]) == (written, [written], {"other": written})


# Markup in texts

SCRIPTS = [
    "<script>alert(1)</script>",
    "</script><script src=//evil.example/x.js></script>",
    "<img src=x onerror=alert(1)>",
    '"><svg/onload=alert(1)>',
    "<a href='javascript:alert(1)'>x</a>",
    "<style>*{display:none}</style>",
    "<iframe srcdoc='<script>1</script>'></iframe>",
    "<!-- --><base href=//evil.example>",
    "<math><mtext></mtext><mglyph><style></math><img src onerror=alert(1)>",
    "<noscript><p title='</noscript><img src=x onerror=alert(1)>'>",
    "{{ 7 * 7 }}{% include '/etc/passwd' %}",
    "&lt;b&gt; &#60;script&#62;",
    "<plaintext>",
    "<textarea><title>",
    "]]><x:script xmlns:x='http://www.w3.org/1999/xhtml'>alert(1)</x:script>",
    "<form action=//evil.example><input name=q autofocus onfocus=alert(1)>",
    "\u202e<b>",
]


def quote(text: str) -> str:
    """A scalar that both YAML and TOML read as this text."""
    return re.sub(r"[^ -\U0010ffff]|[\x7f-\x9f]", lambda found: f"\\u{ord(found[0]):04x}", orjson.dumps(text).decode())


@pytest.mark.parametrize("text", SCRIPTS)
def test_markup_in_any_field_is_text_on_every_page(tmp_path: Path, text: str) -> None:
    keys: dict[str, Any] = {"tags": [quote(text)], "type": quote(text), "priority": quote(text), "parent": quote(text)}
    write_files(tmp_path, {"gen-docs.toml": f"title = {quote(text)}\n{CONFIG}title = {quote(text)}\n"})
    write_beans(
        tmp_path,
        {
            "app-aaaa": bean(quote(text), quote(text), body=text, blocked_by=[quote(text)], odd=quote(text), **keys),
            "app-bbbb": bean(quote(text), "in-progress", type="epic", blocking=["app-aaaa"]),
            "app-cccc": f"---\n{quote(text)}: [\n---\n",
            "app-dddd": f"---\ntitle: {text}: x\n---\n",
            "app-eeee": f"---\n{quote(text)}: x\ncreated_at: {quote(text)}\n---\n",
        },
    )
    html = pages(outputs(build(tmp_path)))
    for page in html.values():
        check_page(page)
    assert text_of(html["beans/app-aaaa/index.html"], "h1") == text
    assert text in text_of(html["beans/index.html"], "main")
    assert text_of(html["index.html"], "h1") == text


@pytest.mark.parametrize("text", [text for text in SCRIPTS if text.startswith("<")])
def test_raw_html_in_a_body_is_shown_as_text(text: str) -> None:
    for body in (
        text,
        f"a {text} b",
        f"> - {text}",
        f"| {text.replace('|', '')} |\n|-|\n",
        f"# {text}",
        f"[x]({text})",
    ):
        html = render(body)
        check_body(html)
    assert text in text_of(render(f"a\n{text}\nb"), "body").replace("\n", " ").replace("  ", " ")


HOSTILE_LINKS = [
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "java&#115;cript:alert(1)",
    "&#106;&#x61;vascript&colon;alert(1)",
    "javascript&#58;alert(1)",
    "java&Tab;script:alert(1)",
    "java&NewLine;script:alert(1)",
    "&#1;javascript:alert(1)",
    "&#14;  javascript:alert(1)",
    "%6Aavascript:alert(1)",
    "javascript://example.org/%0Aalert(1)",
    "http:javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "data:text/html;base64,PHNjcmlwdD4=",
    "DATA:image/svg+xml,<svg/onload=alert(1)>",
    "vbscript:msgbox(1)",
    "VBScript&colon;msgbox(1)",
    "file:///etc/passwd",
    "blob:https://example.org/x",
    "view-source:javascript:1",
    "feed:javascript:1",
    "\\javascript:alert(1)",
    "jav\\ascript:alert(1)",
    "x-unknown:1",
    "//evil.example/x",
    "\\\\evil.example\\x",
    "/\\evil.example",
]
FORMS: list[Callable[[str], str]] = [
    lambda link: f"[text]({link})",
    lambda link: f"[text](<{link}>)",
    lambda link: f"<{link}>",
    lambda link: f"![text]({link})",
    lambda link: f"[![text]({link})]({link})",
    lambda link: f"[text][1]\n\n[1]: {link} 'title'\n",
    lambda link: f'<a href="{link}">text</a>',
    lambda link: f"[^1]\n\n[^1]: [text]({link})\n",
]


@pytest.mark.parametrize("link", HOSTILE_LINKS)
def test_a_link_of_another_scheme_is_no_link(link: str) -> None:
    for form in FORMS:
        html = render(form(link))
        check_body(html)
        for tag, attributes in elements(html):
            href = attributes.get("href") or ""
            assert "script:" not in href.lower() or href.startswith(("http://", "https://", "mailto:")), (tag, href)
            assert not href.startswith(("//", "\\", "/\\")), href


@pytest.mark.parametrize("link", ["https://example.org/?a=b&c=d#e", "http://example.org", "mailto:a@example.org"])
def test_a_link_to_the_web_or_to_a_mailbox_is_one(link: str) -> None:
    hrefs = [attributes.get("href") for tag, attributes in elements(render(f"[x]({link})")) if tag == "a"]
    assert hrefs == [link]


def test_an_image_is_a_link_and_loads_nothing() -> None:
    html = render("![chart](https://example.org/a.png) [![b](https://example.org/b.png)](https://example.org/)")
    assert "img" not in {tag for tag, _ in elements(html)}
    assert [attributes["href"] for tag, attributes in elements(html) if tag == "a"] == [
        "https://example.org/a.png",
        "https://example.org/",
    ]


PIECES = [
    "<", ">", '"', "'", "&", "&lt;", "&#60;", "<script>", "</script>", "<img src=x onerror=alert(1)>", "<svg onload=x>",
    "javascript:", "data:", "https://a.b", "[", "]", "(", ")", "![", "](", "\n", "\n\n", "```", "~~~", "`", "# ", "> ",
    "- ", "1. ", "- [x] ", "|", "|-|\n", "*", "_", "~~", "[^1]", "[^1]: ", "<!--", "-->", "<![CDATA[", "<?", "\\", "\t",
    "    ", 'style="x"', "onclick=", "\x00", "\x1b", "\u202e", "\ufeff", "<h1>", '<a href="', "id=", "=====", "---",
]  # fmt: skip


@examples(400)
@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=12), max_size=30).map("".join))
@example('[x](https://a.b "onclick=alert(1)")')
@example("[x](<https://a.b\" onclick='alert(1)'>)")
@example('``` "><script>alert(1)</script>\nx\n```')
@example("![<img src=x onerror=alert(1)>](x)")
@example('![" onerror="alert(1)](https://a.b)')
@example("# <h1 onclick=x>\n###### x\n\n<h2>")
@example('- [x] <input type="checkbox" checked="" disabled="" />')
@example('|<td align="left">|\n|:-:|\n|<table>|')
@example('[^<script>]\n\n[^<script>]: x\n\n<li id="fn-x">')
def test_any_body_gives_html_of_the_allow_list(body: str) -> None:
    check_body(render(body))


@examples(40)
@given(
    st.dictionaries(
        st.sampled_from(["title", "status", "type", "priority", "tags", "parent", "created_at", "x", "order"])
        | st.text(st.characters(exclude_categories=["C"]), min_size=1, max_size=6),
        st.lists(st.sampled_from([*SCRIPTS, *PIECES]) | st.text(max_size=6), max_size=3).map("".join),
        max_size=6,
    ),
    st.lists(st.sampled_from(PIECES), max_size=12).map("".join),
)
def test_any_item_gives_pages_on_which_nothing_of_it_runs(fields: dict[str, str], body: str) -> None:
    lines = "\n".join(f"{quote(key)}: {quote(value)}" for key, value in fields.items())
    with tempfile.TemporaryDirectory() as folder:
        write_beans(Path(folder), {"app-aaaa": f"---\n{lines}\n---\n{body}\n", "app-bbbb": bean(parent="app-aaaa")})
        for page in pages(outputs(build(Path(folder)))).values():
            check_page(page)


@examples(200)
@given(
    st.binary(max_size=200)
    | st.lists(
        st.sampled_from([b"---\n", b"title: ", b"[", b"]", b"\xff", b"\r\n", b"\n", b"- ", b"a: b\n", b"&a ", b"\0"])
    ).map(b"".join)
)
def test_any_file_is_an_item_or_a_problem_and_stops_nothing(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        write_beans(Path(folder), {"app-aaaa": data, "app-bbbb": bean()})
        site = build(Path(folder))
        graph = judged(site).graph
        assert len(graph.items) + len(graph.problems) == 2
        assert "app-bbbb" in graph.ids.files
        assert len(projection(site)["items"]) == len(graph.items)


def test_every_page_forbids_what_it_does_not_need(tmp_path: Path) -> None:
    write_beans(tmp_path, {"app-aaaa": bean()})
    html = pages(outputs(build(tmp_path)))
    assert len(html) >= 3
    for page in html.values():
        metas = [attributes for tag, attributes in elements(page) if tag == "meta"]
        (policy,) = [each["content"] or "" for each in metas if each.get("http-equiv") == "Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "base-uri 'none'" in policy
        assert "unsafe" not in policy
        assert "*" not in policy


# Sizes


@pytest.mark.full
def test_a_body_of_5_mb_is_shown_whole_as_escaped_text(tmp_path: Path) -> None:
    line = "<b>&amp; **bold** [x](javascript:1) 日本</b>\n"
    body = line * (5 * 1024 * 1024 // len(line.encode()))
    write_beans(tmp_path, {"app-aaaa": bean(body=body)})
    page = outputs(build(tmp_path))["beans/app-aaaa/index.html"].decode()
    tree = LexborHTMLParser(page)
    (pre,) = tree.css("pre")
    assert (pre.text() or "").strip() == body.strip()
    assert not tree.css("pre *")
    assert "too large" in text_of(page, ".body")


def test_the_limit_of_rendering_counts_bytes() -> None:
    inside, beyond = "ü" * (MAX_RENDERED_BYTES // 2), "ü" * (MAX_RENDERED_BYTES // 2) + "x"
    assert not LexborHTMLParser(render(inside)).css("pre")
    assert LexborHTMLParser(render(beyond)).css("pre")


def test_a_file_over_16_mb_is_a_problem_and_one_of_16_mb_is_read(tmp_path: Path) -> None:
    write_beans(tmp_path, {"app-aaaa": bean("One"), "app-bbbb": bean("Two")})
    os.truncate(tmp_path / ".beans/app-aaaa--slug.md", MAX_FILE_BYTES)
    os.truncate(tmp_path / ".beans/app-bbbb--slug.md", MAX_FILE_BYTES + 1)
    assert problems(tmp_path) == [(".beans/app-bbbb--slug.md", "too-large")]
    assert item(build(tmp_path), "app-aaaa").values["title"] == "One"


# What is no file


@pytest.mark.timeout(20)
@pytest.mark.parametrize("what", ["fifo", "fifo with a writer", "socket", "folder", "dangling link", "loop"])
def test_what_is_no_file_does_not_hang_and_stops_nothing(
    tmp_path: Path, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_beans(tmp_path, {"app-aaaa": bean()})
    name = "app-odd--x.md"
    path = tmp_path / ".beans" / name
    handle = None
    if what.startswith("fifo"):
        os.mkfifo(path)
        handle = os.open(path, os.O_RDWR) if "writer" in what else None
    elif what == "socket":
        monkeypatch.chdir(path.parent)  # a socket's address is short
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(name)
    elif what == "folder":
        path.mkdir()
    else:
        path.symlink_to("nowhere" if what == "dangling link" else name)
    try:
        found = problems(tmp_path)
    finally:
        if handle is not None:
            os.close(handle)
    if what == "folder":
        assert found == []
    else:
        assert [path for path, _ in found] == [f".beans/{name}"]
        assert found[0][1] in ("not-a-file", "unreadable")
    assert projection(build(tmp_path))["items"][0]["id"] == "app-aaaa"


# Names and encodings


@pytest.mark.parametrize(
    ("data", "code", "is_noted"),
    [
        (bean(body="caf\xe9").encode("latin-1"), "", True),
        (bean("caf\xe9").encode("latin-1"), "bad-encoding", False),
        (bean("One").encode("utf-16"), "not-a-record", False),
        (bean("\ufffd"), "", False),
        (b"\xef\xbb\xbf" + bean("One").encode(), "", False),
        (b"", "not-a-record", False),
        (b"\x00" * 100, "not-a-record", False),
        (bean(body="\x00\x01\x7f"), "", False),
        (b"---\ntitle: a\n---\n\xed\xa0\x80", "", True),
    ],
)
def test_bytes_that_are_not_utf_8_are_a_problem_in_front_matter_and_noted_in_a_body(
    tmp_path: Path,
    data: bytes,
    code: str,
    is_noted: bool,  # noqa: FBT001 - a case
) -> None:
    assert problem_of(tmp_path, data) == code
    site = build(tmp_path)
    if not code:
        assert ("bad-encoding" in {finding.rule for finding in findings(site, "app-aaaa")}) is is_noted
    for content in outputs(site).values():
        content.decode()


def test_names_that_are_not_utf_8_are_percent_encoded(tmp_path: Path) -> None:
    root = write_beans(tmp_path, {"app-aaaa": bean()})
    for name in (b"a\xfe--x.md", b"a%FF--x.md", b"caf\xe9%--x.md", "é%--x.md".encode(), b"\xed\xa0\x80--x.md"):
        Path(os.fsdecode(os.fsencode(root) + b"/.beans/" + name)).write_text(bean(), encoding="utf-8")
    site = build(root)
    assert [(each["id"], each["path"]) for each in projection(site)["items"]] == [
        ("%ED%A0%80", ".beans/%ED%A0%80--x.md"),
        ("a%FE", ".beans/a%FE--x.md"),
        ("a%FF", ".beans/a%FF--x.md"),
        ("app-aaaa", ".beans/app-aaaa--slug.md"),
        ("caf%E9%25", ".beans/caf%E9%25--x.md"),
        ("é%", ".beans/é%--x.md"),
    ]
    assert invoke("build", "--root", root).exit_code == 0
    assert (root / "site/beans/caf%E9%25/index.html").is_file()


ODD_IDS = [
    "__proto__", "constructor", "..", "...", ".", ".git", "~", "~root", "CON", "con.txt", "NUL", "LPT1", "COM¹",
    "日本語", "خطة", "🎉", "index.html", "INDEX.MD", "a\\b", "..\\..\\x", "a b", " a", "a ", "%2e%2e", "%", "a?b",
    "a#b", "a&b", "a;b", "a:b", "javascript:x", "http:", '"><script>', "'", "<b>", "a\nb", "a\tb", "\x1b[31m", "\x7f",
    "\u202e", "\ufeff", "$(x)", "`x`", "{{x}}", "{sha}", "*", "|", "_", "_site", "assets", "schemas", "0",
    "x" * 230, "ü" * 110, "e\u0301" * 70,
]  # fmt: skip


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository, built, with an item of every odd id; each waits for the one before it."""
    root = tmp_path_factory.mktemp("odd")
    forge = '[forge]\nkind = "github"\nurl = "https://github.com/o/n"\nbranch = "a b/c?d#e%"\n'
    write_files(
        root,
        {
            "gen-docs.toml": CONFIG + forge,
            **{
                f".beans/{name}--x.md": bean(f"Number {at}", blocked_by=[quote(ODD_IDS[at - 1])])
                for at, name in enumerate(ODD_IDS)
            },
        },
    )
    done = invoke("build", "--root", root)
    assert done.exit_code == 0, done.output
    assert done.stderr == ""
    return root


def test_an_id_of_any_form_has_one_page_below_its_graph(odd: Path) -> None:
    site = build(odd)
    assert set(judged(site).graph.ids.files) == set(ODD_IDS)
    pages = [path for path in outputs(site) if path.startswith("beans/") and path.count("/") == 2]
    assert len(pages) == 2 * len(ODD_IDS)  # each with its twin
    routes = [path for path in pages if path.endswith(".html")]
    assert len(routes) == len(ODD_IDS)
    for path in routes:
        graph, name, file = path.split("/")
        assert (graph, file) == ("beans", "index.html")
        assert name == unicodedata.normalize("NFC", name) or "e\u0301" in name
        assert name not in ("", ".", "..")
        assert name[0] not in "._"
        assert not is_device_name(name)
        assert not re.search(r"[\\\x00-\x1f\x7f]", name)
        assert len(name.encode()) <= 255
        assert (odd / "site" / path).is_file()
    assert not [path for path in (odd / "site").rglob("*") if path.is_symlink()]


def test_every_link_between_pages_of_odd_ids_leads_to_the_page_it_names(odd: Path) -> None:
    count = 0
    for path in (odd / "site").rglob("index.html"):
        here = f"https://x.example/base/{percent(path.parent.relative_to(odd / 'site').as_posix())}/"
        for node in LexborHTMLParser(path.read_text(encoding="utf-8")).css("main a.item, main a[href]"):
            href = node.attributes.get("href") or ""
            if href.startswith(("https://github.com/", "#")):
                continue
            address = urlsplit(urljoin(here, href))
            assert address.netloc == "x.example", href
            assert not address.query or address.path == "/base/beans/", href
            target = odd / "site" / unquote(address.path).removeprefix("/base/")
            assert target.is_file() or (target / "index.html").is_file(), href
            count += 1
    assert count > 2 * len(ODD_IDS)


def test_every_segment_of_an_address_on_a_forge_is_encoded(odd: Path) -> None:
    found = set()
    for path in (odd / "site/beans").rglob("index.html"):
        for node in LexborHTMLParser(path.read_text(encoding="utf-8")).css('a[href^="https://github.com/"]'):
            found.add(node.attributes["href"] or "")
    names = {f".beans/{name}--x.md" for name in ODD_IDS}
    views = {href.removeprefix("https://github.com/o/n/blob/") for href in found if "/blob/" in href}
    assert len(views) == len(ODD_IDS)
    for view in views:
        assert re.fullmatch(r"[A-Za-z0-9/._~%-]+", view), view
        assert unquote(view).removeprefix("a b/c?d#e%/") in names


def test_an_odd_title_is_one_line_on_a_terminal_and_text_in_a_page(tmp_path: Path) -> None:
    title = "a\n\x1b[31mred\x1b[0m\r\x07\u202e::error::x"
    write_beans(tmp_path, {"app-aaaa": bean(quote(title), blocked_by=[quote(title)])})
    assert invoke("build", "--root", tmp_path).exit_code == 0
    write_beans(tmp_path, {"app-aaaa": bean("B", blocked_by=[quote(title)])})
    done = CliRunner().invoke(main, ["check", "--root", str(tmp_path), "--fail-on", "error"], color=True)
    assert done.exit_code == 1
    assert r"a\x0a\x1b[31mred\x1b[0m\x0d\x07\u202e::error::x" in done.output
    assert all(line.isprintable() for line in done.output.splitlines())


@pytest.mark.parametrize(
    "ids",
    [
        ["app-x", "APP-X", "App-X"],
        ["caf\u00e9", "cafe\u0301"],
        ["ß", "ss", "SS"],
        ["\u212a", "k", "K"],
        ["ﬁ", "fi"],
        ["Σ", "σ", "ς"],
        ["con", "CON"],
        ["A" * 220, "a" * 220],
    ],
)
def test_ids_that_one_folder_would_hold_share_the_page_of_the_first(tmp_path: Path, ids: list[str]) -> None:
    write_beans(tmp_path, {name: bean(f"Title {at}", body=f"Body {at}") for at, name in enumerate(ids)})
    site = build(tmp_path)
    found = outputs(site)
    assert set(judged(site).graph.ids.files) == set(ids)
    folder = f"beans/{segment(min(ids, key=str.encode))}"
    route = f"{folder}/index.html"
    assert [path for path in found if path.startswith("beans/") and path.count("/") == 2] == [
        route,
        f"{folder}/index.md",
    ]
    page = text_of(found[route].decode(), "main")
    for at in range(len(ids)):
        assert f"Title {at}" in page
        assert f"Body {at}" in page
    addresses = {
        unquote(urljoin("/beans/", node.attributes.get("href") or ""))
        for node in LexborHTMLParser(found["beans/index.html"].decode()).css("a.item")
    }
    assert addresses == {f"/{route.removesuffix('index.html')}"}


ALPHABET = st.sampled_from(
    [*"~/\\.aAbB_- 0123456789EFef", "\x00", "\x1f", "\x7f", "\x85", "é", "e\u0301", "\u0301", "con", "nul"]
)
IDS = st.lists(ALPHABET, min_size=1, max_size=8).map("".join) | st.text(min_size=1, max_size=300)


@examples(500)
@given(IDS)
def test_any_id_gives_a_safe_segment(identifier: str) -> None:
    found = segment(identifier)
    assert 0 < len(found.encode()) <= 255
    assert not re.search(r"[/\\\x00-\x1f\x7f-\x9f]", found)
    assert found[0] not in "._"
    assert found[-1] not in ". "
    assert not is_device_name(found)
    assert found.lower() not in ("index.html", "index.md")


@examples(300)
@given(st.lists(IDS, min_size=2, max_size=12, unique=True))
@example(["\x01", "~01", "~7E01"])
@example(["x" * 300, "x" * 299, "x" * 301])
@example([".", "~2E", "~2e", ".."])
@example(["a.", "a~2E", "a..", "a.~2E"])
def test_two_ids_never_have_one_folder_unless_they_share_a_page(ids: list[str]) -> None:
    """On a file system that folds case and composes letters as well."""
    assert len({segment(identifier) for identifier in ids}) == len(ids)
    pages_of = {fold_id(identifier): segment(identifier) for identifier in reversed(ids)}
    assert len({fold_id(found) for found in pages_of.values()}) == len(pages_of)


def test_ids_that_objects_of_javascript_know_are_plain_data(tmp_path: Path) -> None:
    write_beans(tmp_path, {"__proto__": bean(__proto__="x", constructor="y"), "constructor": bean()})
    data = projection(build(tmp_path))
    assert [each["id"] for each in data["items"]] == ["__proto__", "constructor"]
    assert data["items"][0]["extra"] == {"__proto__": "x", "constructor": "y"}


# Templates of a site


HOSTILE_TEMPLATES = {
    "mro": "{{ ''.__class__.__mro__ }}",
    "subclasses": "{{ [].__class__.__base__.__subclasses__() }}",
    "attr": "{{ ''|attr('__class__')|attr('__mro__') }}",
    "format": "{{ '{0.__class__.__init__.__globals__}'.format(page) }}",
    "format_map": "{{ '{x.__class__}'.format_map({'x': page}) }}",
    "globals": "{{ say.__globals__ }}",
    "say": "{{ say.__wrapped__.__globals__ }}",
    "cycler": "{{ cycler.__init__.__globals__.os }}",
    "frame": "{{ (x for x in ()).gi_frame }}",
    "import": "{% import 'os' as os %}",
    "unknown": "{{ no_such_name }}",
    "syntax": "{% if %}",
    "above": "{% include '../outside/file.md' %}",
    "absolute": "{% include '/etc/passwd' %}",
    "parent": "{% extends '../../outside/file.md' %}",
    "linked": "{% include 'linked.html' %}",
    "through": "{% include 'folder/file.md' %}",
    "range": "{% for x in range(10 ** 9) %}{% endfor %}",
    "division": "{{ 1 / 0 }}",
    "recursion": "{% macro a() %}{{ a() }}{% endmacro %}{{ a() }}",
    "include itself": "{% include 'home.html' %}",
    "type": "{{ 1 + 'a' }}",
    "key": "{{ say('no.such.sentence') }}",
    "call": "{{ 3() }}",
    "arguments": "{{ say('site.footer', 1, 2) }}",
}


@pytest.mark.parametrize("name", HOSTILE_TEMPLATES)
def test_a_template_of_the_site_runs_in_a_sandbox_and_reads_below_the_root(
    tmp_path: Path, outside: Path, name: str
) -> None:
    root = write_beans(tmp_path / "repo", {"app-aaaa": bean()})
    write_files(root, {"gen-docs.toml": f'templates = "theme"\n{CONFIG}', "theme/home.html": HOSTILE_TEMPLATES[name]})
    (root / "theme/linked.html").symlink_to(outside / "file.md")
    (root / "theme/folder").symlink_to(outside)
    done = invoke("build", "--root", root)
    assert done.exit_code == 2
    assert done.stderr.startswith("error: template ")
    assert PRIVATE not in done.output
    home = root / "site/index.html"
    assert not home.exists()


def test_a_template_of_the_site_stands_before_the_packages_own(tmp_path: Path) -> None:
    root = write_beans(tmp_path, {"app-aaaa": bean("<b>")})
    home = '{% extends "base.html" %}{% block main %}<h1>Mine: {{ site.title }}</h1>{{ "<i>" }}{% endblock %}'
    write_files(root, {"gen-docs.toml": f'title = "<u>"\ntemplates = "theme"\n{CONFIG}', "theme/home.html": home})
    found = outputs(build(root))
    assert text_of(found["index.html"].decode(), "h1") == "Mine: <u>"
    assert b"&lt;i&gt;" in found["index.html"]
    check_page(found["index.html"].decode())


def test_templates_in_a_repository_count_only_when_declared(tmp_path: Path) -> None:
    root = write_beans(tmp_path, {"app-aaaa": bean()})
    before = outputs(build(root))
    write_files(root, {"templates/home.html": "{{ 1 / 0 }}", "home.html": "mine"})
    assert outputs(build(root)) == before


@pytest.mark.parametrize("target", ["../outside", "/etc"])
def test_a_folder_of_templates_that_is_a_link_out_of_the_root_is_refused(
    tmp_path: Path, outside: Path, target: str
) -> None:
    root = write_beans(tmp_path / "repo", {"app-aaaa": bean()})
    (root / "theme").symlink_to(target)
    write_files(root, {"gen-docs.toml": f'templates = "theme"\n{CONFIG}'})
    write_files(outside, {"home.html": PRIVATE})
    done = invoke("build", "--root", root)
    assert done.exit_code == 2
    assert "templates" in done.stderr


# Output, git, and what is never loaded


def test_a_folder_of_somebody_else_is_refused(tmp_path: Path) -> None:
    root = write_beans(tmp_path / "repo", {"app-aaaa": bean()})
    write_files(tmp_path / "home", {"thesis.tex": "years of work", "index.html": "mine"})
    done = invoke("build", "--root", root, "--out", tmp_path / "home")
    assert done.exit_code == 2
    assert "index.html, thesis.tex" in done.stderr
    assert sorted(path.name for path in (tmp_path / "home").iterdir()) == ["index.html", "thesis.tex"]
    assert (tmp_path / "home/index.html").read_text(encoding="utf-8") == "mine"


def test_an_output_folder_that_is_a_link_out_of_the_root_is_refused(tmp_path: Path) -> None:
    """A repository can hold the link `site`: whoever builds it would write where a stranger says."""
    root = write_beans(tmp_path / "repo", {"app-aaaa": bean()})
    (tmp_path / "elsewhere").mkdir()
    (root / "site").symlink_to("../elsewhere")
    done = invoke("build", "--root", root)
    assert done.exit_code == 2
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_git_is_asked_with_a_foreign_repositorys_monitors_off(tmp_path: Path) -> None:
    root = write_beans(tmp_path / "repo", {"app-aaaa": bean()})
    monitor = tmp_path / "monitor"
    monitor.write_text(f"#!/bin/sh\ntouch '{tmp_path}/ran'\n", encoding="utf-8")
    monitor.chmod(stat.S_IRWXU)

    def git(*arguments: str) -> None:
        subprocess.run(["git", "-C", str(root), *arguments], check=True, capture_output=True)

    git("init", "--quiet")
    git("config", "core.fsmonitor", str(monitor))
    git("add", ".beans.yml")
    git("status")
    if not (tmp_path / "ran").exists():
        pytest.skip("this git runs no monitor, so nothing has to be switched off")
    (tmp_path / "ran").unlink()
    assert _run(Root(root), "status").returncode == 0
    assert not (tmp_path / "ran").exists()


def imports_of(source: str) -> Iterable[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_nothing_unpickles_evaluates_or_fetches() -> None:
    forbidden = {"pickle", "marshal", "shelve", "ctypes", "requests", "httpx", "http.client", "urllib.request"}
    for path in (PROJECT / "gen_docs").rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        assert not forbidden & set(imports_of(source)), path
        calls = [node.func for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
        assert not [call for call in calls if isinstance(call, ast.Name) and call.id in ("eval", "exec")], path


def test_what_init_writes_for_a_hostile_repository_is_a_declaration_of_its_words(tmp_path: Path) -> None:
    name = 'x"\n[graphs.evil]\nstore = "/etc'
    store = quote('a"b')
    write_files(tmp_path, {".beans.yml": f"project:\n  name: {quote(name)}\nbeans:\n  path: {store}\n"})
    assert invoke("init", "--root", tmp_path).exit_code == 0
    table = tomllib.loads((tmp_path / "gen-docs.toml").read_text(encoding="utf-8"))
    assert table["title"] == name
    assert list(table["graphs"]) == ["beans"]
    assert table["graphs"]["beans"]["store"] == 'a"b'
