"""The languages of a page: where it stands in each. Pure."""

from collections.abc import Mapping

from babel import Locale, UnknownLocaleError
from msgspec import Struct

from gen_docs.views import Page


class LanguageLink(Struct, frozen=True):
    """A page in a language: the language's tag and its name for itself, the link to the page, "" for the one that it is
    on, and its whole address, "" where nobody knows that."""

    tag: str
    name: str
    href: str
    address: str


def list_languages(page: Page, routes: Mapping[str, str]) -> list[LanguageLink]:
    """Where a page stands in every language, by the route in each; nothing where there is one language only."""
    if len(routes) == 1:
        return []
    return [
        LanguageLink(
            tag=tag,
            name=_name_language(tag),
            href="" if route == page.folder else page.link(route),
            address=Page(page.views, route).address,
        )
        for tag, route in routes.items()
    ]


def _name_language(tag: str) -> str:
    """A language's name for itself; the tag where nobody knows it."""
    try:
        return Locale.parse(tag, sep="-").get_display_name() or tag
    except (UnknownLocaleError, ValueError):
        return tag
