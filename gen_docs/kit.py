"""What every page is made with, in one language of the interface."""

from collections.abc import Iterable, Mapping

from markupsafe import Markup
from msgspec import Struct

from gen_docs.bodies import Bodies
from gen_docs.catalogue import Catalogue, load_catalogue
from gen_docs.files import Root
from gen_docs.languages import LanguageLink
from gen_docs.templating import Templates
from gen_docs.views import Page, SiteViews


class Kit(Struct, frozen=True):
    """The site, and how its pages are drawn."""

    root: Root
    views: SiteViews
    catalogue: Catalogue
    templates: Templates
    bodies: Bodies
    has_docs: bool

    def speak(self, language: str) -> "Kit":
        """The same in another language."""
        if language == self.catalogue.language:
            return self
        return make_kit(self.root, self.views, load_catalogue(language), has_docs=self.has_docs)

    def render(self, name: str, page: Page, context: Mapping[str, object], shell: "Shell | None" = None) -> bytes:
        """A whole page. Raises TemplateError."""
        shell = shell or make_shell(self, page)
        return self.templates.render(name, shell=shell, site=self.views.site, **{**context, "page": page})


class Shell(Struct, frozen=True):
    """What all pages of one depth and graph share: the links in their heads, and their tops."""

    head: Markup
    header: Markup


def make_kit(root: Root, views: SiteViews, catalogue: Catalogue, *, has_docs: bool) -> Kit:
    templates = Templates(catalogue, root, views.site.templates)
    return Kit(root, views, catalogue, templates, Bodies(catalogue), has_docs)


def make_shell(kit: Kit, page: Page, languages: Iterable[LanguageLink] = ()) -> Shell:
    """`languages` are those in which the page stands, where its top says so."""
    context = {"page": page, "site": kit.views.site, "has_docs": kit.has_docs, "languages": list(languages)}
    return Shell(kit.templates.fragment("head.html", **context), kit.templates.fragment("header.html", **context))
