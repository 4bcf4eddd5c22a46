"""Names: what a text may name. Ids of every declared graph, files that exist, and what a forge resolves. Pure.

Membership decides for items and files. What an id must look like to be taken for one in running text is decided here,
once for each id, so that no word of a language becomes a link.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from msgspec import Struct

from gen_docs.ids import ItemRef


class Vocabulary(Struct, frozen=True):
    """The ids of one graph, and the words by which people speak of its items ("bean", "beans")."""

    graph: str
    units: tuple[str, ...]
    ids: tuple[str, ...]
    has_short: bool


class Name(Struct, frozen=True):
    """What a word names. `is_plain` says that it could be a word of a language, as `date` is: then it names
    the item only right after the word for it."""

    item: ItemRef
    is_plain: bool


class Names:
    """What there is to be named. `has_file` tells whether a path from the root is a file; it is asked once for each."""

    def __init__(
        self, vocabularies: Iterable[Vocabulary], urls: Mapping[str, str], has_file: Callable[[str], bool]
    ) -> None:
        vocabularies = tuple(vocabularies)
        self.urls: Final = urls
        self.words: Final = _collect(vocabularies)
        self.by_bytes: Final = {word.encode("utf-8", "replace"): word for word in self.words}
        self.graphs_of: Final = {
            form: frozenset(other.graph for other in vocabularies if unit in other.units)
            for each in vocabularies
            for unit in each.units
            for form in _spell(unit)
        }
        self._has_file: Final = has_file
        self._files: Final[dict[str, bool]] = {}

    def has_file(self, path: str) -> bool:
        found = self._files.get(path)
        if found is None:
            found = self._files[path] = self._has_file(path)
        return found


def _collect(vocabularies: tuple[Vocabulary, ...]) -> dict[str, Name]:
    """Every full id, that of the first graph that has it; and every short one that only one item has."""
    words: dict[str, Name] = {}
    shorts: dict[str, list[Name]] = {}
    for each in vocabularies:
        for full in each.ids:
            words.setdefault(full, Name(ItemRef(each.graph, full), _is_plain(full, has_short=each.has_short)))
        for short, found in _shorten(each):
            shorts.setdefault(short, []).append(found)
    for short, named in shorts.items():
        if len(named) == 1:
            words.setdefault(short, named[0])
    return words


def _shorten(vocabulary: Vocabulary) -> list[tuple[str, Name]]:
    """What follows the last `-` of each id, unless several ids of the graph end so."""
    if not vocabulary.has_short:
        return []
    pairs = [(full.rpartition("-")[2], full) for full in vocabulary.ids if "-" in full]
    counts = Counter(short for short, _ in pairs)
    lengths = Counter(len(short) for short, _ in pairs)
    usual = max(lengths, key=lambda length: (lengths[length], -length), default=0)
    return [
        (short, Name(ItemRef(vocabulary.graph, full), len(short) != usual or not _is_mixed(short)))
        for short, full in pairs
        if short and counts[short] == 1
    ]


def _is_plain(full: str, *, has_short: bool) -> bool:
    """Whether a full id could be a word, such as `backlog` or `follow-up`."""
    return not (_is_mixed(full) or full.count("-") >= (1 if has_short else 2))


def _is_mixed(text: str) -> bool:
    """Whether a text has a digit, and something else than digits: it is neither a word nor a number."""
    return re.search(r"\d", text) is not None and re.search(r"[^\W\d_]", text) is not None


def _spell(unit: str) -> tuple[str, str]:
    return unit, unit[:1].upper() + unit[1:]
