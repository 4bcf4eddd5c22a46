"""A root that is read again and again: a file of a store that nobody has touched is not opened again."""

import os
import time
from typing import Final

from gen_docs.files import Root, StoreFile

_SETTLED: Final = (
    2_000_000_000  # nanoseconds: within so long a file may change twice and say the same time, on some disks
)

_Mark = tuple[int, int, int, int, int]


class RecallingRoot(Root):
    """Reads as a root does, and keeps the files of stores as it has read them."""

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        super().__init__(folder)
        self._kept: Final[dict[tuple[str, bytes], tuple[_Mark, StoreFile]]] = {}

    def load(self, inner: bytes, fault: str, place: bytes, prefix: str) -> StoreFile:
        mark = None if fault else _mark(place)
        key = prefix, inner
        kept = self._kept.get(key)
        if kept is not None and kept[0] == mark:
            return kept[1]
        file = super().load(inner, fault, place, prefix)
        if mark is not None and not file.fault:
            self._kept[key] = mark, file
        else:
            self._kept.pop(key, None)
        return file


def _mark(place: bytes) -> _Mark | None:
    """What tells a file from what it will be after a change; None for one that cannot be told, or not yet."""
    try:
        found = os.stat(place)
    except OSError:
        return None
    if time.time_ns() - max(found.st_mtime_ns, found.st_ctime_ns) < _SETTLED:
        return None
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns
