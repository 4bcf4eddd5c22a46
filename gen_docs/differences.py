"""Differences of two projections, item by item and field by field, for people who must decide what to do. Pure."""

from collections.abc import Iterator, Mapping
from typing import Any, Final, Literal

import orjson
from msgspec import Struct

_ABSENT: Final = object()


class Change(Struct, frozen=True, order=True):
    """One difference between the committed projection and the files. `id` is "" for a difference outside the items;
    `field` is "" where a whole item was added or removed; a value is None where there is none."""

    what: Literal["added", "changed", "removed"]
    id: str = ""
    path: str = ""
    field: str = ""
    old: str | None = None
    new: str | None = None


def load_projection(data: bytes) -> dict[str, Any] | None:
    """A committed projection, or None when it does not have the form of one."""
    try:
        projection = orjson.loads(data)
    except orjson.JSONDecodeError:
        return None
    items = projection.get("items") if isinstance(projection, dict) else None
    is_sound = isinstance(items, list) and all(
        isinstance(item, dict) and isinstance(item.get("id"), str) and isinstance(item.get("path"), str)
        for item in items
    )
    return projection if is_sound else None


def compare_projections(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    """Every difference of two projections: around the items, then item by item and field by field."""
    for key in [*new, *(key for key in old if key not in new)]:
        if key != "items" and old.get(key, _ABSENT) != new.get(key, _ABSENT):
            yield from _compare_envelope(key, old.get(key, _ABSENT), new.get(key, _ABSENT))
    before = {(item["id"], item["path"]): item for item in old["items"]}
    after = {(item["id"], item["path"]): item for item in new["items"]}
    moved = _find_moved(before, after)
    sources = frozenset(moved.values())
    for name in sorted(before.keys() | after.keys()):
        source = moved.get(name, name)
        if name in after and source in before:
            yield from _compare_items(before[source], after[name])
        elif name in after:
            yield Change("added", *name)
        elif name not in sources:
            yield Change("removed", *name)


def _compare_envelope(key: str, old: object, new: object) -> Iterator[Change]:
    """The difference of one part around the items; of two lists, only the entries that came and went."""
    if isinstance(old, list) and isinstance(new, list):
        before, after = dict.fromkeys(map(_show, old)), dict.fromkeys(map(_show, new))
        gone, come = [each for each in before if each not in after], [each for each in after if each not in before]
        yield from (Change("changed", field=key, old=each) for each in gone)
        yield from (Change("changed", field=key, new=each) for each in come)
        if gone or come:
            return
    yield Change("changed", field=key, old=_show(old), new=_show(new))


_Key = tuple[str, str]


def _find_moved(before: Mapping[_Key, Any], after: Mapping[_Key, Any]) -> dict[_Key, _Key]:
    """Items whose file was renamed or archived: new key by old, where the id alone says which."""
    gone = {key[0]: key for key in before if key not in after}
    come = {key[0]: key for key in after if key not in before}
    return {come[name]: gone[name] for name in come if name in gone}


def _compare_items(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[Change]:
    for field in [*new, *(field for field in old if field not in new)]:
        before, after = old.get(field, _ABSENT), new.get(field, _ABSENT)
        if before != after:
            yield Change("changed", new["id"], new["path"], field, _show(before), _show(after))


def _show(value: object) -> str | None:
    if value is _ABSENT:
        return None
    return value if isinstance(value, str) else orjson.dumps(value).decode()
