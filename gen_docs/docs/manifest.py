"""The folder of docs as values: pages, their sections, and the translations of these.

A folder with a `page.toml` is a page, and its route is its path; `NN-name.md` files in it are its sections, in the
order of their names; `<language>/NN-name.md` is a section in another language, which says by a digest which text it is
of.
What cannot be read is a problem, and the rest stands.
"""

import hashlib
import os
import posixpath
import re
import stat
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final

from msgspec import Struct, structs

from gen_docs.files import FileFault, Root, StoreFile
from gen_docs.routes import segment
from gen_docs.tables import Mistake, Report, decode_table

MANIFEST: Final = "page.toml"
DIGEST_LENGTH: Final = 12
TAKEN_ANCHORS: Final = frozenset({"content", "voice"})  # every page has these already
_NOT_SHOWN: Final = (b".md", b".toml", b".html", b".htm", b".xhtml", b".xht", b".shtml", b".mhtml", b".js", b".mjs")
_SECTION: Final = re.compile(r"[0-9]+-(.+)\.md")
# Text between two rules is no front matter: that begins with a key, or holds nothing.
_FRONT: Final = re.compile(r"---[ \t]*\n((?:[ \t]*\n)*(?:[A-Za-z_][\w-]*[ \t]*:.*?\n)?)---[ \t]*(?:\n|$)", re.DOTALL)
_DIGEST: Final = re.compile(r"^source_digest:[ \t]*[\"']?([0-9a-f]+)[\"']?[ \t]*$", re.MULTILINE)


class DocsProblem(Struct, frozen=True, order=True):
    """What is wrong in the docs, and where: `line` counts from 1, and is 0 for the whole file. `suggestion` is what was
    meant, "" when nothing is near."""

    path: str
    line: int
    code: str
    value: str = ""
    suggestion: str = ""


class Text(Struct, frozen=True):
    """A file's Markdown, without front matter. `offset` is how many lines stand before it."""

    path: str
    markdown: str
    offset: int = 0


class Section(Struct, frozen=True):
    """A part of a page. `name` is its anchor; translations stand by language, each with whether its source is the one
    that it was made from."""

    name: str
    text: Text
    translations: dict[str, tuple[Text, bool]]


class DocsPage(Struct, frozen=True):
    """A page. `route` is "" or ends in "/"; `folder` is that of its sources, from the root."""

    route: str
    folder: str
    title: str
    summary: str
    order: int
    titles: dict[str, str]
    summaries: dict[str, str]
    sections: tuple[Section, ...]


class Docs(Struct, frozen=True):
    """The pages in reading order, and what is wrong with their files. `folder` is that of all, "" for the root itself.
    `files` are the other files in it, by their paths from the root: those that a page may show, and that a browser does
    not take for a page or a script."""

    folder: str
    pages: tuple[DocsPage, ...] = ()
    problems: tuple[DocsProblem, ...] = ()
    files: tuple[str, ...] = ()

    def path_of(self, inner: str) -> str:
        """The path from the root of one from the docs."""
        return "/".join(filter(None, (self.folder, inner)))

    def inner_of(self, path: str) -> str | None:
        """The path from the docs of one from the root; None for what lies elsewhere."""
        if path == (self.folder or "."):
            return ""
        start = f"{self.folder}/" if self.folder else ""
        return path.removeprefix(start) if path.startswith(start) else None


class PageTable(Struct, frozen=True, kw_only=True):
    """A `page.toml` as written. A title that is missing is a mistake, and the name of the folder stands for it."""

    title: str = ""
    summary: str = ""
    order: int = 1_000_000
    titles: dict[str, str] = {}
    summaries: dict[str, str] = {}


def read_docs(root: Root, folder: str, languages: tuple[str, ...]) -> Docs:
    """The docs under a folder from the root; none where it does not exist."""
    docs = Docs("" if (clean := posixpath.normpath(folder)) == "." else clean)
    reading = _Reading(docs, languages)
    try:
        manifests = {_folder_of(file): file for file in root.walk(folder, MANIFEST) if _name_of(file) == MANIFEST}
        texts = list(root.walk(folder, ".md"))
        files = tuple(_list_files(root, folder))
    except FileFault as fault:
        return structs.replace(docs, problems=(DocsProblem(folder, 0, fault.code),))
    reading.sort_texts(texts, manifests)
    pages = [reading.read_page(inner, file) for inner, file in manifests.items() if reading.is_page(inner, file)]
    problems = tuple(sorted(reading.problems))
    return structs.replace(docs, pages=_put_in_order(pages), problems=problems, files=files)


def _list_files(root: Root, folder: str) -> Iterator[str]:
    """The paths of the files that pages may show. Links are not among them: what they lead to may be none of the docs'
    matter, such as the settings of git."""
    for path in sorted(root.list_paths(folder, "")):
        with suppress(OSError, UnicodeDecodeError):  # a file that is gone by now; a name that no address can spell
            if not path.lower().endswith(_NOT_SHOWN) and stat.S_ISREG(os.lstat(root.folder + b"/" + path).st_mode):
                yield path.decode()


class _Reading:
    """One pass over the files of a folder."""

    def __init__(self, docs: Docs, languages: tuple[str, ...]) -> None:
        self._docs: Final = docs
        self._languages: Final = set(languages)
        self._translated: Final = set(languages[1:])
        self._sections: Final[dict[str, list[StoreFile]]] = {}
        self._translations: Final[dict[str, StoreFile]] = {}
        self.problems: Final[list[DocsProblem]] = []

    def sort_texts(self, texts: Iterable[StoreFile], manifests: dict[str, StoreFile]) -> None:
        """Tells sections from translations, and both from what is neither."""
        for file in texts:
            inner = _folder_of(file)
            above, _, last = inner.rpartition("/")
            name = _SECTION.fullmatch(_name_of(file))
            if name is None or not _is_plain(name[1]):
                self._blame(file.path, "docs-name")
            elif inner in manifests and last not in self._translated:
                self._sections.setdefault(inner, []).append(file)
            elif last in self._translated and above in manifests:
                self._translations[file.inner] = file
            else:
                self._blame(file.path, "docs-no-page")
        self._check_sources()

    def _check_sources(self) -> None:
        """A translation of nothing is shown nowhere."""
        sources = {file.inner for files in self._sections.values() for file in files}
        for inner, file in self._translations.items():
            folder, name = inner.rpartition("/")[::2]
            above = folder.rpartition("/")[0]
            if (f"{above}/{name}" if above else name) not in sources:
                self._blame(file.path, "docs-no-source")

    def is_page(self, inner: str, file: StoreFile) -> bool:
        parts = inner.split("/") if inner else []
        if not all(part[0].isalnum() and _is_plain(part) and segment(part) == part for part in parts):
            self._blame(file.path, "docs-folder")
        elif self._languages.intersection(parts[1:]):
            self._blame(file.path, "docs-language")
        else:
            return True
        return False

    def read_page(self, inner: str, file: StoreFile) -> DocsPage:
        table = self._read_manifest(file)
        return DocsPage(
            route=f"{inner}/" if inner else "",
            folder=self._docs.path_of(inner),
            title=table.title if table.title.strip() else inner.rpartition("/")[2] or self._docs.folder or ".",
            summary=table.summary,
            order=table.order,
            titles={language: title for language, title in table.titles.items() if title.strip()},
            summaries=table.summaries,
            sections=self._read_sections(inner),
        )

    def _read_manifest(self, file: StoreFile) -> PageTable:
        if file.fault:
            self._blame(file.path, file.fault)
            return PageTable()
        try:
            table = tomllib.loads(file.data.decode("utf-8-sig"))
        except (ValueError, RecursionError) as error:  # the first for bytes, for TOML, and for numbers without end
            self._blame(file.path, "docs-toml", value=str(error))
            return PageTable()
        report = Report(file.path)
        decoded = decode_table(table, PageTable, report) or PageTable()
        if not decoded.title.strip() and not any(mistake.key == "title" for mistake in report.mistakes):
            report.add("title", "is missing")
        for mistake in report.mistakes:
            self._blame(file.path, "docs-key", value=_say_mistake(mistake))
        return decoded

    def _read_sections(self, inner: str) -> tuple[Section, ...]:
        sections: dict[str, Section] = {}
        for file in self._sections.get(inner, ()):
            text = self._read_text(file)
            if text is None:
                continue
            stem = _name_of(file)[:-3]
            name = stem.partition("-")[2]
            if name in sections:
                self._blame(file.path, "docs-same-name", value=sections[name].text.path)
            while name in sections or name in TAKEN_ANCHORS:
                name, stem = stem, f"{stem}-"
            sections[name] = Section(name, text[0], self._read_translations(inner, file))
        return tuple(sections.values())

    def _read_translations(self, inner: str, source: StoreFile) -> dict[str, tuple[Text, bool]]:
        digest = hashlib.sha256(source.data).hexdigest()[:DIGEST_LENGTH]
        found: dict[str, tuple[Text, bool]] = {}
        for language in sorted(self._translated):
            place = "/".join(filter(None, (inner, language, _name_of(source))))
            file = self._translations.get(place)
            text = self._read_text(file) if file else None
            if text is not None:
                found[language] = (text[0], text[1] == digest)
        return found

    def _read_text(self, file: StoreFile) -> tuple[Text, str] | None:
        """A text, and the digest that its front matter names."""
        if file.fault:
            self._blame(file.path, file.fault)
            return None
        try:
            written = file.data.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
        except UnicodeDecodeError:
            self._blame(file.path, "docs-encoding")
            return None
        front = _FRONT.match(written)
        if front is None:
            return Text(file.path, written), ""
        digest = _DIGEST.search(front[1])
        return Text(file.path, written[front.end() :], front[0].count("\n")), digest[1] if digest else ""

    def _blame(self, path: str, code: str, *, value: str = "") -> None:
        self.problems.append(DocsProblem(path, 0, code, value))


def _is_plain(name: str) -> bool:
    """Whether a name can stand in an address and as an anchor: letters of any script, digits, and a few signs."""
    return all(each.isalnum() or each in "-_." or unicodedata.category(each).startswith("M") for each in name)


def _say_mistake(mistake: Mistake) -> str:
    return ": ".join(filter(None, (mistake.key, mistake.message)))


def _folder_of(file: StoreFile) -> str:
    return file.inner.rpartition("/")[0]


def _name_of(file: StoreFile) -> str:
    return file.inner.rpartition("/")[2]


def _put_in_order(pages: Iterable[DocsPage]) -> tuple[DocsPage, ...]:
    """Pages as one reads them: each before those below it, and beside one another by order, then by route."""
    by_route = {page.route: page for page in pages}

    def rank(page: DocsPage) -> list[tuple[int, str]]:
        parts = page.route.split("/")[:-1]
        routes = ["/".join(parts[: at + 1]) + "/" for at in range(len(parts))]
        return [(by_route[route].order if route in by_route else 1_000_000, route) for route in routes]

    return tuple(sorted(by_route.values(), key=rank))
