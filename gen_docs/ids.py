"""Ids: which there are, what people write for them, and the one index through which the graphs of a site are linked.
Pure."""

from collections.abc import Iterable, Mapping
from functools import cached_property
from itertools import groupby
from typing import Final

from msgspec import Struct

from gen_docs.values import Item


class ItemRef(Struct, frozen=True, order=True):
    """An item of a declared graph, from anywhere in the site."""

    graph: str
    id: str


class Ids:
    """The ids of one graph, and what people write for them."""

    def __init__(self, items: Iterable[Item], *, has_short: bool) -> None:
        self.files: Final = {each: tuple(group) for each, group in groupby(items, key=lambda item: item.id)}
        self.has_short: Final = has_short

    @cached_property
    def short(self) -> dict[str, str]:
        """Full ids by what follows their last `-`, where that is unique in the graph."""
        found: dict[str, list[str]] = {}
        for full in self.files if self.has_short else ():
            if "-" in full:
                found.setdefault(full.rpartition("-")[2], []).append(full)
        return {short: full[0] for short, full in found.items() if len(full) == 1 and short not in self.files}

    @cached_property
    def _folded(self) -> dict[str, str]:
        return {full.casefold(): full for full in reversed(self.files)}

    def suggest(self, written: str) -> str:
        """The id that was probably meant by one that does not exist, or ""."""
        return self.short.get(written) or self._folded.get(written.casefold()) or ""


class SiteIndex(Struct, frozen=True):
    """The one index of ids through which the graphs of a site are linked. `units` tells which graphs a word such as
    `bean` speaks of, in the order of their declaration."""

    graphs: dict[str, Ids]
    units: dict[str, list[str]]

    def find(self, written: str) -> ItemRef | None:
        """The item that an id, full or short, names anywhere in the site."""
        return self._find_in(self.graphs, written)

    def find_reference(self, reference: Mapping[str, object]) -> ItemRef | None:
        """The item that `{kind, id}` points to, or None; ask `is_reference` first whether it points to an item."""
        return self._find_in(self.units[str(reference.get("kind"))], str(reference.get("id")))

    def is_reference(self, reference: Mapping[str, object]) -> bool:
        """Whether `{kind, id}` speaks of an item of this site: its kind is a unit, and it names no other repository."""
        return str(reference.get("kind")) in self.units and not reference.get("repo")

    def suggest(self, reference: Mapping[str, object]) -> str:
        """The id that was probably meant by a reference to no item, or ""."""
        names = self.units[str(reference.get("kind"))]
        return next((found for name in names if (found := self.graphs[name].suggest(str(reference.get("id"))))), "")

    def _find_in(self, names: Iterable[str], written: str) -> ItemRef | None:
        """A full id before a short one; a short one only where it is unique."""
        names = tuple(names)
        for name in names:
            if written in self.graphs[name].files:
                return ItemRef(name, written)
        found = [
            ItemRef(name, self.graphs[name].short[written]) for name in names if written in self.graphs[name].short
        ]
        return found[0] if len(found) == 1 else None


def link_ids(written: object) -> tuple[str, ...]:
    """The ids that a link's value names."""
    if isinstance(written, str):
        return (written,)
    return tuple(each for each in written if isinstance(each, str) and each) if isinstance(written, list) else ()
