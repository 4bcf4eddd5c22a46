"""Sentences: one catalogue for each language, with the plural rules of that language.

A message is text with `{holes}`, or a table of plural forms chosen by the hole `count`. Messages say what a person
reads; nothing else in the package holds a sentence for a page.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import orjson
from msgspec import Struct

from gen_docs.bundle import template_folder

SOURCE_LANGUAGE: Final = "en"
RIGHT_TO_LEFT: Final = frozenset({"ar", "fa", "he", "ur"})

_HOLE = re.compile(r"\{([a-z_]+)\}")

Message = str | dict[str, str]


class Catalogue(Struct, frozen=True):
    """The messages for pages in one language. `plurals` is the language whose forms they have: a language without a
    catalogue of its own has the source language's sentences, and keeps its name and direction."""

    language: str
    plurals: str
    messages: Mapping[str, Message]

    @property
    def direction(self) -> str:
        return "rtl" if self.language.partition("-")[0] in RIGHT_TO_LEFT else "ltr"

    def text(self, key: str, **holes: object) -> str:
        """A message as plain text. Raises KeyError for an unknown key or a hole without a value."""
        count = holes.get("count", 0)
        pieces = self.pieces(key, count if isinstance(count, int) else 0)
        return "".join(str(holes[piece]) if at % 2 else piece for at, piece in enumerate(pieces))

    def pieces(self, key: str, count: int = 0) -> list[str]:
        """A message in pieces, every second one the name of a hole, in the plural form for `count`."""
        message = self.messages[key]
        return _HOLE.split(self._choose_form(message, count) if isinstance(message, dict) else message)

    def _choose_form(self, forms: Mapping[str, str], count: int) -> str:
        from babel import Locale  # noqa: PLC0415 - only pages count in words; the gate starts without it

        form = Locale.parse(self.plurals, sep="-").plural_form(count)
        return forms.get(form, forms["other"])


@cache
def load_catalogue(language: str) -> Catalogue:
    """The catalogue of a language tag, or of its language alone; the source language's where there is none."""
    for tag in (language, language.partition("-")[0]):
        path = template_folder() / "locales" / f"{tag}.json"
        if path.is_file():
            return Catalogue(language, tag, {**_read(SOURCE_LANGUAGE), **_read(tag)})
    return Catalogue(language, SOURCE_LANGUAGE, _read(SOURCE_LANGUAGE))


def _read(tag: str) -> dict[str, Any]:
    messages: dict[str, Any] = orjson.loads((template_folder() / "locales" / f"{tag}.json").read_bytes())
    return messages
