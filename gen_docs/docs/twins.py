"""Markdown twins of docs pages: sections as they are written, with links that lead where the page's own do. Pure."""

import re

from gen_docs.docs.library import SectionText
from gen_docs.docs.links import Links, Place
from gen_docs.docs.manifest import DocsPage
from gen_docs.fences import split_fences
from gen_docs.rulebook import RULEBOOK
from gen_docs.text import one_line
from gen_docs.twins import TWIN
from gen_docs.views import Page

_TARGET = re.compile(r"(\]\(<?)([^\s()<>]+)")
_EMBED = re.compile(r"\s*(?:`{3,}|~{3,})[ \t]*(graph|rules)\b[ \t]*(\S*)")


def write_docs_twin(links: Links, docs_page: DocsPage, language: str) -> bytes:
    """A page as Markdown: its title, its summary, and the text of its sections."""
    page = Page(links.views, links.library.route_in(language, docs_page.route))
    title = docs_page.titles.get(language, docs_page.title)
    summary = docs_page.summaries.get(language, docs_page.summary)
    lines = [f"# {one_line(title)}", ""] + ([one_line(summary), ""] if summary else [])
    for section in links.library.sections_of(docs_page, language):
        place = Place(docs_page, language, section.text.path)
        lines += [*_write_section(links, page, section, place), ""]
    return ("\n".join(lines).rstrip("\n") + "\n").encode("utf-8", "replace")


def _write_section(links: Links, page: Page, section: SectionText, place: Place) -> list[str]:
    lines: list[str] = []
    embed: re.Match[str] | None = None
    for _, line, part in split_fences(section.text.markdown.strip("\n").split("\n")):
        if part == "open":
            embed = _EMBED.match(line)
            if embed:
                lines += _write_embed(links, page, embed[1], embed[2])
        if part == "text":
            lines.append(_TARGET.sub(lambda found: found[1] + _find(links, page, found[2], place), line))
        elif not embed:
            lines.append(line)
    return lines


def _find(links: Links, page: Page, written: str, place: Place) -> str:
    """Where a link leads, to the twin where that is a page; what leads nowhere stays as it is written."""
    target = links.find(written, place)
    if target is None or target.sort == "text":
        return written
    if target.sort == "web":
        return target.place
    twin = TWIN if target.sort == "page" and _has_twin(links, target.place) else ""
    return page.link(target.place + twin) + (f"#{target.anchor}" if target.anchor else "")


def _has_twin(links: Links, route: str) -> bool:
    """All pages but those of graphs that nothing projects."""
    judged = links.views.graphs.get(route.rstrip("/"))
    return judged is None or judged.graph.is_projected


def _write_embed(links: Links, page: Page, name: str, argument: str) -> list[str]:
    say = links.views.catalogue.text
    if name == "rules":
        return [
            f"- `{rule}` ({spec.severity}): "
            f"{say(f'rule.{rule}.text', field='…', value='…')} {say(f'rule.{rule}.advice')}"
            for rule, spec in RULEBOOK.items()
        ]
    judged = links.views.graphs.get(argument)
    if judged is None:
        return []
    twin = TWIN if judged.graph.is_projected else ""
    return [f"[{judged.graph.declared.title}]({page.link(f'{argument}/{twin}')})"]
