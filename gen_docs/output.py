"""Writing a site: the only module that writes below an output folder, and it writes nowhere else.

A file is written only if its bytes change, through a temporary file and a rename. What an earlier build wrote and this
one does not is removed: only files that the marker lists. A folder that holds anything else is somebody else's, and is
refused before anything is touched.
"""

import contextlib
import os
import re
from collections.abc import Container, Iterable, Iterator
from functools import partial
from math import inf
from typing import Final

from msgspec import Struct

from gen_docs.declaration import Site
from gen_docs.errors import GenDocsError
from gen_docs.files import FileFault, Root, read_bytes
from gen_docs.values import Artifact
from gen_docs.workers import share

MARKER: Final = ".gen-docs"
_MARKER_PATH: Final = MARKER.encode()
_TEMPORARY: Final = b".gen-docs-tmp"
_LEFT_OVER: Final = re.compile(rb"(?:\.[0-9]+)?\.gen-docs-tmp$")
_HEADER: Final = b"# The files that gen-docs wrote here. It removes those that it no longer makes, and nothing else.\n"


class OutputError(GenDocsError):
    """An output folder that must not be written to: why, and what to do."""


class Written(Struct, frozen=True):
    """How many files a build made, and how many of them it had to write; and how many it removed."""

    files: int
    changed: int
    removed: int


def write_site(root: Root, site: Site, out: bytes, artifacts: Iterable[Artifact]) -> Written:
    """Writes artifacts below `out`, a path on the host. Raises OutputError before the first write."""
    check_folder(root, site, out)
    listed = _read_marker(out)
    present = dict(_list_files(out))
    _check_ownership(out, present, listed)
    made = {artifact.path.encode(): artifact for artifact in artifacts}
    # The marker names the files before they are written: a build that is cut short can be followed by another.
    _write_marker(out, listed | set(made))
    changed = share(list(made.items()), partial(_write_files, out, present))
    gone = {path for path in present if path not in made and path != _MARKER_PATH and _is_ours(path, listed)}
    _prune(out, gone)
    _write_marker(out, made)
    return Written(len(made), changed, len(gone))


def check_folder(root: Root, site: Site, out: bytes) -> None:
    """Refuses a folder whose files could be the repository's own. Raises OutputError."""
    real = os.path.realpath(out)
    if _contains(root.folder, out) and not root.holds(out):
        raise OutputError(f"{_show(out)} is, or lies behind, a link that leaves the root; name the folder itself")
    if _contains(real, root.real):
        raise OutputError(f"{_show(out)} contains the root; name a folder inside it, such as site/")
    for graph in site.graphs:
        place = root.locate(graph.store) if graph.store else None
        if place and (_contains(real, os.path.realpath(place)) or _contains(os.path.realpath(place), real)):
            raise OutputError(f"{_show(out)} and the store {graph.store} lie in one another; name another folder")
    if os.path.lexists(out) and not os.path.isdir(out):
        raise OutputError(f"{_show(out)} is not a folder")


def _contains(outer: bytes, inner: bytes) -> bool:
    return outer == inner or inner.startswith(outer.rstrip(b"/") + b"/")


def _list_files(out: bytes) -> Iterator[tuple[bytes, bool]]:
    """Every file and link below the folder, links not followed, each with whether it is a link."""
    pending = [b""] if os.path.isdir(out) else []
    while pending:
        inner = pending.pop()
        with os.scandir(os.path.join(out, inner)) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    pending.append(inner + entry.name + b"/")
                else:
                    yield inner + entry.name, entry.is_symlink()


def _check_ownership(out: bytes, present: dict[bytes, bool], listed: set[bytes]) -> None:
    foreign = sorted(
        path
        for path, is_link in present.items()
        if is_link or not (_is_ours(path, listed) or _is_projection(out, path))
    )
    if foreign:
        shown = ", ".join(_show(path) for path in foreign[:5])
        rest = f" and {len(foreign) - 5} more" if len(foreign) > 5 else ""
        raise OutputError(
            f"{_show(out)} holds files that gen-docs did not write: {shown}{rest}; "
            "move them away, or name another folder with --out"
        )


def _is_ours(path: bytes, listed: set[bytes]) -> bool:
    """Whether a file is the marker or listed there, or what a cut build left of one that is."""
    meant = _LEFT_OVER.sub(b"", path)
    return meant == _MARKER_PATH or meant in listed


def _is_projection(out: bytes, path: bytes) -> bool:
    """Whether a file that no marker lists is a projection of ours, as a fresh clone has it; it may be in conflict."""
    parts = path.split(b"/")
    if len(parts) != 3 or parts[0] != b"assets" or parts[2] != b"index.json":
        return False
    try:
        data = read_bytes(os.path.join(out, path), inf)
    except FileFault:
        return False
    return b'"$schema": "../../schemas/' in data[:4096]


def _read_marker(out: bytes) -> set[bytes]:
    try:
        lines = read_bytes(os.path.join(out, _MARKER_PATH), inf).split(b"\n")
    except FileFault:
        return set()
    return {line for line in lines if line and not line.startswith(b"#") and b".." not in line.split(b"/")}


def _write_marker(out: bytes, paths: Iterable[bytes]) -> None:
    content = _HEADER + b"".join(path + b"\n" for path in sorted(paths))
    _write_file(out, _MARKER_PATH, content, exists=True)


def _write_file(out: bytes, path: bytes, content: bytes, *, exists: bool) -> bool:
    """Writes one file if its bytes differ; whether it did."""
    place = os.path.join(out, path)
    if exists and _has_content(place, content):
        return False
    temporary = place + b".%d" % os.getpid() + _TEMPORARY
    try:
        _write_temporary(temporary, content)
        os.replace(temporary, place)
    except OSError as error:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise OutputError(f"{_show(place)} cannot be written: {error.strerror}") from None
    return True


def _write_temporary(temporary: bytes, content: bytes) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW
    try:
        handle = os.open(temporary, flags, 0o666)
    except FileNotFoundError:
        os.makedirs(os.path.dirname(temporary), exist_ok=True)
        handle = os.open(temporary, flags, 0o666)
    with open(handle, "wb") as file:
        file.write(content)


def _write_files(out: bytes, present: Container[bytes], made: Iterable[tuple[bytes, Artifact]]) -> int:
    """Renders and writes artifacts; how many of them changed."""
    return sum(_write_file(out, path, artifact.content(), exists=path in present) for path, artifact in made)


def _has_content(place: bytes, content: bytes) -> bool:
    try:
        return os.stat(place).st_size == len(content) and read_bytes(place, inf) == content
    except (OSError, FileFault):
        return False


def _prune(out: bytes, paths: set[bytes]) -> None:
    """Removes files, and the folders that are empty then."""
    folders = set()
    for path in paths:
        with contextlib.suppress(FileNotFoundError):  # what a cut build left has just become what it was to be
            os.unlink(os.path.join(out, path))
        folders.add(os.path.dirname(path))
    folders.discard(b"")
    while folders:
        folder = max(folders, key=len)
        folders.remove(folder)
        with contextlib.suppress(OSError):  # it holds something else
            os.rmdir(os.path.join(out, folder))
            folders |= {os.path.dirname(folder)} - {b""}


def _show(path: bytes) -> str:
    return path.decode("utf-8", "backslashreplace")
