"""Synthetic docs, the same on every machine: pages of about 2 KB with what pages have, in ten folders."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from stores import WORDS

FOLDERS = 10
PAGE_BYTES = 2_000


class Page(NamedTuple):
    """A page: its folder below the docs, "" for the first, its title, and its text without one."""

    folder: str
    title: str
    text: str


def make_pages(count: int) -> Iterator[Page]:
    """So many pages, each linked to another of its folder."""
    chance = random.Random(count)  # noqa: S311 - repeatable, not secret
    yield Page("", "Handbook", _make_text(chance, "part-0/"))
    for folder in range(FOLDERS):
        yield Page(f"part-{folder}", f"Part {folder}", _make_text(chance, "page-0/"))
    for number in range(count - FOLDERS - 1):
        folder, place = number % FOLDERS, number // FOLDERS
        title = " ".join(chance.choices(WORDS, k=4)).capitalize()
        near = f"../page-{max(0, place - chance.randint(1, 9))}/"
        yield Page(f"part-{folder}/page-{place}", title, _make_text(chance, near))


def write_docs(folder: Path, count: int) -> Path:
    """A repository that holds docs of so many pages, unless it is there already; returns it."""
    done = folder / ".complete"
    if done.exists():
        return folder
    for number, page in enumerate(make_pages(count)):
        place = folder / "content/docs" / page.folder
        place.mkdir(parents=True, exist_ok=True)
        (place / "page.toml").write_text(f'title = "{page.title}"\norder = {number}\n')
        (place / "01-text.md").write_text(page.text)
    (folder / "gen-docs.toml").write_text('title = "Handbook"\n')
    done.touch()
    return folder


def _make_text(chance: random.Random, link: str) -> str:
    parts = [f"{_make_sentence(chance)} See [the page before]({link}).\n"]
    size = 0
    while size < PAGE_BYTES:
        part = chance.choice(_PARTS)(chance)
        size += len(part)
        parts.append(part)
    return "\n".join(parts)


def _make_sentence(chance: random.Random) -> str:
    words = chance.choices(WORDS, k=chance.randint(6, 18))
    words[-1] = (
        f"**{words[-1]}**" if chance.random() < 0.2 else f"`{words[-1]}`" if chance.random() < 0.3 else words[-1]
    )
    return f"{' '.join(words).capitalize()}."


def _make_paragraph(chance: random.Random) -> str:
    return "\n".join(_make_sentence(chance) for _ in range(chance.randint(2, 6))) + "\n"


def _make_section(chance: random.Random) -> str:
    return f"## {' '.join(chance.choices(WORDS, k=3)).capitalize()}\n\n{_make_paragraph(chance)}"


def _make_list(chance: random.Random) -> str:
    return "".join(f"- {_make_sentence(chance)}\n" for _ in range(chance.randint(3, 6)))


def _make_table(chance: random.Random) -> str:
    rows = ("| " + " | ".join(chance.choices(WORDS, k=3)) + " |\n" for _ in range(4))
    return "| a | b | c |\n|---|---|---|\n" + "".join(rows)


def _make_code(chance: random.Random) -> str:
    name, other = chance.choices(WORDS, k=2)
    return f'```python\ndef {name}({other}: int) -> str:\n    """Says {other}."""\n    return f"{{{other} + 1}}"\n```\n'


_PARTS = (
    *[_make_paragraph] * 3,
    *[_make_section] * 2,
    _make_list,
    _make_table,
    _make_code,
)
