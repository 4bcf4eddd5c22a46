"""The docs as the site shows them: where every page stands in each language, its sections and their anchors. Pure."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, Literal

from msgspec import Struct

from gen_docs.declaration import RESERVED_ROUTES, Site
from gen_docs.docs.manifest import MANIFEST, TAKEN_ANCHORS, Docs, DocsPage, Section, Text
from gen_docs.docs.outline import Heading, Outline, outline, slug
from gen_docs.tables import DeclarationError, Mistake
from gen_docs.text import fold_id

_SITE: Final = "the site's own files"
_OWN_FILES: Final = re.compile(r"404\.html|llms\.txt|robots\.txt|sitemap(-[0-9]+)?\.xml")

TranslationState = Literal["source", "fresh", "stale", "missing"]


class Entry(Struct, frozen=True):
    """A heading of a page with its anchor. `depth` is 0 for what stands directly below the page's title."""

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
        self.docs: Final = docs
        self.languages: Final = site.languages
        self._owners: Final = _list_owners(site)
        self.pages: Final = {page.route: page for page in docs.pages}
        self._outlines: Final[dict[str, Outline]] = {}
        self._sections: Final[dict[tuple[str, str], list[SectionText]]] = {}
        _check_routes(self)

    def owner_of(self, route: str) -> str:
        """Who has the first part of a route, other than a docs page, in words; "" for nobody."""
        first = route.partition("/")[0].lower()
        return _SITE if _OWN_FILES.fullmatch(first) else self._owners.get(first, "")

    def route_in(self, language: str, route: str) -> str:
        """As `SiteViews.route_in`."""
        return route if language == self.languages[0] else f"{language}/{route}"

    def sections_of(self, page: DocsPage, language: str) -> list[SectionText]:
        key = (page.route, language)
        if key not in self._sections:
            self._sections[key] = list(self._read_sections(page, language))
        return self._sections[key]

    def _read_sections(self, page: DocsPage, language: str) -> Iterator[SectionText]:
        """A translation has the anchors of its source, unless its headings are others."""
        used = {section.name for section in page.sections} | TAKEN_ANCHORS
        inner = [_list_inner(self.outline(section.text)) for section in page.sections]
        assigned = iter(assign_anchors([heading for headings in inner for heading in headings], used))
        sources = [list(islice(assigned, len(headings))) for headings in inner]
        for section, headings, anchors in zip(page.sections, inner, sources, strict=True):
            text, state = _choose_text(section, language, self.languages[0])
            shown = self.outline(text)
            own = _list_inner(shown)
            if [each.level for each in own] != [each.level for each in headings]:
                anchors = assign_anchors(own, used)  # noqa: PLW2901 - its own in place of those of the source
            yield SectionText(
                name=section.name,
                text=text,
                state=state,
                title=shown.headings[0].title if shown.has_title else "",
                has_title=shown.has_title,
                anchors={heading.line: anchor for heading, anchor in zip(own, anchors, strict=True)},
                entries=tuple(map(_make_entry, own, anchors)),
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


def _list_owners(site: Site) -> dict[str, str]:
    owners = {graph.id: f"the graph {graph.id!r}" for graph in site.graphs}
    owners |= {language.lower(): f"the language {language!r}" for language in site.languages}
    return owners | dict.fromkeys(RESERVED_ROUTES, _SITE)


def _check_routes(library: Library) -> None:
    """A route can be taken once. Raises DeclarationError that names both who take it."""
    firsts: dict[str, DocsPage] = {}
    mistakes: list[Mistake] = []
    for page in library.docs.pages:
        other = firsts.setdefault(fold_id(page.route), page)
        # Where a disk or a server folds letters, two routes that differ in these only would be one.
        owner = library.owner_of(page.route) if other is page else f"{other.folder}/{MANIFEST}"
        if owner:
            message = f"would take the route /{page.route}, which is that of {owner}"
            mistakes.append(Mistake(f"{page.folder}/{MANIFEST}", "", message))
    if mistakes:
        raise DeclarationError(mistakes)


def _choose_text(section: Section, language: str, source: str) -> tuple[Text, TranslationState]:
    if language == source:
        return section.text, "source"
    if language not in section.translations:
        return section.text, "missing"
    text, is_fresh = section.translations[language]
    return text, "fresh" if is_fresh else "stale"


def _list_inner(found: Outline) -> tuple[Heading, ...]:
    """The headings below a section's own."""
    return found.headings[1:] if found.has_title else found.headings


def _make_entry(heading: Heading, anchor: str) -> Entry:
    return Entry(anchor, heading.title, heading.level)


def assign_anchors(headings: Sequence[Heading], used: set[str]) -> list[str]:
    """An anchor for each heading: the pinned one, else one made of its words. None of them is `used`; all are then."""
    numbers: Counter[str] = Counter()
    anchors: dict[int, str] = {}
    for at in sorted(range(len(headings)), key=lambda at: not headings[at].pinned):  # what is pinned has the choice
        anchor = wanted = headings[at].pinned or slug(headings[at].title)
        while anchor in used:
            numbers[wanted] += 1
            anchor = f"{wanted}-{numbers[wanted]}"
        used.add(anchor)
        anchors[at] = anchor
    return [anchors[at] for at in range(len(headings))]
