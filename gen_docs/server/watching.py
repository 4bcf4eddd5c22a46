"""Watching the files that a site is built from: its stores, docs, templates and declarations, and the folders in which
they may appear."""

import asyncio
import os
from collections.abc import Iterable, Mapping
from typing import Final

from watchfiles import awatch

from gen_docs.bundle import template_folder
from gen_docs.declaration import Site
from gen_docs.files import Root

QUIET_MS: Final = 5  # a change is acted upon when nothing has followed it for so long
LONGEST_MS: Final = 200
AWAKE_MS: Final = 250  # how often a watcher that hears nothing looks whether it should end


class Watcher:
    """Says when files have changed. Folders may vanish and come back."""

    def __init__(self, root: Root) -> None:
        self._root: Final = root
        self.changed: Final = asyncio.Event()

    async def watch(self, site: Site | None) -> None:
        """Sets `changed` whenever a file changes, until what must be watched is other than it was."""
        deep, flat = _list_folders(self._root, site)
        stop = asyncio.Event()
        marks = _mark({*deep, *flat})
        await asyncio.gather(
            self._follow(deep, marks, stop, is_deep=True),
            self._follow(flat, marks, stop, is_deep=False),
        )
        self.changed.set()  # whoever waits for a change asks then what to watch next

    async def _follow(
        self, folders: Iterable[str], marks: Mapping[str, int], stop: asyncio.Event, *, is_deep: bool
    ) -> None:
        stream = awatch(
            *filter(os.path.isdir, folders),
            stop_event=stop,
            step=QUIET_MS,
            debounce=LONGEST_MS,
            recursive=is_deep,
            ignore_permission_denied=True,
            rust_timeout=AWAKE_MS,
            yield_on_timeout=True,
        )
        is_first = True
        async for changes in stream:
            if changes or is_first:  # what happened before it watched is not told
                self.changed.set()
            is_first = False
            if _mark(marks) != marks:
                stop.set()


def _mark(folders: Iterable[str]) -> dict[str, int]:
    """The identity of every folder, 0 for one that is not there: one that came back under its name is another."""
    return {folder: os.stat(folder).st_ino if os.path.isdir(folder) else 0 for folder in folders}


def _list_folders(root: Root, site: Site | None) -> tuple[set[str], set[str]]:
    """The folders to watch with all that is below them, and those to watch alone: where a folder may appear. Some may
    not be there now."""
    top = os.fsdecode(root.folder)
    paths = [graph.store for graph in site.graphs if graph.store] if site else []
    paths += [site.docs, site.templates] if site else []
    deep = {str(template_folder())}
    flat = {top if os.path.isdir(top) else _find_above(top)}
    for path in filter(None, paths):
        place = root.locate(path)
        if place is not None:
            deep.add(os.fsdecode(place))
            flat |= _list_above(os.path.dirname(os.fsdecode(place)), top)
    return deep, flat


def _list_above(folder: str, top: str) -> set[str]:
    """A folder and those above it, up to the top."""
    found: set[str] = set()
    while folder.startswith(top) and folder not in found:
        found.add(folder)
        folder = os.path.dirname(folder)
    return found


def _find_above(folder: str) -> str:
    """The nearest folder above that is there."""
    while not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    return folder
