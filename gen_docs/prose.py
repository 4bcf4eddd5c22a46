"""Prose: titles and bodies as HTML, with links to what they name, as seen from the page that shows them."""

import posixpath
from html import unescape
from typing import Final
from urllib.parse import unquote

from markupsafe import Markup, escape

from gen_docs.bodies import MAX_RENDERED_BYTES, Bodies
from gen_docs.files import FileFault, Root
from gen_docs.forge import fill_url
from gen_docs.identifiers import Match, Place, Ticket
from gen_docs.ids import ItemRef
from gen_docs.inline import draw_code, link_html
from gen_docs.item_page import FileView
from gen_docs.values import Problem
from gen_docs.views import Page


class PageLinks:
    """Where identifiers lead, as seen from a page."""

    def __init__(self, page: Page) -> None:
        self._page: Final = page

    def link_identifiers(self, html: str) -> str:
        return link_html(html, self._page.views.names, self._draw)

    def _draw(self, match: Match, text: str) -> str:
        target = match.target
        if isinstance(target, ItemRef):
            return self._draw_item(target, text)
        href = self._find_address(match)
        return f'<a class="ref" rel="nofollow" href="{escape(href)}">{text}</a>' if href else text

    def _draw_item(self, target: ItemRef, text: str) -> str:
        link = self._page.reference(target)
        if link.href == self._page.own:
            return text
        words = " · ".join(each for each in (link.title, link.state) if each)
        name = "ref" if link.is_open else "ref is-closed"
        return f'<a class="{name}" href="{escape(link.href)}" title="{escape(words)}">{text}</a>'

    def _find_address(self, match: Match) -> str:
        urls = self._page.views.urls
        match match.target:
            case Ticket(repository=repository, number=number):
                name = "pull" if match.sort == "pull" else "issue"
                return fill_url(self._page.views.urls_of(repository) if repository else urls, name, number)
            case Place(path=path, line=line):
                return self.find_file(path, line)
            case str(text):
                return fill_url(urls, "commit", text) if match.sort == "commit" else unescape(text)
        return ""

    def find_file(self, path: str, line: str) -> str:
        """An item's page where the path is that of its file, else the forge's view of it."""
        target = self._page.views.items_by_path.get(path)
        if target is not None and not line:
            return self._page.reference(target).href
        is_there = self._page.views.names.has_file(path)
        href = fill_url(self._page.views.urls, "view", path) if is_there else ""
        return f"{href}#L{line}" if href and line else href


class FileLinks(PageLinks):
    """Where the links of one file of a store lead too."""

    def __init__(self, page: Page, path: str) -> None:
        super().__init__(page)
        self._folder: Final = posixpath.dirname(path)

    def find_target(self, written: str) -> str:
        """The address of a link that is relative to the file; "" where there is nothing to lead to."""
        place, _, anchor = written.partition("#")
        path = posixpath.normpath(posixpath.join(self._folder, unquote(place.partition("?")[0])))
        if not place or path.startswith(("..", "/")) or ":" in place:
            return ""
        href = self.find_file(path, "")
        return f"{href}#{anchor}" if href.startswith("http") and anchor else href


class PageProse:
    """What a template calls to show the texts of one page; nothing is laid out before it does."""

    def __init__(self, bodies: Bodies, page: Page, root: Root) -> None:
        self._bodies: Final = bodies
        self._page: Final = page
        self._root: Final = root

    def title(self, text: str) -> Markup:
        """A title with its code spans and identifiers."""
        return Markup(PageLinks(self._page).link_identifiers(draw_code(text)))  # noqa: S704 - escaped

    def body(self, file: FileView) -> Markup:
        links = FileLinks(self._page, file.item.path)
        return self._bodies.render(file.item.body, links, top_level=file.level + 1, prefix=f"text{file.number}-")

    def source(self, problem: Problem) -> str:
        """What stands in a file that could not be read as an item; "" where even that cannot be known."""
        try:
            data = self._root.read(problem.path) or b""
        except FileFault:
            return ""
        return data.decode("utf-8", "replace") if len(data) <= MAX_RENDERED_BYTES else ""
