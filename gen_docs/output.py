"""Writing a site: the only module that writes below an output folder, and it writes nowhere else.

A file is written only if its bytes change, through a temporary file and a rename. What an earlier build wrote and this
one does not is removed: only files that the marker lists. A folder that holds anything else is somebody else's, and is
refused before anything is touched.
"""

import contextlib
import hashlib
import os
import re
from collections.abc import Callable, Container, Iterable, Iterator
from functools import partial
from math import inf
from typing import Final, TypedDict

from msgspec import Struct

from gen_docs.declaration import Site
from gen_docs.errors import GenDocsError
from gen_docs.files import FileFault, Root, read_bytes
from gen_docs.ledger import LEDGER, Basis, Ledger, dump_ledger, load_ledger
from gen_docs.values import Artifact
from gen_docs.workers import share

MARKER: Final = ".gen-docs"
_MARKER_PATH: Final = MARKER.encode()
_LEDGER_PATH: Final = LEDGER.encode()
_OWN: Final = frozenset({_MARKER_PATH, _LEDGER_PATH})
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


def write_site(
    root: Root,
    site: Site,
    out: bytes,
    artifacts: Callable[[], Iterable[Artifact]],
    basis: Basis,
    tell: Callable[[float], None] | None = None,
) -> Written:
    """Writes artifacts below `out`, a path on the host. Raises OutputError before the first write.

    They are not even listed where all files are as they would be made from `basis`. `tell` is told how far the writing
    is, as a share of 1.
    """
    check_folder(root, site, out)
    listed = _read_marker(out)
    present = dict(_list_files(out))
    _check_ownership(out, present, listed)
    if count := _count_unchanged(out, present, basis):
        return Written(count, 0, 0)
    made = {artifact.path.encode(): artifact for artifact in artifacts()}
    # The marker names the files before they are written: a build that is cut short can be followed by another.
    _write_marker(out, listed | set(made))
    basis.prepare()
    slices = share(list(made.items()), partial(_write_files, out, present, basis), tell)
    gone = {path for path in present if path not in made and path not in _OWN and _is_ours(path, listed)}
    _prune(out, gone)
    _write_marker(out, made)
    _write_ledger(out, basis, slices)
    return Written(len(made), sum(each["changed"] for each in slices), len(gone))


class _Slice(TypedDict):
    """What one process has done: how many files it wrote, the digests of all of its files, and the answers it used."""

    changed: int
    digests: dict[str, str]
    answers: dict[str, bool]


def _write_ledger(out: bytes, basis: Basis, slices: list[_Slice]) -> None:
    answers: dict[str, bool] = {}
    for path, answer in (pair for each in slices for pair in each["answers"].items()):
        if answers.setdefault(path, answer) != answer:  # the repository was changed meanwhile
            return
    digests = {path.encode(): digest for each in slices for path, digest in each["digests"].items()}
    _write_file(out, _LEDGER_PATH, dump_ledger(Ledger(basis.digest, answers, digests)), exists=True)


def _count_unchanged(out: bytes, present: dict[bytes, bool], basis: Basis) -> int:
    """How many files there are, if they are all that would be made, and as they would be; else 0."""
    try:
        ledger = load_ledger(read_bytes(os.path.join(out, _LEDGER_PATH), inf))
    except FileFault:
        return 0
    if ledger is None or len(ledger.files) + len(_OWN) != len(present) or not ledger.holds(basis):
        return 0
    is_whole = all(share(list(ledger.files.items()), partial(_are_whole, out)))
    return len(ledger.files) if is_whole else 0


def _are_whole(out: bytes, files: Iterable[tuple[bytes, str]]) -> bool:
    """Whether files are there and have their digests."""
    try:
        return all(_digest(read_bytes(os.path.join(out, path), inf)) == digest for path, digest in files)
    except FileFault:
        return False


def _digest(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=12).hexdigest()


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
    return meant in _OWN or meant in listed


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


def _write_files(out: bytes, present: Container[bytes], basis: Basis, made: Iterable[tuple[bytes, Artifact]]) -> _Slice:
    """Renders and writes artifacts."""
    changed = 0
    digests: dict[str, str] = {}
    for path, artifact in made:
        content = artifact.content()
        changed += _write_file(out, path, content, exists=path in present)
        digests[artifact.path] = _digest(content)
    return {"changed": changed, "digests": digests, "answers": dict(basis.answers())}


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
