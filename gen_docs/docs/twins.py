"""Markdown twins of docs pages: sections as they are written, with links that lead where the page's own do. Pure."""

import re
from collections.abc import Container
from html import unescape
from typing import Final

from gen_docs.docs.library import SectionText
from gen_docs.docs.links import Links, Place
from gen_docs.docs.manifest import DocsPage
from gen_docs.docs.outline import Fence
from gen_docs.fences import split_fences
from gen_docs.rulebook import RULEBOOK
from gen_docs.text import one_line
from gen_docs.twins import TWIN
from gen_docs.views import Page

_TARGET: Final = re.compile(
    r"(?<!`)(?P<ticks>`+)(?!`).*?(?<!`)(?P=ticks)(?!`)"  # code, in which nothing leads anywhere
    r"|(?P<start>\]\([ \t]*|^ {0,3}\[(?!\^)[^\]]+\]:[ \t]*)"
    r"(?:<(?P<framed>[^<>]*)>|(?P<bare>[^\s()<]+(?:\([^\s()]*\)[^\s()]*)*))"
)
_ESCAPED: Final = re.compile(r"\\([!-/:-@\[-`{-~])")


def write_docs_twin(links: Links, docs_page: DocsPage, language: str) -> bytes:
    """A page as Markdown: its title, its summary, and the text of its sections."""
    page = Page(links.views, links.library.route_in(language, docs_page.route))
    title = docs_page.titles.get(language, docs_page.title)
    summary = docs_page.summaries.get(language, docs_page.summary)
    lines = [f"# {one_line(title)}", ""] + ([one_line(summary), ""] if summary else [])
    for section in links.library.sections_of(docs_page, language):
        place = Place(docs_page, language, section.text.path)
        lines += ["\n".join(_write_section(links, page, section, place)).strip("\n"), ""]
    return ("\n".join(lines).rstrip("\n") + "\n").encode("utf-8", "replace")


def _write_section(links: Links, page: Page, section: SectionText, place: Place) -> list[str]:
    """The lines of a section, without those of its embeds, in whose place stands what they show."""
    lines: list[str] = []
    outline = links.library.outline(section.text)
    embeds = {embed.line: embed for embed in outline.embeds}
    known = {reference.written for reference in outline.references}
    is_embed = False
    for number, line, part in split_fences(section.text.markdown.split("\n")):
        if part == "open":
            is_embed = number in embeds
            lines += _write_embed(links, page, embeds[number]) if is_embed else ()
        if part == "text":
            lines.append(_lead(links, page, place, line, known))
        elif not is_embed:
            lines.append(line)
    return lines


def _lead(links: Links, page: Page, place: Place, line: str, known: Container[str]) -> str:
    """A line whose links lead where those of the page do; what is no link there stays as it is."""

    def replace(found: re.Match[str]) -> str:
        written = unescape(_ESCAPED.sub(r"\1", found["framed"] or found["bare"] or ""))
        if found["ticks"] or written not in known:
            return found[0]
        target = _find(links, page, written, place)
        return found["start"] + (f"<{target}>" if re.search(r"[\s()]", target) else target)

    return _TARGET.sub(replace, line) if "](" in line or "]:" in line else line


def _find(links: Links, page: Page, written: str, place: Place) -> str:
    """Where a link leads, to the twin where that is a page; what leads nowhere stays as it is written."""
    target = links.find(written, place)
    if target is None or target.sort == "text":
        return written
    if target.sort == "web":
        return target.place
    route = _find_twin(links, target.place) if target.sort == "page" else target.place
    return page.link(route) + (f"#{target.anchor}" if target.anchor else "")


def _find_twin(links: Links, route: str) -> str:
    """The twin of a page. Those of dashboards are in the source language; graphs that nothing projects have none."""
    graph = links.dashboards.get(route)
    if graph is None:
        return route + TWIN
    return f"{graph}/{TWIN}" if links.views.graphs[graph].graph.is_projected else route


def _write_embed(links: Links, page: Page, embed: Fence) -> list[str]:
    say = links.views.catalogue.text
    if embed.word == "rules":
        return [
            f"- `{rule}` ({spec.severity}): "
            f"{say(f'rule.{rule}.text', field='…', value='…')} {say(f'rule.{rule}.advice')}"
            for rule, spec in RULEBOOK.items()
        ]
    judged = links.views.graphs.get(embed.argument)
    if judged is None:
        return []
    twin = TWIN if judged.graph.is_projected else ""
    return [f"[{judged.graph.declared.title}]({page.link(f'{judged.graph.id}/{twin}')})"]
