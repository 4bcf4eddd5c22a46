"""The docs as the site shows them: where every page stands in each language, its sections and their anchors. Pure."""

from collections.abc import Iterable, Iterator
from typing import Final, Literal

from msgspec import Struct

from gen_docs.declaration import RESERVED_ROUTES, Site
from gen_docs.docs.manifest import MANIFEST, Docs, DocsPage, Section, Text
from gen_docs.docs.outline import Heading, Outline, outline, slug
from gen_docs.tables import DeclarationError, Mistake

TranslationState = Literal["source", "fresh", "stale", "missing"]


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

    def __init__(self, docs: Docs, site: Site) -> None:
        """Raises DeclarationError for a page whose route is taken."""
        _check_routes(docs, site)
        self.docs: Final = docs
        self.languages: Final = site.languages
        self.pages: Final = {page.route: page for page in docs.pages}
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
            source = self.outline(section.text)
            anchors = _assign_anchors(source.headings[_has_title(section.text, source) :], used)
            text, state = _choose_text(section, language, self.languages[0])
            shown = self.outline(text)
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

    def outline(self, text: Text) -> Outline:
        """What a text names; found once for each."""
        found = self._outlines.get(text.path)
        if found is None:
            found = self._outlines[text.path] = outline(text.markdown)
        return found

    def anchors_of(self, route: str, language: str) -> set[str]:
        sections = self.sections_of(self.pages[route], language)
        return {each.name for each in sections} | {each.anchor for found in sections for each in found.entries}


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
