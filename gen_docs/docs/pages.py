"""What the templates of docs pages are given."""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Final

from markupsafe import Markup, escape
from msgspec import Struct

from gen_docs.catalogue import load_catalogue
from gen_docs.docs.library import Entry, SectionText
from gen_docs.docs.links import Links, Place
from gen_docs.docs.manifest import DocsPage
from gen_docs.docs.markdown import DocsMarkdown
from gen_docs.docs.renderer import Embed, Layout
from gen_docs.forge import fill_url
from gen_docs.languages import list_languages
from gen_docs.prose import PageLinks
from gen_docs.views import Page

MAX_SIBLINGS: Final = 20  # beside a page; the page above lists all of them


class DocsLink(Struct, frozen=True):
    """A page as a link; `href` is "" for the page itself."""

    href: str
    title: str
    summary: str


class SectionView(Struct, frozen=True):
    """A section as shown: HTML of its text and of embeds by turns, each with whether it is an embed. `language` and
    `direction` are those of its text."""

    text: SectionText
    heading: Markup
    pieces: list[tuple[bool, Markup]]
    edit: str
    language: str
    direction: str


class Navigation(Struct, frozen=True):
    """The pages around a page: beside it, those nearest to it, and how many more there are."""

    siblings: list[DocsLink]
    more: int
    above: DocsLink | None
    children: list[DocsLink]
    previous: DocsLink | None
    next: DocsLink | None


class SectionPageLinks(PageLinks):
    """Where the links of one section lead, as seen from its page."""

    def __init__(self, page: Page, links: Links, place: Place) -> None:
        super().__init__(page)
        self._links: Final = links
        self._place: Final = place

    def find_target(self, written: str) -> str:
        target = self._links.find(written, self._place)
        if target is None or target.sort == "text":
            return ""
        if target.sort == "web":
            return target.place
        anchor = f"#{target.anchor}" if target.anchor else ""
        href = self._page.link(target.place)
        return anchor if anchor and href == self._page.own else href + anchor

    def find_image(self, written: str) -> str:
        target = self._links.find(written, self._place)
        return self._page.link(target.place) if target and target.sort == "file" else ""


class DocsPages:
    """The docs in one language. `draw` shows an embed on a page; it is told the anchor that is the embed's own."""

    def __init__(
        self, links: Links, markdown: DocsMarkdown, language: str, draw: Callable[[Page, Embed, str], Markup]
    ) -> None:
        self._links: Final = links
        self._library: Final = links.library
        self._markdown: Final = markdown
        self._language: Final = language
        self._draw: Final = draw
        self._source: Final = links.library.languages[0]

    def context(self, docs_page: DocsPage) -> tuple[Page, dict[str, object]]:
        """A page, and what `doc.html` is given for it."""
        page = Page(self._links.views, self._library.route_in(self._language, docs_page.route))
        sections = self._library.sections_of(docs_page, self._language)
        return page, {
            "doc": docs_page,
            "title": docs_page.titles.get(self._language, docs_page.title),
            "summary": docs_page.summaries.get(self._language, docs_page.summary),
            "crumbs": [self._link(page, each) for each in self._list_above(docs_page)],
            "sections": [self._view_section(page, docs_page, each) for each in sections],
            "contents": _list_contents(sections),
            "navigation": self._navigate(page, docs_page),
            "languages": list_languages(page, self._routes_of(docs_page)),
            "is_untranslated": bool(sections) and all(each.state == "missing" for each in sections),
            "is_translation": self._language != self._source,
        }

    def _routes_of(self, docs_page: DocsPage) -> dict[str, str]:
        return {tag: self._library.route_in(tag, docs_page.route) for tag in self._library.languages}

    def _view_section(self, page: Page, docs_page: DocsPage, section: SectionText) -> SectionView:
        place = Place(docs_page, self._language, section.text.path)
        layout = Layout(
            anchors=section.anchors,
            has_title=section.has_title,
            prefix=_prefix(section),
            links=SectionPageLinks(page, self._links, place),
        )
        laid = self._markdown.render(section.text.markdown, layout)
        shown = self._source if section.state == "missing" else self._language
        return SectionView(
            text=section,
            heading=laid.title or escape(section.title),
            pieces=self._fill(page, section, laid.pieces),
            edit=fill_url(page.views.urls, "edit", section.text.path),
            language=shown,
            direction=load_catalogue(shown).direction,
        )

    def _fill(self, page: Page, section: SectionText, pieces: Iterable[Markup | Embed]) -> list[tuple[bool, Markup]]:
        """The pieces of a text, with its embeds drawn."""
        return [
            (True, self._draw(page, piece, f"{_prefix(section)}embed-{at}"))
            if isinstance(piece, Embed)
            else (False, piece)
            for at, piece in enumerate(pieces)
            if isinstance(piece, Embed) or piece.strip()
        ]

    def _link(self, page: Page, docs_page: DocsPage) -> DocsLink:
        href = page.link(self._library.route_in(self._language, docs_page.route))
        return DocsLink(
            "" if href == page.own else href,
            docs_page.titles.get(self._language, docs_page.title),
            docs_page.summaries.get(self._language, docs_page.summary),
        )

    def _list_above(self, docs_page: DocsPage) -> list[DocsPage]:
        """The pages above a page from the home page down, as far as there are any."""
        above: list[DocsPage] = []
        route = docs_page.route
        while route:
            route = _cut(route)
            if route in self._library.pages:
                above.insert(0, self._library.pages[route])
        return above

    def _navigate(self, page: Page, docs_page: DocsPage) -> Navigation:
        pages, places = self._library.docs.pages, self._places
        at = places[docs_page.route]
        beside = self._children.get(self._parent_of(docs_page), []) if docs_page.route else []
        window, more = _cut_window(beside, docs_page)
        parent = self._library.pages.get(self._parent_of(docs_page)) if docs_page.route else None
        return Navigation(
            siblings=[self._link(page, each) for each in window],
            more=more,
            above=self._link(page, parent) if parent else None,
            children=[self._link(page, each) for each in self._children.get(docs_page.route, [])],
            previous=self._link(page, pages[at - 1]) if at else None,
            next=self._link(page, pages[at + 1]) if at + 1 < len(pages) else None,
        )

    @cached_property
    def _places(self) -> dict[str, int]:
        return {page.route: at for at, page in enumerate(self._library.docs.pages)}

    @cached_property
    def _children(self) -> dict[str, list[DocsPage]]:
        """The pages below each page, in reading order: those whose nearest page above it is."""
        found: dict[str, list[DocsPage]] = {}
        for each in self._library.docs.pages:
            if each.route:
                found.setdefault(self._parent_of(each), []).append(each)
        return found

    def _parent_of(self, docs_page: DocsPage) -> str:
        """The route of the nearest page above; that of the site's home where there is none."""
        route = _cut(docs_page.route)
        while route and route not in self._library.pages:
            route = _cut(route)
        return route


def _cut(route: str) -> str:
    """The route above; "" is that of the site's home."""
    above = route.rstrip("/").rpartition("/")[0]
    return f"{above}/" if above else ""


def _cut_window(pages: list[DocsPage], current: DocsPage) -> tuple[list[DocsPage], int]:
    """The pages nearest to one of them, and how many are left out: all of them in each would grow as the square."""
    if len(pages) <= MAX_SIBLINGS:
        return pages, 0
    at = pages.index(current)
    start = max(0, min(at - MAX_SIBLINGS // 2, len(pages) - MAX_SIBLINGS))
    return pages[start : start + MAX_SIBLINGS], len(pages) - MAX_SIBLINGS


def _prefix(section: SectionText) -> str:
    """Before what is numbered in a section: no anchor of a heading has a `:`."""
    return f"{section.name}:"


def _list_contents(sections: list[SectionText]) -> list[Entry]:
    """What stands on a page, down to the second level."""
    found: list[Entry] = []
    for section in sections:
        if section.has_title:
            found.append(Entry(section.name, section.title, 0))
        found += (entry for entry in section.entries if entry.depth <= 1)
    return found
