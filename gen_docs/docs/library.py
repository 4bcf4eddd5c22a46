"""The docs as the site shows them: where every page stands in each language, its anchors, and what a link leads to.

What leads nowhere is found here, before any page is laid out. Pure but for one question: whether a path is a file.
"""

import posixpath
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import Final, Literal
from urllib.parse import unquote

from msgspec import Struct

from gen_docs.declaration import RESERVED_ROUTES, Site
from gen_docs.docs.manifest import MANIFEST, Docs, DocsPage, DocsProblem, Section, Text
from gen_docs.docs.outline import Heading, Outline, outline, slug
from gen_docs.forge import fill_url
from gen_docs.projection import index_path, schema_path
from gen_docs.tables import DeclarationError, Mistake
from gen_docs.text import closest
from gen_docs.views import SiteViews

MAX_COMPARED: Final = 3_000  # more candidates take seconds to compare, for one suggestion
_SCHEME: Final = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|//")
_DERIVED: Final = ("summary", "text", "badge")

TranslationState = Literal["source", "fresh", "stale", "missing"]


class Target(Struct, frozen=True):
    """What a link leads to: a `page` or a `file` of the site by its route, an address on the `web`, or a file that the
    site cannot show (`text`)."""

    sort: Literal["page", "file", "web", "text"]
    place: str = ""
    anchor: str = ""


class Place(Struct, frozen=True):
    """Where a link is written: on which page, in which language, in which file."""

    page: DocsPage
    language: str
    path: str


class Entry(Struct, frozen=True):
    """A heading of a page with its anchor. `depth` is 0 for a section, and more for what stands in one."""

    anchor: str
    title: str
    depth: int


class SectionText(Struct, frozen=True):
    """A section in one language: the text that is shown, how that stands to the source, and its headings. `title` is ""
    where the text begins with none."""

    name: str
    text: Text
    state: TranslationState
    title: str
    has_title: bool
    anchors: dict[int, str]
    entries: tuple[Entry, ...]


class Library:
    """All docs of a site."""

    def __init__(self, docs: Docs, views: SiteViews, is_there: Callable[[str], bool]) -> None:
        """`is_there` tells of a path from the root whether there is something. Raises DeclarationError for a page whose
        route is taken."""
        _check_routes(docs, views.site)
        self.docs: Final = docs
        self.views: Final = views
        self.languages: Final = views.site.languages
        self.pages: Final = {page.route: page for page in docs.pages}
        self._is_there: Final = is_there
        self._outlines: Final[dict[str, Outline]] = {}
        self._sections: Final[dict[tuple[str, str], list[SectionText]]] = {}

    def route_in(self, language: str, route: str) -> str:
        """The route of a page in a language: the source language has none of its own."""
        return route if language == self.languages[0] else f"{language}/{route}"

    def sections_of(self, page: DocsPage, language: str) -> list[SectionText]:
        key = (page.route, language)
        if key not in self._sections:
            self._sections[key] = list(self._read_sections(page, language))
        return self._sections[key]

    def _read_sections(self, page: DocsPage, language: str) -> Iterator[SectionText]:
        used = {section.name for section in page.sections}
        for section in page.sections:
            source = self._outline(section.text)
            anchors = _assign_anchors(source.headings[_has_title(section.text, source) :], used)
            text, state = _choose_text(section, language, self.languages[0])
            shown = self._outline(text)
            has_title = _has_title(text, shown)
            headings = shown.headings[has_title:]
            if state in ("fresh", "stale") and [each.depth for each in headings] != [each.depth for each in anchors]:
                anchors = _assign_anchors(headings, set(used) - {each.anchor for each in anchors})
            named = list(zip(headings, (each.anchor for each in anchors), strict=True))
            top = min((each.depth for each in headings), default=1)
            yield SectionText(
                name=section.name,
                text=text,
                state=state,
                title=shown.headings[0].title if has_title else "",
                has_title=has_title,
                anchors={heading.line: anchor for heading, anchor in named},
                entries=tuple(Entry(anchor, heading.title, 1 + heading.depth - top) for heading, anchor in named),
            )

    def _outline(self, text: Text) -> Outline:
        found = self._outlines.get(text.path)
        if found is None:
            found = self._outlines[text.path] = outline(text.markdown)
        return found

    def anchors_of(self, route: str, language: str) -> set[str]:
        sections = self.sections_of(self.pages[route], language)
        return {each.name for each in sections} | {each.anchor for found in sections for each in found.entries}

    def find(self, written: str, place: Place) -> Target | None:
        """What a link leads to, or None where there is no such thing."""
        if _SCHEME.match(written):
            return Target("web", written) if written.lower().startswith(("http://", "https://", "mailto:")) else None
        path, _, anchor = written.partition("#")
        path, anchor = unquote(path.partition("?")[0]), unquote(anchor)
        if not path:
            return self._find_page(place.page.route, anchor, place.language)
        if path.startswith("/"):
            return self._find_route(path[1:], anchor, place.language)
        for base in dict.fromkeys((posixpath.dirname(place.path), place.page.folder)):
            full = posixpath.normpath(posixpath.join(base, path))
            if not full.startswith("..") and (found := self._find_path(full, anchor, place.language)):
                return found
        return None

    def _find_page(self, route: str, anchor: str, language: str) -> Target | None:
        if anchor and anchor not in self.anchors_of(route, language):
            return None
        return Target("page", self.route_in(language, route), anchor)

    def _find_route(self, route: str, anchor: str, language: str) -> Target | None:
        """What the site has at a route. The anchors of pages that are not docs are not known here."""
        if route in self.known_files:
            return Target("file", route)
        route = route.removesuffix("index.html").rstrip("/")
        route = f"{route}/" if route else ""
        first, _, rest = route.partition("/")
        if first in self.languages[1:] and rest in self.pages:
            return self._find_page(rest, anchor, first)
        if route in self.pages:
            return self._find_page(route, anchor, language)
        return Target("page", route, anchor) if route in self.known_routes else None

    def _find_path(self, path: str, anchor: str, language: str) -> Target | None:
        """What the site shows of a path from the root."""
        inner = self._below_docs(path)
        if inner is not None and (found := self._find_docs(inner, anchor, language)):
            return found
        if (ref := self.views.items_by_path.get(path)) is not None:
            return Target("page", self.views.item_routes[ref.graph][ref.id])
        if not self._is_there(path):
            return None
        if inner and not inner.endswith((".md", ".toml")) and "." in posixpath.basename(inner):
            return Target("file", inner)
        address = fill_url(self.views.urls, "view", path)
        return Target("web", f"{address}#{anchor}" if anchor else address) if address else Target("text")

    def _below_docs(self, path: str) -> str | None:
        folder = self.docs.folder.rstrip("/")
        if path == folder:
            return ""
        return path.removeprefix(f"{folder}/") if path.startswith(f"{folder}/") else None

    def _find_docs(self, inner: str, anchor: str, language: str) -> Target | None:
        if inner in self._section_places:
            route, name = self._section_places[inner]
            return self._find_page(route, anchor or name, language)
        folder = inner.removesuffix(MANIFEST).rstrip("/")
        route = f"{folder}/" if folder else ""
        return self._find_page(route, anchor, language) if route in self.pages else None

    @cached_property
    def _section_places(self) -> dict[str, tuple[str, str]]:
        """The page and the anchor of every file of a section, by its path below the docs."""
        cut = len(self.docs.folder.rstrip("/")) + 1
        return {
            text.path[cut:]: (page.route, section.name)
            for page in self.docs.pages
            for section in page.sections
            for text in (section.text, *(each for each, _ in section.translations.values()))
        }

    @cached_property
    def known_routes(self) -> frozenset[str]:
        """The pages that are not docs."""
        graphs = [f"{graph}/" for graph in self.views.graphs]
        return frozenset(["", *graphs, *(route for graph in self.views.graphs for route in self.views.pages_of(graph))])

    @cached_property
    def known_files(self) -> frozenset[str]:
        """The public data."""
        projected = [judged.graph for judged in self.views.graphs.values() if judged.graph.is_projected]
        found = {index_path(graph.id) for graph in projected} | {schema_path(graph.kind.name) for graph in projected}
        found |= {f"assets/{graph.id}/{name}.json" for graph in projected for name in _DERIVED}
        found |= {schema_path(name) for name in _DERIVED} | {"llms.txt", "404.html"}
        return frozenset(found | ({"sitemap.xml", "robots.txt"} if self.views.site.base_url else set()))

    @cached_property
    def _checked(self) -> tuple[list[DocsProblem], dict[str, str]]:
        """What leads nowhere, and the files that are published because something leads to them, by route."""
        problems: list[DocsProblem] = []
        files: dict[str, str] = {}
        for place, text in self._list_texts():
            for reference in self._outline(text).references:
                line = text.offset + reference.line + 1
                if reference.sort == "graph":
                    if reference.written not in self.views.graphs:
                        near = closest(reference.written, self.views.graphs) or ""
                        problems.append(DocsProblem(text.path, line, "docs-graph", reference.written, near))
                    continue
                target = self.find(reference.written, place)
                if target is None:
                    near = self._suggest(reference.written, place)
                    problems.append(DocsProblem(text.path, line, "docs-link", reference.written, near))
                elif target.sort == "file" and target.place not in self.known_files:
                    files[target.place] = f"{self.docs.folder.rstrip('/')}/{target.place}"
        return problems, files

    def _list_texts(self) -> Iterator[tuple[Place, Text]]:
        for page in self.docs.pages:
            for section in page.sections:
                yield Place(page, self.languages[0], section.text.path), section.text
                for language, (text, _) in section.translations.items():
                    yield Place(page, language, text.path), text

    @property
    def problems(self) -> tuple[DocsProblem, ...]:
        """Everything that is wrong in the docs, by place."""
        return tuple(sorted([*self.docs.problems, *self._checked[0]]))

    @property
    def files(self) -> dict[str, str]:
        """The pictures and other files that pages show or link, as paths from the root by route."""
        return dict(sorted(self._checked[1].items()))

    def _suggest(self, written: str, place: Place) -> str:
        """The nearest thing that exists, spelt as the link is; "" where none is near."""
        path, _, anchor = written.partition("#")
        if anchor and (not path or self.find(path, place)):
            target = self.find(path, place) if path else Target("page", place.page.route)
            route = target.place if target else ""
            known = self.anchors_of(route, place.language) if route in self.pages else ()
            near = closest(anchor, known)
            return f"{path}#{near}" if near else ""
        return closest(path, self._list_candidates(path, place)) or ""

    def _list_candidates(self, path: str, place: Place) -> Iterable[str]:
        if path.startswith("/"):
            routes = [*self.pages, *self.known_routes] if len(self.known_routes) <= MAX_COMPARED else [*self.pages]
            return {f"/{route}" for route in routes}
        base = posixpath.dirname(place.path)
        folders = [
            f"../{posixpath.basename(base)}/" if page.folder == base else f"{posixpath.relpath(page.folder, base)}/"
            for page in self.docs.pages
        ]
        files = [posixpath.relpath(section.text.path, base) for page in self.docs.pages for section in page.sections]
        return {*folders, *files} if len(folders) + len(files) <= MAX_COMPARED else ()


def _check_routes(docs: Docs, site: Site) -> None:
    """A route can be taken once. Raises DeclarationError that names both who take it."""
    taken = {graph.id: f"the graph {graph.id!r}" for graph in site.graphs}
    taken |= {language.lower(): f"the language {language!r}" for language in site.languages}
    taken |= dict.fromkeys(RESERVED_ROUTES, "the site's own files")
    mistakes = [
        Mistake(f"{page.folder}/{MANIFEST}", "", f"would take the route /{page.route}, which is that of {taken[first]}")
        for page in docs.pages
        if (first := page.route.partition("/")[0].lower()) in taken and page.route.count("/") == 1
    ]
    if mistakes:
        raise DeclarationError(mistakes)


def _choose_text(section: Section, language: str, source: str) -> tuple[Text, TranslationState]:
    if language == source:
        return section.text, "source"
    if language not in section.translations:
        return section.text, "missing"
    text, is_fresh = section.translations[language]
    return text, "fresh" if is_fresh else "stale"


def _has_title(text: Text, found: Outline) -> bool:
    """Whether a text begins with a heading."""
    if not found.headings:
        return False
    return not any(line.strip() for line in text.markdown.split("\n")[: found.headings[0].line])


class _Named(Struct, frozen=True):
    anchor: str
    depth: int


def _assign_anchors(headings: Iterable[Heading], used: set[str]) -> list[_Named]:
    """An anchor for each heading: the pinned one, else one made of its words; none twice on a page."""
    named: list[_Named] = []
    for heading in headings:
        wanted = heading.pinned or slug(heading.title)
        anchor, again = wanted, 0
        while anchor in used:
            again += 1
            anchor = f"{wanted}-{again}"
        used.add(anchor)
        named.append(_Named(anchor, heading.depth))
    return named
