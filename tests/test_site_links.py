"""Every link of a whole site, checked by a reader that knows nothing of how the site was made.

It reads artifacts: pages, their twins, style sheets, scripts, site maps. Whatever leads into the site must lead to a
file that is there, and to an id on the page where it names one.
"""

import re
from collections.abc import Iterator, Mapping
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from docs_store import write_docs_store
from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin
from selectolax.lexbor import LexborHTMLParser
from support import PROJECT, build, outputs

Files = Mapping[str, bytes]

ANYWHERE = "https://anywhere.invalid/some/base/"
TARGETS = (
    "href",
    "src",
    "data-index",
    "data-summary",
    "data-messages",
    "data-route",
    "poster",
    "action",
    "cite",
    "data",
)
NAMES_OF_IDS = ("aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "for", "headers", "data-copy-from")
CSS_ADDRESS = re.compile(r"url\(\s*[\"']?([^\"')]+)")
JS_IMPORT = re.compile(r"(?:\bfrom|\bimport)\s*\(?\s*[\"'](\.[^\"']+)[\"']")


MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table").use(footnote_plugin)


class SiteReader:
    """A site as its artifacts by path. `base` is where it is published."""

    def __init__(self, files: Files, base: str = ANYWHERE) -> None:
        self._files = files
        self._base = base
        self._ids: dict[str, list[str]] = {}
        self.count = 0

    def _ids_of(self, name: str) -> list[str]:
        if name not in self._ids:
            page = LexborHTMLParser(self._files.get(name, b"").decode()) if name.endswith(".html") else None
            self._ids[name] = [node.id or "" for node in page.css("[id]")] if page else []
        return self._ids[name]

    def find_faults(self, *names: str) -> list[str]:
        """What is wrong in some files, in all where none is named."""
        readers = {
            "html": self._read_page, "md": self._read_twin, "txt": self._read_twin, "css": self._read_sheet,
            "js": self._read_script, "xml": self._read_map,
        }  # fmt: skip
        return [
            fault
            for name in names or self._files
            if (reader := readers.get(name.rpartition(".")[2]))
            for fault in reader(name, self._files[name].decode())
        ]

    def _read_page(self, name: str, text: str) -> Iterator[str]:
        ids = self._ids_of(name)
        yield from (f"{name}: the id {each!r} stands twice" for each in sorted({e for e in ids if ids.count(e) > 1}))
        page = LexborHTMLParser(text)
        for node in page.css("*"):
            for attribute, value in node.attributes.items():
                if attribute in TARGETS:
                    yield from self._check(name, value or "")
                if attribute in NAMES_OF_IDS:
                    yield from (
                        f"{name}: {attribute} names {each!r}" for each in (value or "").split() if each not in ids
                    )

    def _read_twin(self, name: str, text: str) -> Iterator[str]:
        """The text of an item stands in its twin as its file has it, with links that lead from there."""
        parts = name.split("/")
        if len(parts) == 3 and f"assets/{parts[0]}/index.json" in self._files:
            return
        for token in MARKDOWN.parse(text):
            for child in token.children or ():
                written = child.attrGet("href") or child.attrGet("src")
                if written is not None:
                    yield from self._check(name, str(written), whole=False)

    def _read_sheet(self, name: str, text: str) -> Iterator[str]:
        for written in CSS_ADDRESS.findall(text):
            yield from self._check(name, written)

    def _read_script(self, name: str, text: str) -> Iterator[str]:
        for written in JS_IMPORT.findall(text):
            yield from self._check(name, written)

    def _read_map(self, name: str, text: str) -> Iterator[str]:
        for written in re.findall(r"<loc>([^<]*)</loc>", text):
            yield from self._check(name, written)

    def _check(self, name: str, written: str, *, whole: bool = True) -> Iterator[str]:
        """The fault of one link, if it has one. `whole` tells whether what it names on a page counts too."""
        target = urlsplit(urljoin(self._base + name, written))
        base = urlsplit(self._base)
        if target.netloc != base.netloc or target.scheme != base.scheme:
            return
        self.count += 1
        path = unquote(target.path.removeprefix(base.path))
        file = f"{path}index.html" if path == "" or path.endswith("/") else path
        if not target.path.startswith(base.path):
            yield f"{name}: {written} leaves the site"
        elif file not in self._files:
            yield f"{name}: {written} leads to no file"
        elif target.fragment and whole and unquote(target.fragment) not in self._ids_of(file):
            yield f"{name}: {written} leads to no id"


@pytest.fixture(scope="module")
def rich_files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    return outputs(build(write_docs_store(tmp_path_factory.mktemp("site"))))


RICH = "https://harbour.invalid/plan/"


def test_every_link_of_a_rich_site_leads_somewhere(rich_files: Files) -> None:
    reader = SiteReader(rich_files, RICH)
    assert reader.find_faults() == []
    assert reader.count > 5_000


def test_no_page_of_a_rich_site_is_out_of_reach(rich_files: Files) -> None:
    """From the home page, by links alone; but for the page for addresses that lead nowhere."""
    reached, pending = {"index.html"}, ["index.html"]
    while pending:
        name = pending.pop()
        for node in LexborHTMLParser(rich_files[name].decode()).css("a[href]"):
            path = urlsplit(urljoin(f"{ANYWHERE}{name.removesuffix('index.html')}", node.attributes["href"] or "")).path
            file = unquote(path).removeprefix("/some/base/")
            file = f"{file}index.html" if file == "" or file.endswith("/") else file
            if file in rich_files and file.endswith(".html") and file not in reached:
                reached.add(file)
                pending.append(file)
    assert {name for name in rich_files if name.endswith(".html")} - reached == {"404.html"}


def test_every_link_of_this_repository_leads_somewhere() -> None:
    site = build(PROJECT)
    assert site.links.problems == ()
    reader = SiteReader(outputs(site), site.site.base_url or ANYWHERE)
    assert reader.find_faults() == []
    assert reader.count > 1_000


PAGE = "everything/index.html"
SLIPS = {
    '<a href="../guide/">': ('<a href="../giude/">', "../giude/ leads to no file"),
    '<a href="../guide/#two">': ('<a href="../guide/#tow">', "../guide/#tow leads to no id"),
    '<a href="#links">': ('<a href="#lniks">', "#lniks leads to no id"),
    'src="../everything/picture.svg"': ('src="../everything/p.svg"', "../everything/p.svg leads to no file"),
    "<h1>": ('<h1 id="links">', "the id 'links' stands twice"),
    'data-copy-from="all:code-1"': ('data-copy-from="code-1"', "data-copy-from names 'code-1'"),
    'aria-labelledby="all"': ('aria-labelledby="al"', "aria-labelledby names 'al'"),
    '<a href="../beans/">': ('<a href="/beans/">', "/beans/ leaves the site"),
    "assets/_site/site.css": ("assets/site.css", "../assets/site.css leads to no file"),
    "https://harbour.invalid/plan/es/everything/": (
        f"{RICH}es/every/",
        "https://harbour.invalid/plan/es/every/ leads to no file",
    ),
}


@pytest.mark.parametrize("written", SLIPS)
def test_the_reader_finds_a_fault_of_a_page(rich_files: Files, written: str) -> None:
    slip, fault = SLIPS[written]
    html = rich_files[PAGE].decode()
    assert written in html
    faults = SiteReader({**rich_files, PAGE: html.replace(written, slip, 1).encode()}, RICH).find_faults(PAGE)
    assert faults == [f"{PAGE}: {fault}"]


OTHER_SLIPS = {
    "everything/index.md": (b"(../guide/index.md)", b"(../guide/inde.md)"),
    "llms.txt": (b"(guide/index.md)", b"(guide)"),
    "assets/_site/site.css": (b"{", b"{background: url('nothing.svg');"),
    "assets/_site/js/page.js": (b'"./ages.js"', b'"./aegs.js"'),
    "sitemap.xml": (b"/plan/guide/<", b"/plan/gui/<"),
}


@pytest.mark.parametrize("name", OTHER_SLIPS)
def test_the_reader_finds_a_fault_of_another_file(rich_files: Files, name: str) -> None:
    written, slip = OTHER_SLIPS[name]
    assert written in rich_files[name]
    (fault,) = SiteReader({**rich_files, name: rich_files[name].replace(written, slip, 1)}, RICH).find_faults(name)
    assert fault.startswith(f"{name}: ")
    assert fault.endswith(" leads to no file")


def test_the_reader_finds_a_file_that_is_gone(rich_files: Files) -> None:
    files = {name: content for name, content in rich_files.items() if name != "everything/picture.svg"}
    faults = SiteReader(files, RICH).find_faults(PAGE, "index.html")
    assert set(faults) == {f"{PAGE}: ../everything/picture.svg leads to no file"}
